// SPDX-License-Identifier: Apache-2.0

extension ValueShape {
  /// A name that the author gives or repeats, such as that of a step; one of a flow inside has slashes.
  package static let name = pattern("\(Pattern.name)(/\(Pattern.name))*", example: "enterCode")
  /// The name of a place that is not the one where the line stands.
  static let placeName = pattern(
    "(?!(stay|retry|resume)$)\(Pattern.name)(/\(Pattern.name))*", example: "enterCode")
  /// A name without slashes.
  static let ownName = pattern(Pattern.name, example: "enterCode")
  /// A name that the author gives, and no word of the language.
  static let newName = pattern(Pattern.freeName, example: "enterCode")
  /// The key of a message.
  static let messageName = pattern(Pattern.name, example: "code-sent")
  /// The name of a call of the contract.
  static let callName = pattern(Pattern.name, example: "setPassword")
  /// The name of a choice.
  static let choiceName = pattern(Pattern.name, example: "cancel")
  /// The name of a budget.
  static let budgetName = pattern(Pattern.name, example: "codes")
  /// The name of a flow.
  static let flowName = pattern(Pattern.noFlag, example: "login")
  /// The name that another file gives itself.
  static let fileName = pattern(Pattern.noFlag, example: "enterCode")
  /// A time, such as `90s` or `1m30s`.
  package static let duration = pattern(Pattern.duration, example: "90s")
  /// A time that is not nothing.
  static let span = pattern(Pattern.span, example: "90s")
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
  package static let template = templates(Pattern.template, "Attempts left: {attemptsLeft}")
  /// The same, with more than blanks in it.
  static let shownText = templates("(?=[\\s\\S]*\\S)\(Pattern.template)", "Attempts left: {attemptsLeft}")
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
  /// The number of a mode, a status code or an error; ``Pattern/code`` is the same as a key.
  static let code = count(from: 0, to: Int(Int32.max))
  /// Any whole number.
  package static let integer = count(from: .min, to: nil)
  /// One text or several.
  package static let texts = oneOrList(.text)
}

/// Patterns of words, as regular expressions of ECMA 262.
package enum Pattern {
  package static let name = "[A-Za-z][A-Za-z0-9_-]*"
  /// The path of a file.
  static let path = "((\\.|\\.\\.|\(name))/)*\(name)(\\.mfaflow)?(\\.ya?ml)?"
  static let cataloguePath = "((\\.|\\.\\.|\(name))/)*\(name)(\\.\(name))*"
  /// Of BCP 47 (`langtag`), but for which languages and variants there are, for words that stand twice, and for the length of all.
  static let languageTag =
    "[A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*"
    + "(-[A-WYZa-wyz0-9](-[A-Za-z0-9]{2,8})+)*(-[Xx](-[A-Za-z0-9]{1,8})+)?"
  /// The ways in which items are ordered.
  package static let orders = ["ascending", "descending"]
  /// A name that is no word of the language.
  package static let freeName = name(but: ReservedWords.ofFlows)
  /// A name that cannot be mistaken for a yes or no: that of a file, or the key of a message, which would be a flag behind `retry:`.
  static let noFlag = name(but: ReservedWords.flags)
  /// An end of a flow that is run, or `else`.
  static let innerEnd = name(but: ReservedWords.outcomes.filter { $0.description != "else" })
  static let whole = "(0|[1-9][0-9]*)"
  /// A whole number of up to 2,147,483,647.
  static let code =
    "(0|[1-9][0-9]{0,8}|1[0-9]{9}|20[0-9]{8}|21[0-3][0-9]{7}|214[0-6][0-9]{6}|2147[0-3][0-9]{5}|21474[0-7][0-9]{4}"
    + "|214748[0-2][0-9]{3}|2147483[0-5][0-9]{2}|21474836[0-3][0-9]|214748364[0-7])"
  static let duration =
    "(?=[0-9])(\(whole)d)?(\(whole)h)?(\(whole)m)?(\(whole)s)?(\(whole)ms)?"
  static let span = "(?=[^1-9]*[1-9])\(duration)"
  static let moment = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
  /// An event with its mode.
  static let eventPlace = "\(name)(\\((\(name)|[0-9]+)\\))?"
  /// An event with its mode and how it came out.
  static let event = " *\(eventPlace)( +(error( +(\(code)|\(name)))?|\(name)|\(code)))? *"
  /// What may come back.
  static let outcome = "\(code)| *(error|rejected)( +(\(code)|\(name)))? *|\(event)"
  /// What a text shows as it is; a brace stands twice.
  static let plain = "[^{}]|\\{\\{|\\}\\}"
  static let placeholder = "\\{\(name)(\\.\(name))*\\}"
  static let template = "(\(plain)|\(placeholder))+"
  /// A name that is none of some words.
  static func name(but words: [StaticString]) -> String {
    "(?!(\(words.map(\.description).joined(separator: "|")))$)\(name)"
  }
  /// One name or several, with commas between them.
  static let names = several(name)
  /// One of a pattern, or several with commas between them; blanks may stand around a comma only.
  static func several(_ one: String) -> String { "\(one)| *\(one) *(, *\(one) *)+" }
}
