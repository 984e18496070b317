// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values
import YAMLTree

/// What values of a world file can be, beyond what every YAML file has.
extension YAMLNode {
  /// This node as one of some words; nil, and a finding, if it is none.
  func word<Word: CaseIterable>(
    _ what: String, _ spelling: (Word) -> String, _ findings: inout [Diagnostic]
  ) -> Word? {
    guard let text = text(what, &findings) else { return nil }
    if let word = Word.allCases.first(where: { spelling($0) == text.value }) { return word }
    let words = Word.allCases.map(spelling)
    findings.append(.unknownWord(text, what, words))
    return nil
  }

  func word<Word: CaseIterable & RawRepresentable<String>>(
    _ what: String, of type: Word.Type, _ findings: inout [Diagnostic]
  ) -> Word? {
    word(what, \Word.rawValue, &findings)
  }

  /// This node as a number that is 0 or more; nil, and a finding, if it is none.
  func amount(_ what: String, _ findings: inout [Diagnostic]) -> Int? {
    guard let number = int(what, &findings) else { return nil }
    guard number.value >= 0 else {
      findings.append(.negative(number, what))
      return nil
    }
    return number.value
  }

  /// This node as a span of time; nil, and a finding, if it is none.
  func time(_ what: String, _ findings: inout [Diagnostic]) -> Duration? {
    duration(what, &findings).map { .milliseconds($0.value) }
  }

  /// This node as a span of time that is not nothing; nil, and a finding, if it is none.
  func span(_ what: String, _ findings: inout [Diagnostic]) -> Duration? {
    guard let time = time(what, &findings) else { return nil }
    guard time > .zero else {
      findings.append(.noTime(what, at: range))
      return nil
    }
    return time
  }

  /// This node as a moment, such as `2026-01-01T09:00:00Z`; nil, and a finding, if it is none.
  func moment(_ what: String, _ findings: inout [Diagnostic]) -> WorldDate? {
    guard let text = text(what, &findings) else { return nil }
    if let read = WorldDate.read(text.value), read.precision == .second { return read.date }
    findings.append(.notADate(text, what))
    return nil
  }

  /// This node as texts: one, or a list of them; nil, and a finding, if it is neither, or an empty list.
  func texts(_ what: String, _ findings: inout [Diagnostic]) -> [Spanned<String>]? {
    guard kind == .sequence else { return text(what, &findings).map { [$0] } }
    let texts = items.compactMap { $0.text(what, &findings) }
    if items.isEmpty {
      findings.append(.emptyList(what, at: range))
      return nil
    }
    return texts
  }

  /// This node as the data of an event: `true` and `false` are flags, plain digits a number, all else is text.
  func value(_ findings: inout [Diagnostic]) -> Value? {
    switch kind {
    case .mapping: return .record(record(&findings))
    case .sequence: return .list(items.compactMap { $0.value(&findings) })
    case .scalar:
      guard let text else { return nil }
      guard isPlain else { return .text(text) }
      if text == "true" || text == "false" { return .flag(text == "true") }
      let isNumber = (text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...])
        .allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      return isNumber && text != "-" ? int("a number", &findings).map { .int($0.value) } : .text(text)
    }
  }

  /// The entries of this map as the data of an event.
  func record(_ findings: inout [Diagnostic]) -> Record {
    Record(entries.compactMap { entry in entry.value.value(&findings).map { Record.Field(entry.key.value, $0) } })
  }
}

extension Diagnostic {
  static func unknownWord(_ word: Spanned<String>, _ what: String, _ words: [String]) -> Diagnostic {
    let near = Suggestion.nearest(to: word.value, among: words).map { "did you mean `\($0)`? " } ?? ""
    return Diagnostic(
      WorldRules.unknownWord, "\(what) cannot be \(quoting(word.value))", at: word.range,
      help: near + "allowed here: " + words.map { "`\($0)`" }.joined(separator: ", "))
  }

  fileprivate static func negative(_ number: Spanned<Int>, _ what: String) -> Diagnostic {
    Diagnostic(
      WorldRules.negative, "\(what) must not be negative, as \(quoting(String(number.value))) is", at: number.range,
      help: "write 0 or more")
  }

  fileprivate static func notADate(_ text: Spanned<String>, _ what: String) -> Diagnostic {
    Diagnostic(
      WorldRules.notADate, "\(what) must be a moment of the calendar, not \(quoting(text.value))", at: text.range,
      help: "write it in UTC and to the second, as in `2026-01-01T09:00:00Z`")
  }

  fileprivate static func noTime(_ what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      WorldRules.sessionClash, "\(what) must be longer than nothing", at: range,
      help: "write a longer time, or remove the key")
  }

  static func idTwice(_ what: String, _ id: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      WorldRules.idTwice, "no two of these can be the \(what) \(quoting(id))", at: range,
      help: "give one of them another id", notes: [Note("the first one stands here", at: first)])
  }

  static func emptyList(_ what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      WorldRules.emptyList, "\(what) must not be an empty list", at: range, help: "name at least one, or remove the key"
    )
  }
}
