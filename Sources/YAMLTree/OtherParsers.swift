// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What other parsers of YAML do with a scalar that we read as the text that stands there.
///
/// Source: the types of YAML 1.1 as PyYAML has them, the core schema of YAML 1.2.2, and the scanner of PyYAML, with which
/// those of ruamel.yaml and older libyaml agree here.
package enum OtherParsers {
  /// As what they deliver a text without quotes, such as ``the number 750``; nil where it stays what it is, and where only
  /// its type is another, as with `101` and `true`.
  static func reading(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard let first = bytes.first, bytes.count <= 40, mayBegin[Int(first)] else { return nil }
    // Nearly all texts are longer words or plain numbers, and need not be looked at as texts.
    if first >= UInt8(ascii: "A") {
      guard bytes.count <= 5, mayEnd[Int(bytes[bytes.count - 1])] else { return nil }
    } else if bytes.count <= 9, first >= UInt8(ascii: "1"), bytes.allSatisfy(isDigit) {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if yes.contains(text) { return "`true`" }
    if no.contains(text) { return "`false`" }
    let isSigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    let digits = isSigned ? text.utf8.dropFirst() : text.utf8[...]
    guard let start = digits.first, start == UInt8(ascii: ".") || isDigit(start) else { return nil }
    return special(Substring(digits), isSigned) ?? date(text)
      ?? number(Substring(digits), isSigned, plus: first == 0x2B)
  }

  private static let yes: Set<String> = ["yes", "Yes", "YES", "on", "On", "ON", "True", "TRUE"]
  private static let no: Set<String> = ["no", "No", "NO", "off", "Off", "OFF", "False", "FALSE"]

  /// Whether a text is one of the few words that they read as true or false.
  package static func isFlag(_ text: String) -> Bool { yes.contains(text) || no.contains(text) }

  /// Whether a word without quotes is a value of its own to some of them, or is read as something else.
  package static func isWordOfTheirs(_ text: String) -> Bool { reading(ofName: text) != nil || readOtherwise(text) }

  /// The names that some of them read as another value, in any letter case.
  package static let takenNames = ["y", "yes", "on", "true", "n", "no", "off", "false", "null"]

  /// As what some of them read a name without quotes; nil for a name that is a text to all of them.
  package static func reading(ofName name: String) -> String? {
    guard let index = takenNames.firstIndex(of: name.lowercased()) else { return nil }
    return index < 4 ? "`true`" : index < 8 ? "`false`" : "nothing at all"
  }

  /// Whether some of them refuse a text without quotes, or deliver something else.
  static func readOtherwise(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { reading(of: $0) != nil || refuse($0) }
  }

  /// Whether they refuse it: what stands for a value of its own in YAML 1.1.
  static func refuse(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.elementsEqual("=".utf8) || bytes.elementsEqual("<<".utf8)
  }

  /// By byte, whether a text that they read otherwise may begin with it.
  private static let mayBegin: [Bool] = (0...255).map { "0123456789.+-yYnNoOtTfF".utf8.contains(UInt8($0)) }

  /// By byte, whether a word for true or false may end with it.
  private static let mayEnd: [Bool] = (0...255).map { "sSnNeEoOfF".utf8.contains(UInt8($0)) }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func special(_ text: Substring, _ isSigned: Bool) -> String? {
    switch text {
    case ".inf", ".Inf", ".INF": "infinity"
    case ".nan", ".NaN", ".NAN": isSigned ? nil : "no number"
    default: nil
    }
  }

  private static func date(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "-"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[0].allSatisfy(isDigit), parts[1].allSatisfy(isDigit) else {
      return nil
    }
    let day = parts[2].prefix(while: isDigit)
    guard (1...2).contains(parts[1].count), (1...2).contains(day.count) else { return nil }
    let rest = parts[2].dropFirst(day.count)
    if rest.isEmpty { return parts[1].count == 2 && day.count == 2 ? "a date" : nil }
    guard let sign = rest.first, "Tt ".utf8.contains(sign), rest.dropFirst().contains(UInt8(ascii: ":")) else {
      return nil
    }
    return rest.dropFirst().allSatisfy { isDigit($0) || ":.Zz+- ".utf8.contains($0) } ? "a time" : nil
  }

  private static func number(_ text: Substring, _ isSigned: Bool, plus: Bool) -> String? {
    if isBased(text) || isBase60(text) { return "a number" }
    let plain = text.filter { $0 != "_" }
    let halves = plain.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    let parts = halves[0].split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }), parts.contains(where: { !$0.isEmpty }),
      halves.count == 1 || isExponent(halves[1])
    else { return nil }
    let whole = parts[0]
    let isPadded = whole.utf8.count > 1 && whole.utf8.first == UInt8(ascii: "0")
    if plain != text || plus || isPadded || halves.count == 2 { return "a number" }
    guard parts.count == 2 else {
      if isSigned, whole == "0" { return "a number" }
      return (Int(whole) ?? .max) > WholeNumber.largest ? "a number, which many of them round" : nil
    }
    let isKept = !whole.isEmpty && !parts[1].isEmpty && !parts[1].hasSuffix("0") && plain.utf8.count <= 15
    return isKept ? nil : "a number"
  }

  /// `0x1F`, `0b11` and `0o14`.
  private static func isBased(_ text: Substring) -> Bool {
    let radix: Int? = text.hasPrefix("0x") ? 16 : text.hasPrefix("0o") ? 8 : text.hasPrefix("0b") ? 2 : nil
    let digits = text.dropFirst(2).filter { $0 != "_" }
    guard let radix, !digits.isEmpty else { return false }
    return digits.allSatisfy { $0.isASCII && $0.hexDigitValue.map { $0 < radix } ?? false }
  }

  /// `12:30` and `12:30:00`: such numbers have the base 60 in YAML 1.1.
  private static func isBase60(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts[0].utf8.first, let last = parts.last, isDigit(first) else { return false }
    let ends = last.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].utf8.allSatisfy({ isDigit($0) || $0 == 95 }), ends.count == 2 || first != UInt8(ascii: "0") else {
      return false
    }
    return (parts.dropFirst().dropLast() + [ends[0]]).allSatisfy { part in
      part.utf8.allSatisfy(isDigit) && (1...2).contains(part.utf8.count) && (Int(part) ?? 60) < 60
    } && (ends.count == 1 || ends[1].utf8.allSatisfy { isDigit($0) || $0 == 95 })
  }

  private static func isExponent(_ text: Substring) -> Bool {
    let digits = text.first == "+" || text.first == "-" ? text.dropFirst() : text
    return !digits.isEmpty && digits.utf8.allSatisfy(isDigit)
  }
}

extension Diagnostic {
  static func readOtherwise(_ text: String, as reading: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.unportableText, "other YAML parsers read \(quoting(text)) as \(reading)", at: range,
      help: Cure("put single quotes around it", .quotes))
  }

  static func refusedElsewhere(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.unportableText, "other YAML parsers refuse \(quoting(text)) without quotes", at: range,
      help: Cure("put single quotes around it", .quotes))
  }

  static func questionMark(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.unportableText, "other YAML parsers refuse a text with `?` inside of `{ }` or `[ ]`", at: range,
      help: Cure("put single quotes around the whole text", .quotes))
  }

  static func commentAtBlock(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.unportableText, "other YAML parsers refuse a comment right behind `|` or `>`", at: range,
      help: Cure("write a space before the `#`", .before(" ")))
  }
}
