// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

extension YAMLNode {
  /// This node as a whole decimal number, without quotes; nil, and a finding, if it is none.
  ///
  /// No octal, hexadecimal or base 60, no `_`, no leading zero: what two readers could read in two ways is no number.
  package func int(_ what: String, _ findings: inout [Diagnostic]) -> Spanned<Int>? {
    guard let text = scalar(what, must: "be a number", &findings) else { return nil }
    guard isPlain else {
      let help: Cure =
        DecimalNumber(text) == nil ? "write it in digits" : Cure("write `\(text)` without quotes", .whole(by: text))
      findings.append(.notANumber(what, "\"\(text)\"", at: range, help: help))
      return nil
    }
    guard let number = DecimalNumber(text) else {
      findings.append(.notANumber(what, text, at: range, help: DecimalNumber.cure(for: text)))
      return nil
    }
    guard let value = number.value else {
      findings.append(
        .outOfRange("\(what) must not be that large", at: range, help: "write a smaller number than \(text)"))
      return nil
    }
    return Spanned(value, range)
  }

  /// This node as a number that is 1 or more; nil, and a finding, if it is none, or greater than a limit.
  package func count(_ what: String, atMost limit: Int = .max, _ findings: inout [Diagnostic]) -> Spanned<Int>? {
    guard let number = int(what, &findings) else { return nil }
    guard number.value <= limit else {
      findings.append(
        .outOfRange(
          "\(what) must be at most \(limit), not \(number.value)", at: range, help: "write \(limit) or less"))
      return nil
    }
    guard number.value >= 1 else {
      findings.append(
        .outOfRange("\(what) must be at least 1, not \(number.value)", at: range, help: "write 1 or more"))
      return nil
    }
    return number
  }
}

/// Decimal digits with an optional minus, as an author writes a whole number.
private struct DecimalNumber {
  /// Nil for a number beyond ``YAMLLimits/greatestNumber``.
  let value: Int?

  /// Nil for a text that is not such a number.
  init?(_ text: String) {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    guard let first = digits.first, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    guard first != 0x30 || (digits.count == 1 && !isNegative) else { return nil }
    let greatest = YAMLLimits.greatestNumber
    value = Int(text).flatMap { $0 >= -greatest && $0 <= greatest ? $0 : nil }
  }

  /// The digits of `3 times`, `3x` and `3s`; nil for anything else: other letters that touch digits may be mistyped digits, such as `5OO`.
  private static func numberWithAWord(_ text: String) -> String? {
    let digits = String(text.prefix { $0.isASCII && $0.isNumber })
    let word = text.dropFirst(digits.count)
    guard DecimalNumber(digits) != nil, !word.isEmpty else { return nil }
    guard word.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == " ") }) else { return nil }
    let bare = word.drop { $0 == " " }
    let isApart = bare.startIndex != word.startIndex && bare.contains { !"OolI ".contains($0) }
    return isApart || units.contains(bare.lowercased()) ? digits : nil
  }

  /// What people write at once behind a number.
  private static let units: Set<String> = ["x", "times", "tries", "ms", "s", "sec", "m", "min", "h", "d"]

  /// What to do about a text that looks like a number and is none.
  static func cure(for text: String) -> Cure {
    let digits = text.utf8.filter { $0 >= 0x30 && $0 <= 0x39 }
    let isDigits = digits.count == text.utf8.count && !digits.isEmpty
    if isDigits, let value = Int(text) {
      return Cure("write `\(value)`, without zeros in front", .whole(by: String(value)))
    }
    if text.utf8.contains(UInt8(ascii: "_")) { return "write the digits without `_`" }
    if text.hasPrefix("0x") || text.hasPrefix("0o") { return "write it as a decimal number" }
    if text.hasPrefix("+") { return "write it without `+`" }
    if text.utf8.contains(UInt8(ascii: ".")) { return "write a whole number" }
    if let number = numberWithAWord(text) { return Cure("write `\(number)`", .whole(by: number)) }
    return WrittenNumber.cure(for: text) ?? "write it in digits, such as `3`"
  }
}

extension Diagnostic {
  fileprivate static func notANumber(
    _ what: String, _ text: String, at range: SourceRange, help: Cure
  ) -> Diagnostic {
    Diagnostic(YAMLRules.notANumber, "\(what) must be a number, not \(quoting(text))", at: range, help: help)
  }

  /// A number as a key that stands in quotes, as if it were a text.
  package static func quotedNumber(_ what: String, _ key: Spanned<String>) -> Diagnostic {
    notANumber(
      what, "\"\(key.value)\"", at: key.range,
      help: Cure("write `\(key.value)` without quotes", .whole(by: key.value)))
  }

  static func outOfRange(_ message: String, at range: SourceRange, help: String) -> Diagnostic {
    Diagnostic(YAMLRules.numberOutOfRange, message, at: range, help: help)
  }
}
