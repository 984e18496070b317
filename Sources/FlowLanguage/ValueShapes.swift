// SPDX-License-Identifier: Apache-2.0

extension ValueShape {
  /// A name that the author gives or repeats, such as that of a step; one of a flow inside has slashes.
  package static let name = pattern("\(Pattern.name)(/\(Pattern.name))*", example: "enterCode")
  /// The name of a place that is not the one where the line stands.
  static let placeName = pattern(
    "(?!(stay|retry|resume)$)\(Pattern.name)(/\(Pattern.name))*", example: "enterCode")
  /// A name without slashes.
  static let ownName = pattern(Pattern.name, example: "enterCode")
  /// The key of a message.
  static let messageName = pattern(Pattern.name, example: "code-sent")
  /// The name of a call of the contract.
  static let callName = pattern(Pattern.name, example: "setPassword")
  /// The name of a choice.
  static let choiceName = pattern(Pattern.name, example: "cancel")
  /// The name of a budget.
  static let budgetName = pattern(Pattern.name, example: "codes")
  /// The name of a flow.
  static let flowName = pattern(Pattern.name, example: "login")
  /// A time, such as `90s` or `1m30s`.
  package static let duration = pattern(Pattern.duration, example: "90s")
  /// A moment of the calendar, in UTC and to the second.
  package static let moment = pattern(Pattern.moment, example: "2026-01-01T09:00:00Z")
  /// Three numbers.
  package static let version = pattern("[0-9]{1,9}\\.[0-9]{1,9}\\.[0-9]{1,9}", example: "1.0.0")
  /// The path of another file, from the folder of this one; `.yaml` may be left out.
  package static let path = pattern(Pattern.path, example: "parts/session")
  /// The path of another flow.
  static let flowPath = pattern(Pattern.path, example: "../login")
  /// The path of a catalogue, whose name may end in the tag of its language.
  static let catalogue = pattern(Pattern.cataloguePath, example: "texts/login.de-AT")
  /// The tag of a language, as BCP 47 forms it.
  static let languageTag = pattern(Pattern.languageTag, example: "de-AT")
  /// A path, and the first two numbers of a version.
  static let base = pattern("\(Pattern.path)@[0-9]{1,9}\\.[0-9]{1,9}", example: "../login@1.2")
  /// A value of the event, such as `$event.userID`.
  package static let reference = pattern("\\$\(Pattern.name)(\\.\(Pattern.name))*", example: "$event.userID")
  /// A text with placeholders, whose braces fit.
  package static let template = templates("(\(Pattern.plain)|\(Pattern.placeholder))+", "Attempts left: {attemptsLeft}")
  /// A text with a placeholder at least.
  static let filled = pattern(
    "(\(Pattern.plain))*\(Pattern.placeholder)(\(Pattern.plain)|\(Pattern.placeholder))*",
    example: "{subject}: {message}")
  /// A text in which a number may stand.
  static let counting = templates("(\(Pattern.plain)|\\{count\\})+", "and {count} more")
  /// A text without placeholders.
  static let words = templates("(\(Pattern.plain))+", "Nothing waits.")

  private static func templates(_ pattern: String, _ example: String) -> ValueShape {
    either([.pattern(pattern, example: example), number, flag])
  }

  /// A guard in the language of guards.
  package static let expression = text
  /// A number that is 0 or more.
  package static let amount = count(from: 0, to: nil)
  /// A number that is 1 or more.
  package static let positive = count(from: 1, to: nil)
  /// Any whole number.
  package static let integer = count(from: .min, to: nil)
  /// One text or several.
  package static let texts = oneOrList(.text)
}

/// Patterns of words, as regular expressions of ECMA 262.
package enum Pattern {
  package static let name = "[A-Za-z][A-Za-z0-9_-]*"
  /// The path of a file.
  static let path = "((\\.|\\.\\.|\(name))/)*\(name)(\\.mfaflow)?(\\.yaml)?"
  static let cataloguePath = "((\\.|\\.\\.|\(name))/)*\(name)(\\.\(name))*"
  /// Of BCP 47, but for what follows from its numbers of characters and from words that stand twice.
  static let languageTag = "[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*"
  /// The ways in which items are ordered.
  package static let orders = ["ascending", "descending"]
  /// A name that is no word of the language.
  package static let freeName = "(?!(\(ReservedWords.ofFlows.map(\.description).joined(separator: "|")))$)\(name)"
  /// The key of a message: none that would be a flag behind `retry:`.
  static let messageKey = "(?!(\(ReservedWords.flags.map(\.description).joined(separator: "|")))$)\(name)"
  /// An end of a flow that is run, or `else`.
  static let innerEnd = "(?!(accepted|rejected|timeout|exhausted|allow|deny|error)$)\(name)"
  static let whole = "(0|[1-9][0-9]*)"
  static let duration =
    "(?=[0-9])(\(whole)d)?(\(whole)h)?(\(whole)m)?(\(whole)s)?(\(whole)ms)?"
  static let moment = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
  /// An event with its mode.
  static let eventPlace = "\(name)(\\((\(name)|[0-9]+)\\))?"
  /// An event with its mode and how it came out.
  static let event = "\(eventPlace)( +(error( +(\(whole)|\(name)))?|\(name)|\(whole)))?"
  /// What may come back.
  static let outcome = "\(whole)|(error|rejected)( +(\(whole)|\(name)))?|\(event)"
  /// What a text shows as it is; a brace stands twice.
  static let plain = "[^{}]|\\{\\{|\\}\\}"
  static let placeholder = "\\{\(name)(\\.\(name))*\\}"
  /// One name or several, behind commas.
  static let names = "\(name)( *, *\(name))*"
}
