// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import Values

/// What must be so at a step; nil for what does not matter.
public struct StepExpectation: Sendable {
  /// The step or interrupt that asks.
  public var step: Spanned<String>?
  /// The event that it answers.
  public var event: Spanned<String>?
  /// The event's status code.
  public var status: Spanned<Int>?
  /// The event's error number; 0 for none.
  public var error: Spanned<Int>?
  /// Fields of the event's data; those that are not named do not matter.
  public var data: [DataExpectation] = []
  /// By the SDK's own word.
  public var attemptsLeft: Spanned<Int>?
  /// What is left of the countdown that is shown, in milliseconds.
  public var countdown: Spanned<Int>?
  /// Why the run refused the last answer, in the words of the trace; a refusal that is not expected is a failure.
  public var refused: Spanned<String>?
  /// The number with which the SDK refused the last call of this step.
  public var rejected: Spanned<Int>?
  /// The text that is shown.
  public var say: Spanned<String>?
  /// Exactly these choices.
  public var offered: Spanned<[Spanned<String>]>?
  /// What picks offer: exactly these items, in order.
  public var items: [ItemExpectation] = []
  /// What picks show of their items, in order.
  public var shown: [ShownExpectation] = []
  /// What the run has come to so far.
  public var run = RunExpectation()
}

/// A field that the data of an event must have.
public struct DataExpectation: Sendable {
  /// As the contract names it.
  public let field: Spanned<String>
  /// As it is written; a record names only the fields that matter.
  public let value: Spanned<Value>
}

/// The items that a pick must offer.
public struct ItemExpectation: Sendable {
  /// The pick, as the step names it.
  public let pick: Spanned<String>
  /// One for each item, in order: a text of it, or fields that it must have.
  public let items: Spanned<[Value]>
}

/// What a pick must show.
public struct ShownExpectation: Sendable {
  /// What is written of one item.
  public enum Item: Sendable, Hashable {
    /// One that can be picked, by its text.
    case offered(String)
    /// One that cannot, by its text and the reason; nil for what does not matter.
    case unavailable(text: String?, reason: String?)
  }

  /// The pick, as the step names it.
  public let pick: Spanned<String>
  /// One for each item, in order.
  public let items: Spanned<[Item]>
  /// The words for a list that has no item to show; nil where items are expected.
  public let none: String?
}

/// What a run must have come to, at a step or when it is over; nil for what does not matter.
public struct RunExpectation: Sendable {
  /// Exactly these kinds of proof.
  public var proofs: Spanned<[Spanned<String>]>?
  /// Exactly these kinds of what was set up.
  public var enrolled: Spanned<[Spanned<String>]>?
  /// Exactly these reasons of security modules, in order.
  public var reasons: Spanned<[Spanned<String>]>?
  /// The steps that were entered, in order.
  public var path: Spanned<[Spanned<String>]>?
  /// Exactly these calls, in order.
  public var called: Spanned<[Spanned<String>]>?
}

/// What must be so when the run is over; nil for what does not matter.
public struct EndExpectation: Sendable {
  /// The end, as the flow names it.
  public var end: Spanned<String>?
  /// `success`, `failure` or `ended`.
  public var outcome: Spanned<String>?
  /// The step at which nobody answers any more, instead of an end.
  public var waiting: Spanned<String>?
  /// The text that is shown.
  public var say: Spanned<String>?
  /// What the run has come to.
  public var run = RunExpectation()
}
