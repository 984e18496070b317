// SPDX-License-Identifier: Apache-2.0

/// A word or sign that the language of guards has itself, for people who look it up.
package struct GuardWord: Sendable, Hashable {
  /// As it is written, such as `has` or `&&`.
  package let name: String
  /// How it is used, such as `has(event.userID)`.
  package let form: String
  /// One sentence.
  package let meaning: String

  init(_ name: String, _ form: String, _ meaning: String) {
    self.name = name
    self.form = form
    self.meaning = meaning
  }

  /// What is written with parentheses behind it.
  package static let functions = [
    GuardWord(
      "has", "has(event.userID)", "Whether the field is there; nothing else may ask for a field that is missing."),
    GuardWord("size", "size(text)", "How many characters a text has, or how many items a list."),
    GuardWord(
      "matches", "matches(text, \"[0-9]{6}\")",
      "Whether the whole text is as the pattern says, from its first character to its last."
    ),
  ]

  /// What stands behind a list and a dot.
  package static let quantifiers = [
    GuardWord(
      "all", "list.all(x, …)",
      "Whether it holds for every item of the list, which is called `x` here; it holds for an empty list."),
    GuardWord(
      "exists", "list.exists(x, …)", "Whether it holds for at least one item of the list, which is called `x` here."),
  ]

  /// Between two conditions.
  package static let joints = [
    GuardWord("&&", "a && b", "Both must hold."),
    GuardWord("||", "a || b", "One of them must hold, or both."),
  ]

  /// Between two values.
  package static let comparisons = [
    GuardWord(
      "==", "a == b", "Both are the same; texts are compared byte by byte, so capital and small letters differ."),
    GuardWord("!=", "a != b", "They are not the same."),
    GuardWord("<", "a < b", "The first number is less than the second."),
    GuardWord("<=", "a <= b", "The first number is not greater than the second."),
    GuardWord(">", "a > b", "The first number is greater than the second."),
    GuardWord(">=", "a >= b", "The first number is not less than the second."),
    GuardWord("in", "a in [b, c]", "The value is one of those in the list."),
  ]

  /// Before a condition, and the two values of a condition.
  package static let others = [
    GuardWord("!", "!a", "The condition must not hold."),
    GuardWord("true", "true", "Holds always."),
    GuardWord("false", "false", "Never holds."),
  ]

  /// The names that a guard may read besides inputs and picks.
  package static let names = [
    GuardWord("event", "event.userID", "The event of the step, with its fields."),
    GuardWord("contract", "contract.verifyOption", "The constants of the SDK's contract."),
    GuardWord(
      "interrupted", "interrupted == \"signedIn\"", "The name of the step that the flow was at when it was interrupted."
    ),
  ]

  /// All of them, but the names of values.
  package static let all = functions + quantifiers + joints + comparisons + others

  /// The word or sign of that name; nil for none.
  package static func named(_ name: String) -> GuardWord? { all.first { $0.name == name } }
}
