// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Values

/// A type as a contract writes it, with what stands around it: `optional trimmed text 1..64`, `list threat`,
/// `text from ANOTHER_NAME`.
struct TypeLine {
  var type: ValueType
  var isOptional = false
  var isTrimmed = false
  /// It names the user whom all is about.
  var isUser = false
  /// It says how many attempts are left.
  var isAttempts = false
  /// It must not be shown.
  var isPrivate = false
  var minimum: Int?
  var maximum: Int?
  /// Other names of the field in what the SDK delivers.
  var origins: [String] = []

  /// What may stand around the type, which depends on the place.
  struct Around: OptionSet {
    let rawValue: Int
    static let user = Around(rawValue: 1)
    static let attempts = Around(rawValue: 2)
    static let origins = Around(rawValue: 4)
    /// `optional`, `trimmed` and bounds.
    static let argument = Around(rawValue: 8)
    static let privacy = Around(rawValue: 16)
  }

  /// Words that have a meaning in a type and can name none.
  static let words = Set(ReservedWords.ofTypes.map(\.description))

  /// Nil, and a finding, if the text is no type, or has around it what may not stand there.
  init?(_ text: Spanned<String>, _ around: Around, in scope: inout ContractScope) {
    var words = Pieces.bySpace(text)[...]
    type = .text
    if around != [] { takeModifiers(&words, around) }
    guard let type = Self.takeType(&words, text, in: &scope) else { return nil }
    self.type = type
    if around.contains(.argument), let bounds = words.first, Self.isBounds(bounds.value) {
      words.removeFirst()
      guard takeBounds(bounds, &scope.findings) else { return nil }
    }
    if around.contains(.origins), words.first?.value == "from", words.count > 1 {
      origins = words.dropFirst().map(\.value)
      words = []
    }
    if let word = words.first {
      scope.findings.append(.strayWord(word))
      return nil
    }
    guard fits(text, &scope.findings) else { return nil }
  }

  private mutating func takeModifiers(_ words: inout ArraySlice<Spanned<String>>, _ around: Around) {
    while words.count > 1, let word = words.first?.value {
      switch word {
      case "optional" where around.contains(.argument): isOptional = true
      case "trimmed" where around.contains(.argument): isTrimmed = true
      case "user" where around.contains(.user): isUser = true
      case "attempts" where around.contains(.attempts): isAttempts = true
      case "private" where around.contains(.privacy): isPrivate = true
      default: return
      }
      words.removeFirst()
    }
  }

  private static func takeType(
    _ words: inout ArraySlice<Spanned<String>>, _ text: Spanned<String>, lists: Int = 0, in scope: inout ContractScope
  ) -> ValueType? {
    guard let word = words.popFirst() else {
      scope.findings.append(.missingType(text))
      return nil
    }
    switch word.value {
    case "text": return .text
    case "int": return .int
    case "count": return .count
    case "seconds": return .seconds
    case "flag": return .flag
    case "secret": return .secret
    case "list":
      guard lists < ContractLimits.lists else {
        scope.findings.append(.tooLarge("a type", ContractLimits.lists, "lists inside each other", at: word.range))
        return nil
      }
      return takeType(&words, Spanned(text.value, word.range), lists: lists + 1, in: &scope).map(ValueType.list)
    default:
      if let type = scope.types[word.value] { return type }
      if words.contains(where: { $0.value == "list" }) || Self.words.contains(word.value), word.value != "mode" {
        scope.findings.append(.strayWord(word))
      } else if scope.typesBelow.contains(word.value) {
        scope.findings.append(.typeBelow(word))
      } else {
        // In front of a type, a word that is none is meant to say more of it.
        let isBefore = words.first.map { Self.typeNames(scope).contains($0.value) } ?? false
        let names = isBefore ? Self.modifiers : Self.typeNames(scope)
        let near = scope.findings.count < ContractLimits.suggestions ? names : []
        scope.findings.append(.unknownType(word, among: near))
      }
      return nil
    }
  }

  private static let modifiers = ["optional", "trimmed", "user", "attempts", "private", "list"]

  private static func typeNames(_ scope: ContractScope) -> [String] {
    ["text", "int", "count", "seconds", "flag", "secret", "list"] + scope.types.keys.sorted()
  }

  private static func isBounds(_ word: String) -> Bool {
    word.utf8.first.map { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || (48...57).contains($0) } ?? false
  }

  /// Reads `1..64`, `1..` or `..64`.
  private mutating func takeBounds(_ word: Spanned<String>, _ findings: inout [Diagnostic]) -> Bool {
    let bytes = word.value.utf8
    let dot = bytes.firstIndex(of: UInt8(ascii: ".")) ?? word.value.endIndex
    let low = word.value[..<dot]
    let rest = word.value[dot...]
    guard rest.utf8.starts(with: "..".utf8) else {
      findings.append(.badBounds(word))
      return false
    }
    let high = rest.dropFirst(2)
    minimum = low.isEmpty ? nil : Int(low)
    maximum = high.isEmpty ? nil : Int(high)
    let isRead = (minimum != nil) == !low.isEmpty && (maximum != nil) == !high.isEmpty
    guard isRead, minimum != nil || maximum != nil, minimum ?? .min <= maximum ?? .max else {
      findings.append(.badBounds(word))
      return false
    }
    return true
  }

  /// Whether what stands around the type fits it.
  private func fits(_ text: Spanned<String>, _ findings: inout [Diagnostic]) -> Bool {
    let isWritten = type == .text || type == .secret
    let isNumber = type == .int || type == .count || type == .seconds
    let problem: String? =
      if isTrimmed && !isWritten {
        "only `text` and `secret` can be trimmed"
      } else if (minimum != nil || maximum != nil) && !isWritten && !isNumber {
        "only texts, secrets and numbers have bounds"
      } else if (minimum ?? 0) < 0 && type != .int {
        "only an `int` can be less than 0"
      } else if isUser && type != .text {
        "only a `text` can name the user"
      } else if isPrivate && (isUser || isAttempts) {
        "what names the user or counts attempts is shown, and not private"
      } else if isAttempts && type != .count && type != .int {
        "only a number can count attempts"
      } else {
        nil
      }
    guard let problem else { return true }
    findings.append(
      Diagnostic(
        ContractRules.wrongType, problem, at: text.range, help: "the type here is `\(type)`; change one of the two"))
    return false
  }
}

extension Diagnostic {
  fileprivate static func typeBelow(_ word: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.unknownName, "the type `\(word.value)` is not known yet: a type may use those above it",
      at: word.range,
      help: "write `\(word.value)` above this type; no type holds itself")
  }

  fileprivate static func unknownType(_ word: Spanned<String>, among names: [String]) -> Diagnostic {
    Diagnostic(
      ContractRules.unknownName, "\(quoting(word.value)) is not a type of this contract", at: word.range,
      help: Self.sameTypes[word.value.lowercased()].map { Cure("write `\($0)`", .word(word.value, by: $0)) }
        ?? Suggestion.cure(
          for: word.value, among: names,
          otherwise: "write `text`, `int`, `count`, `seconds`, `flag`, `secret`, `list TYPE`, or one below `types:`"))
  }

  /// Types of other languages.
  private static let sameTypes = [
    "number": "count", "integer": "int", "string": "text", "str": "text", "bool": "flag", "boolean": "flag",
    "array": "list", "duration": "seconds", "password": "secret",
  ]

  fileprivate static func strayWord(_ word: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.badType, "\(quoting(word.value)) cannot stand here in a type", at: word.range,
      help: "write a type such as `text`, `list text` or `optional trimmed text 1..64`")
  }

  fileprivate static func missingType(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.badType, "a type must follow", at: text.range, help: "write a type such as `text` or `list text`")
  }

  fileprivate static func badBounds(_ word: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.badType, "bounds are written from the least to the greatest, not \(quoting(word.value))",
      at: word.range, help: boundsMeant(by: word.value).map { "write `\($0)`" } ?? "write `1..64`, `1..` or `..64`")
  }

  /// The bounds that a single number stands for, and those whose greatest comes first; nil for anything else.
  private static func boundsMeant(by word: String) -> String? {
    if let number = Int(word), number >= 0 { return "\(number)..\(number)" }
    let numbers = word.split(separator: ".").compactMap { Int($0) }
    return numbers.count == 2 && numbers[0] > numbers[1] ? "\(numbers[1])..\(numbers[0])" : nil
  }
}

extension Contract {
  /// The words of which the types of fields and parameters are made, besides the names of the contract's own types.
  package static let wordsOfTypes = TypeLine.words.sorted()
}
