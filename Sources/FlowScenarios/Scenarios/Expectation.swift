// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import Values

/// What must be so at a step; nil for what does not matter.
package struct StepExpectation: Sendable {
  /// The step or interrupt that asks.
  package var step: Spanned<String>?
  /// The event that it answers.
  package var event: Spanned<String>?
  /// The event's status code.
  package var status: Spanned<Int>?
  /// The event's error number; 0 for none.
  package var error: Spanned<Int>?
  /// Fields of the event's data; those that are not named do not matter.
  package var data: [DataExpectation] = []
  /// By the SDK's own word.
  package var attemptsLeft: Spanned<Int>?
  /// What is left of the countdown that is shown, in milliseconds.
  package var countdown: Spanned<Int>?
  /// Why the run refused the last answer, in the words of the trace; a refusal that is not expected is a failure.
  package var refused: Spanned<String>?
  /// The number with which the SDK refused the last call of this step.
  package var rejected: Spanned<Int>?
  /// The text that is shown.
  package var say: Spanned<String>?
  /// Exactly these choices.
  package var offered: Spanned<[Spanned<String>]>?
  /// What picks offer: exactly these items, in order.
  package var items: [ItemExpectation] = []
  /// What picks show of their items, in order.
  package var shown: [ShownExpectation] = []
  /// What the run has come to so far.
  package var run = RunExpectation()
}

/// A field that the data of an event must have.
package struct DataExpectation: Sendable {
  /// As the contract names it.
  package let field: Spanned<String>
  /// As it is written; a record names only the fields that matter.
  package let value: Spanned<Value>
}

/// The items that a pick must offer.
package struct ItemExpectation: Sendable {
  /// The pick, as the step names it.
  package let pick: Spanned<String>
  /// One for each item, in order: a text of it, or fields that it must have.
  package let items: Spanned<[Value]>
}

/// What a pick must show.
package struct ShownExpectation: Sendable {
  /// What is written of one item.
  package enum Item: Sendable, Hashable {
    /// One that can be picked, by its text.
    case offered(String)
    /// One that cannot, by its text and the reason; nil for what does not matter.
    case unavailable(text: String?, reason: String?)
  }

  /// The pick, as the step names it.
  package let pick: Spanned<String>
  /// One for each item, in order.
  package let items: Spanned<[Item]>
  /// The words for a list that has no item to show; nil where items are expected.
  package let none: String?
}

/// What a run must have come to, at a step or when it is over; nil for what does not matter.
package struct RunExpectation: Sendable {
  /// Exactly these kinds of proof.
  package var proofs: Spanned<[Spanned<String>]>?
  /// Exactly these kinds of what was set up.
  package var enrolled: Spanned<[Spanned<String>]>?
  /// Exactly these reasons of security modules, in order.
  package var reasons: Spanned<[Spanned<String>]>?
  /// The steps that were entered, in order.
  package var path: Spanned<[Spanned<String>]>?
  /// Exactly these calls, in order.
  package var called: Spanned<[Spanned<String>]>?
}

/// What must be so when the run is over; nil for what does not matter.
package struct EndExpectation: Sendable {
  /// Where `todo` stands in place of all this; nil where it is written.
  package var leftOpen: SourceRange?
  /// The end, as the flow names it.
  package var end: Spanned<String>?
  /// `success`, `failure` or `ended`.
  package var outcome: Spanned<String>?
  /// The step at which nobody answers any more, instead of an end.
  package var waiting: Spanned<String>?
  /// The text that is shown.
  package var say: Spanned<String>?
  /// What the run has come to.
  package var run = RunExpectation()
}
