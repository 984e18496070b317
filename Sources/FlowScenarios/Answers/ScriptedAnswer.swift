// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import Values

/// An answer that was written down before the run: for which step, and what.
///
/// ```yaml
/// answers:
///   - identify: { userName: alice }
///   - consent: approve
///   - consent: { choice: reject, confirm: no }
/// ```
public struct ScriptedAnswer: Sendable {
  /// What the step is told.
  public enum Reply: Sendable {
    /// The inputs are handed in.
    case inputs([Input])
    /// A choice is made.
    case choice(Spanned<String>)
  }

  /// A value for an input of the step.
  public struct Input: Sendable {
    /// The input, as the step names it.
    public let name: Spanned<String>
    /// As it is written: texts, lists and records.
    ///
    /// What it is, the step's input decides.
    public let value: Spanned<Value>

    /// A value for the input of that name.
    public init(name: Spanned<String>, value: Spanned<Value>) {
      self.name = name
      self.value = value
    }
  }

  /// The step that it is for.
  public let step: Spanned<String>
  /// What the step is told when it asks.
  public let reply: Reply
  /// Whether the user says yes if the choice has to be confirmed, and where the answer says so; nil where it does not,
  /// and then the user says yes.
  public let confirmation: Spanned<Bool>?

  /// An answer for the step of that name.
  public init(step: Spanned<String>, reply: Reply, confirmation: Spanned<Bool>? = nil) {
    self.step = step
    self.reply = reply
    self.confirmation = confirmation
  }
}
