// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

extension DocumentDecoder {
  mutating func transitions(_ node: YAMLNode) -> [TransitionSyntax] {
    guard let map = node.mapping("`then`", &findings) else { return [] }
    var mayBeJSON: Bool?
    return map.compactMap { entry in
      if !entry.keyIsPlain, entry.key.value.utf8.allSatisfy(isDigit), !entry.key.value.hasPrefix("0") {
        // JSON has no other keys than such with quotes.
        let isJSON = mayBeJSON ?? !map.entries.contains(where: \.keyIsPlain)
        mayBeJSON = isJSON
        if !isJSON { findings.append(.quotedNumber("a status code", entry.key)) }
      }
      // Such as `getUser:identify` in a map in braces: that the value is missing is told.
      if entry.value.isReported, entry.value.kind == .scalar { return nil }
      guard !isOfStep(entry, in: "then") else { return nil }
      guard let key = outcomeKey(entry.key), let target = target(entry.value) else { return nil }
      return TransitionSyntax(key: key, target: target, range: entry.key.range)
    }
  }

  /// What may come back, such as `else`, `106`, `error 131`, `rejected 170`, `getUser 141` or `getPassword(set)`.
  private mutating func outcomeKey(_ key: Spanned<String>) -> KeySyntax? {
    if let first = key.value.utf8.first, isDigit(first) {
      return number(key.value, key, "a status code").map { .code($0) }
    }
    guard key.value.isName else { return compoundKey(key) }
    switch key.value {
    case "else": return .otherwise
    case "accepted": return .accepted
    case "rejected": return .rejected(nil)
    case "timeout": return .timeout
    case "exhausted": return .exhausted
    case "allow": return .allow
    case "deny": return .deny
    case "error": return .error(nil)
    default: return .event(EventSyntax(name: key, mode: nil, outcome: .success))
    }
  }

  /// A key of several words, or with a mode.
  private mutating func compoundKey(_ key: Spanned<String>) -> KeySyntax? {
    let words = key.value.words
    if words.count == 2, words[0] == "rejected" || words[0] == "error" {
      return error(words[1], key).map { words[0] == "error" ? .error($0) : .rejected($0) }
    }
    return event(key, words, "an outcome").map { .event($0) }
  }

  /// `getUser`, `getUser 141`, `getPassword(set) password-in-history`, `getUser error`, `getUser error 131`.
  mutating func event(_ text: Spanned<String>, _ what: String) -> EventSyntax? {
    text.value.isName
      ? EventSyntax(name: text, mode: nil, outcome: .success) : event(text, text.value.words, what)
  }

  private mutating func event(_ text: Spanned<String>, _ words: [String], _ what: String) -> EventSyntax? {
    guard let head = words.first, words.count <= 3, let (name, mode) = nameAndMode(head) else {
      return notAnOutcome(text, what)
    }
    let outcome: EventSyntax.Outcome
    switch (words.count, words.dropFirst().first) {
    case (1, _): outcome = .success
    case (2, "error"): outcome = .error(nil)
    case (2, let code?):
      if let first = code.utf8.first, isDigit(first) {
        guard number(code, text, "a status code") != nil else { return nil }
      } else if !code.isName {
        return notAnOutcome(text, what)
      }
      outcome = .code(code)
    case (3, "error"):
      guard let error = error(words[2], text) else { return nil }
      outcome = .error(error)
    default: return notAnOutcome(text, what)
    }
    return EventSyntax(name: Spanned(name, text.range), mode: mode, outcome: outcome)
  }

  private mutating func notAnOutcome(_ text: Spanned<String>, _ what: String) -> EventSyntax? {
    report(
      SyntaxRules.badOutcomeKey, "\(Diagnostic.quoting(text.value)) cannot be read as \(what)", text.range,
      help: "write an event with its mode and code, such as `getPassword(set)`, `getUser 141` or `getUser error`")
    let several = what == "an outcome" ? text.value.cureOfSeveralOutcomes : nil
    if let cure = text.value.cureBeforeBrace ?? several ?? text.value.nameWithoutSigns {
      findings[findings.count - 1].cure = cure
      return nil
    }
    let bare = text.value.filter { $0 != "\"" && $0 != "'" }
    if bare != text.value, let head = bare.words.first, bare.words.count <= 2, nameAndMode(head) != nil {
      findings[findings.count - 1].help = "write \(Diagnostic.quoting(bare)), without quotes"
    } else if let written = withClosedMode(text.value) {
      findings[findings.count - 1].help = "close the `(`: write `\(written)`"
    } else if let written = withMode(text.value) {
      findings[findings.count - 1].help = "write `\(written)`, without a space and with the mode in `( )`"
    }
    return nil
  }

  /// `getPassword(verify) error` for `getPassword(verify error`; nil for anything else.
  private func withClosedMode(_ text: String) -> String? {
    guard let open = text.firstIndex(of: "("), !text.contains(")") else { return nil }
    let end = text[open...].firstIndex(of: " ") ?? text.endIndex
    let head = text[..<end] + ")"
    return nameAndMode(String(head))?.mode == nil ? nil : String(head + text[end...])
  }

  /// `getPassword(verify)` for `getPassword (verify)` and `getPassword[verify]`; nil for anything else.
  private func withMode(_ text: String) -> String? {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("):
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        bytes.append(UInt8(ascii: "("))
      case UInt8(ascii: "]"), UInt8(ascii: "}"): bytes.append(UInt8(ascii: ")"))
      case UInt8(ascii: " ") where bytes.last == UInt8(ascii: "("): break
      default: bytes.append(byte)
      }
    }
    let words = String(decoding: bytes, as: UTF8.self).words
    guard words.count <= 2, let head = words.first, nameAndMode(head)?.mode != nil else { return nil }
    guard words.dropFirst().allSatisfy({ Int($0) != nil || $0 == "error" }) else { return nil }
    return words.joined(separator: " ")
  }

  private func nameAndMode(_ word: String) -> (name: String, mode: String?)? {
    word.withBytes { bytes -> (name: String, mode: String?)? in
      guard let open = bytes.firstIndex(of: UInt8(ascii: "(")) else { return word.isName ? (word, nil) : nil }
      guard open + 1 < bytes.count, bytes.last == UInt8(ascii: ")") else { return nil }
      let (name, mode) = (bytes.text(0..<open), bytes.text(open + 1..<bytes.count - 1))
      guard name.isName else { return nil }
      return mode.isName || (!mode.isEmpty && mode.utf8.allSatisfy(isDigit)) ? (name, mode) : nil
    }
  }

  /// The number of an error as it is written, or its name.
  private mutating func error(_ word: String, _ key: Spanned<String>) -> String? {
    word.isName ? word : number(word, key, "an error number").map { _ in word }
  }

  /// A number as a code is written: digits, no leading zero, as it would not be the same number to every reader.
  private mutating func number(_ digits: String, _ key: Spanned<String>, _ what: String) -> Int? {
    let isCanonical = digits.utf8.allSatisfy(isDigit) && (digits == "0" || digits.utf8.first != UInt8(ascii: "0"))
    if isCanonical, let number = Int32(digits) { return Int(number) }
    report(
      SyntaxRules.badOutcomeKey, "`\(key.value)` does not hold \(what)", key.range,
      help: key.value.cureBeforeBrace ?? key.value.cureOfSeveralOutcomes ?? Self.cure(for: digits))
    return nil
  }

  /// For a number with zeros in front, or with letters among its digits, the number; for one that no code can have, which it can.
  private static func cure(for digits: String) -> Cure {
    if let meant = WrittenNumber.digits(meantBy: digits) {
      return Cure("write digits in place of letters: `\(meant)`", .word(digits, by: meant))
    }
    if let sign = digits.first, sign == "-" || sign == "+", digits.utf8.count > 1,
      digits.utf8.dropFirst().allSatisfy(isDigit)
    {
      return Cure("write the number without `\(sign)`: codes and error numbers have no sign")
    }
    let plain = digits.drop { $0 == "0" }
    if digits.utf8.allSatisfy(isDigit), !plain.isEmpty, Int32(plain) == nil {
      return Cure("write a number of at most \(Int32.max): no code and no error number is greater")
    }
    let number = digits.utf8.allSatisfy(isDigit) && digits.utf8.first == UInt8(ascii: "0") ? Int32(plain) : nil
    return Cure(
      "write the number in plain digits without leading zeros, such as `\(number ?? 106)`",
      number.map { .word(digits, by: String($0)) })
  }

  /// `failed`, `retry`, `{ to: inbox, say: updated }`, `{ retry: wrong-code }`.
  mutating func target(_ node: YAMLNode) -> TargetSyntax? {
    if node.kind == .scalar {
      guard let text = node.text("a target", &findings) else { return nil }
      let move: TargetSyntax.Kind =
        switch text.value {
        case "stay": .stay
        case "retry": .retry
        case "resume": .resume
        default: .to(text.value)
        }
      let words = text.value.words
      if words.count == 2, words[0].isOne(of: Self.moves), words[1].isName {
        report(
          SyntaxRules.badTarget, "\(Diagnostic.quoting(text.value)) is no step and no end", text.range,
          help: "write `{ \(words[0]): \(words[1]) }`")
        return nil
      }
      return TargetSyntax(move: move, say: nil, range: text.range)
    }
    if let map = node.mapping(keys: Self.targetKeys) {
      if let move = map.entries(among: Self.moves).first, move.isEmpty, move.key.value.isOne(of: Shape.plainMoves) {
        // `{ stay }`: in better words than those for any map.
        let said = map["say"]?.text
        report(
          YAMLRules.emptyValue, "`\(move.key.value)` must have a value, as everything in `{ }`", move.key.range,
          help: said.map { "write `{ \(move.key.value): \($0) }`" } ?? "write `\(move.key.value)`, without braces")
        return nil
      }
      return target(map, node.range)
    }
    let before = findings.count
    _ = mapping(node, "a target", Self.targetKeys)
    if node.kind == .sequence {
      let only = node.items.count == 1 ? node.items[0].text : nil
      cure(
        since: before,
        only.map { "write \(Diagnostic.quoting($0)) alone, without `[ ]` and dashes" }
          ?? "name one step or end: a line leads to one place")
      return nil
    }
    // Such as `{ blocked, say: too-many-tries }`.
    let alone = node.entries.first { $0.isEmpty && !$0.key.value.isOne(of: Self.targetKeys) }
    if let name = alone?.key.value, node["to"] == nil, findings.count == before + 1,
      Suggestion.nearest(to: name, among: Self.targetKeys.map(\.description)) == nil
    {
      let allowed = findings[before].help ?? ""
      cure(since: before, "write `to: \(name)` to go there; \(allowed)")
    }
    return nil
  }

  mutating func target(_ map: YAMLMapping, _ range: SourceRange) -> TargetSyntax? {
    guard let move = map.onlyEntry(among: Self.moves) else {
      let moves = map.entries(among: Self.moves)
      let second = moves.count > 1 ? moves[1] : nil
      report(
        SyntaxRules.badTarget, second == nil ? "this does not say where to go" : "this goes two ways at once",
        second?.key.range ?? range,
        help: "give one of `to:`, `stay:`, `retry:` and `resume:`")
      return nil
    }
    var say = key(map["say"], "`say`")
    guard let text = text(move.value, "`\(move.key.value)`") else { return nil }
    if move.key.value == "to" {
      if text.value.isOne(of: Shape.plainMoves) {
        report(
          SyntaxRules.badTarget, "`\(text.value)` is a word of its own and no step", text.range,
          help: "write `{ \(text.value): true }`, or the key of a message in place of `true`")
        return nil
      }
      return TargetSyntax(move: .to(text.value), say: say, range: text.range)
    }
    if text.value != "true" {
      if let said = say {
        report(
          SyntaxRules.badTarget, "`say` and `\(move.key.value)` both name a message", said.range,
          help: "write `{ \(move.key.value): \(text.value) }` alone")
      }
      say = text.value.isName ? text : noKey(text, "`\(move.key.value)`")
    }
    let way: TargetSyntax.Kind =
      switch move.key.value {
      case "stay": .stay
      case "retry": .retry
      default: .resume
      }
    return TargetSyntax(move: way, say: say, range: text.range)
  }

  private static let moves = Shape.target.needsOneOf
  private static let targetKeys = Shape.target.words
}

extension String {
  /// The parts between spaces.
  fileprivate var words: [String] { withBytes { $0.parts(between: UInt8(ascii: " ")) }.filter { !$0.isEmpty } }
}
