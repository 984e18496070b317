// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import Values

/// An answer that was written down before the run: for which step, and what.
///
/// ```yaml
/// answers:
///   - identify: { userName: alice }
///   - consent: approve
///   - consent: { choice: reject, confirm: no }
/// ```
package struct ScriptedAnswer: Sendable {
  /// What the step is told.
  package enum Reply: Sendable {
    /// The inputs are handed in.
    case inputs([InputValue])
    /// A choice is made.
    case choice(Spanned<String>)
  }

  /// A value for an input of the step.
  package struct InputValue: Sendable {
    /// The input, as the step names it.
    package let name: Spanned<String>
    /// As it is written: texts, lists and records.
    ///
    /// What it is, the step's input decides.
    package let value: Spanned<Value>

    /// A value for the input of that name.
    package init(name: Spanned<String>, value: Spanned<Value>) {
      self.name = name
      self.value = value
    }
  }

  /// The step that it is for.
  package let step: Spanned<String>
  /// What the step is told when it asks.
  package let reply: Reply
  /// Whether the user says yes if the choice has to be confirmed, and where the answer says so; nil where it does not,
  /// and then the user says yes.
  package let confirmation: Spanned<Bool>?

  /// An answer for the step of that name.
  package init(step: Spanned<String>, reply: Reply, confirmation: Spanned<Bool>? = nil) {
    self.step = step
    self.reply = reply
    self.confirmation = confirmation
  }
}
