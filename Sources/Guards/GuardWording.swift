// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values

extension ValueType {
  /// The type as a sentence names it: `a count`, `text`, `a list of threats`.
  var noun: String {
    switch self {
    case .text: "text"
    case .int: "a whole number"
    case .count: "a count"
    case .seconds: "a time in seconds"
    case .flag: "a flag"
    case .secret: "a secret"
    case .oneOf(let name, _), .numbered(let name, _): Self.withArticle(name)
    case .list: "a list"
    case .record(let record): Self.withArticle(record.name)
    }
  }

  private static func withArticle(_ name: String) -> String {
    Diagnostic.withArticle(Diagnostic.quoting(name, limit: 14))
  }

  /// Whether its values are whole numbers and nothing else.
  var isNumber: Bool {
    switch self {
    case .int, .count, .seconds: true
    default: false
    }
  }

  /// Whether a constant of a contract may be compared with it.
  fileprivate var isOfConstants: Bool { self == .text || self == .flag || isNumber }

  /// The words that a closed type knows; nil for a type that is not closed.
  var words: [String]? {
    switch self {
    case .oneOf(_, let words): words
    case .numbered(_, let numbers): numbers.map(\.name)
    default: nil
    }
  }
}

/// The words for what does not fit the types of a scope.
extension GuardTrap {
  static func unknownName(_ name: String, in scope: GuardScope, variables: [String], expecting: ValueType?) -> GuardTrap
  {
    let names = scope.names + variables
    let paths = scope.paths(to: name)
    let cure: Cure =
      if let words = expecting?.words, words.contains(name) {
        Cure("words stand in quotes: write `\"\(name)\"`")
      } else if let path = paths.first {
        Cure("did you mean `\(path)`?", paths.count == 1 ? .word(name, by: path) : nil)
      } else {
        Suggestion.cure(
          for: name, among: names,
          otherwise: names.isEmpty ? "no name is known here" : "the names here are \(row(names))")
      }
    return GuardTrap("\(name.quoted) is not a name that is known here", cure: cure)
  }

  static func unknownMember(_ member: String, of owner: String, _ record: RecordType) -> GuardTrap {
    let names = record.fields.map(\.name)
    let rest = names.isEmpty ? "it has no fields" : "it has \(row(names))"
    return GuardTrap(
      "\(owner.quoted) has no field \(member.quoted)",
      cure: Suggestion.cure(for: member, among: names, otherwise: rest))
  }

  static func noMembers(_ owner: String, _ type: ValueType) -> GuardTrap {
    let help =
      if case .list = type {
        "ask about its elements with `.all(x, …)` or `.exists(x, …)`"
      } else {
        "take out what follows the dot"
      }
    return GuardTrap(fitting(owner) { "\($0) is \(type.noun): it has no fields" }, help: help)
  }

  static func unknownWord(_ word: String, of type: ValueType) -> GuardTrap {
    let words = type.words ?? []
    let list =
      words.isEmpty
      ? "none is known here; a part names those of its flow in `needs:`" : "it is one of \(row(words))"
    let near = Suggestion.cure(for: word, among: words, more: " \(list)")
    return GuardTrap("\(word.quoted) is not \(type.noun)", cure: near ?? Cure(list))
  }

  /// - Parameter isOfConstant: whether one of the two is a constant of the contract, which is of the type in which it is written.
  static func mismatch(_ subject: String?, _ type: ValueType, with other: ValueType, isOfConstant: Bool) -> GuardTrap {
    let isWritten = isOfConstant && type.isOfConstants && other.isOfConstants
    return GuardTrap(
      fitting(subject) { "\($0) is \(type.noun): it cannot be compared with \(other.noun)" },
      help: isWritten
        ? "write the constant in the contract with the type that it is compared with: a text with quotes, a number or a flag without"
        : cure(type, other))
  }

  private static func cure(_ type: ValueType, _ other: ValueType) -> String {
    if let words = type.words { return "compare it with one of \(row(words))" }
    return switch (type, other) {
    case (.secret, _), (_, .secret): "compare it with another secret by `==` or `!=`, or use `size(…)`"
    case (.flag, _): "write the flag alone, or after `!`"
    case (.list, _): "use `size(…)`, `.all(x, …)`, `.exists(x, …)`, or `value in list`"
    case (.record, _): "compare one of its fields"
    case (.text, _) where other.isNumber: "put quotes around the number, or count the characters with `size(…)`"
    case (.text, _): "compare it with a text in quotes"
    default: "compare it with a whole number, without quotes"
    }
  }

  static func notComparable(_ subject: String?, _ type: ValueType) -> GuardTrap {
    GuardTrap(fitting(subject) { "\($0) is \(type.noun): it cannot be compared as a whole" }, help: cure(type, type))
  }

  static func noOrder(_ subject: String?, _ type: ValueType, _ sign: String) -> GuardTrap {
    let help = type.words.map { "list the ones you mean, as in `x in [\"\($0.first ?? "A")\"]`" }
    return GuardTrap(
      fitting(subject) { "`\(sign)` compares whole numbers, and \($0) is \(type.noun)" },
      help: help ?? "use `==`, `!=` or `in`")
  }

  /// What is offered or refused would tell the secret, sign by sign, and a check counts no attempt.
  static var secretOfEvent: GuardTrap {
    GuardTrap(
      "a secret of an event cannot be looked at", help: "let the SDK compare it: hand in what was typed by a call")
  }

  /// What is offered or refused would tell it, bit by bit.
  static func privateOfEvent(_ name: String) -> GuardTrap {
    GuardTrap(
      fitting(name) { "the contract marks \($0) private, so a guard cannot look at it" },
      help: "compare something else: what is private goes into calls, and nowhere else")
  }

  /// A pattern for so few secrets that it as good as holds them, or several that do so together.
  static func secretWritten(_ subject: String?, byMany: Bool = false) -> GuardTrap {
    GuardTrap(
      fitting(subject) {
        "\(byMany ? "the patterns leave" : "the pattern leaves") fewer than \(GuardChecker.fewestSecrets) values to \($0), which is a secret"
      },
      help: "describe the form only, as in `[0-9]{6}`: who can read this file must not learn what a secret is")
  }

  static func secretInList(_ subject: String?) -> GuardTrap {
    GuardTrap(
      fitting(subject) { "\($0) is a secret: it cannot be looked up in a list" }, help: cure(.secret, .secret))
  }

  static func listExpected(_ subject: String?, _ type: ValueType, by sign: String) -> GuardTrap {
    GuardTrap(
      fitting(subject) { "`\(sign)` needs a list, and \($0) is \(type.noun)" },
      help: "name a field that holds several values, or write a list in brackets: `[\"A\", \"B\"]`")
  }

  static let emptyList = GuardTrap(
    "a list in a guard must hold something", help: "ask with `size(list) == 0` for an empty list")

  static func mixedList(_ type: ValueType, _ other: ValueType) -> GuardTrap {
    GuardTrap("a list holds values of one type, not \(type.noun) and \(other.noun)", help: "split the list")
  }

  static func noCharacters(_ subject: String?, _ type: ValueType) -> GuardTrap {
    GuardTrap(
      fitting(subject) { "`matches` reads texts and secrets, and \($0) is \(type.noun)" },
      help: "compare the value itself")
  }

  static func noSize(_ subject: String?, _ type: ValueType) -> GuardTrap {
    GuardTrap(
      fitting(subject) { "`size` counts texts, lists and secrets, and \($0) is \(type.noun)" },
      help: "compare the value itself")
  }

  static func flagExpected(_ subject: String?, _ type: ValueType) -> GuardTrap {
    let name = subject ?? "x"
    let help =
      switch type {
      case .list, .secret: "say what must hold, as in `size(\(name)) > 0`"
      case .record: "name one of its fields"
      case .text: "say what it must be, as in `\(name) == \"A\"`"
      default: "say what it must be, as in `\(name) \(type.words?.first.map { "== \"\($0)\"" } ?? "> 0")`"
      }
    return GuardTrap(fitting(subject) { "\($0) is \(type.noun), but true or false must stand here" }, help: help)
  }

  static func negated(_ subject: String?, _ type: ValueType) -> GuardTrap {
    GuardTrap(
      fitting(subject) { "`!` negates true or false, and \($0) is \(type.noun)" },
      help: "to negate a whole comparison put it in parentheses: `!(a == b)`")
  }

  static func shadows(_ name: String) -> GuardTrap {
    GuardTrap(
      "the variable \(name.quoted) must have a name of its own",
      help: "choose a name that is not taken here, such as `x`")
  }

  private static func row(_ words: [String]) -> String {
    words.prefix(12).joined(separator: ", ") + (words.count > 12 ? " and \(words.count - 12) more" : "")
  }

  /// The message with the author's word in it, cut so far that the whole stays a headline.
  private static func fitting(_ word: String?, _ message: (String) -> String) -> String {
    guard let word else { return message("this") }
    let full = message(Diagnostic.quoting(word, limit: 40))
    let excess = full.unicodeScalars.count - 90
    return excess > 0 ? message(Diagnostic.quoting(word, limit: max(8, 39 - excess))) : full
  }
}
