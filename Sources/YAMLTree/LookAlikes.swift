// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Characters that look like a sign of YAML and are none: they come from word processors, web pages and other keyboards.
enum LookAlikes {
  /// What a character looks like, as a message says it; nil for one that looks like none of the signs.
  static func sign(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case _ where isBlank(scalar): "a space"
    case 0xFF1A, 0xFE55, 0x2236, 0xA789, 0x02D0: "a colon"
    case 0xFF0C, 0x3001, 0x060C: "a comma"
    case 0x2010...0x2015, 0x2212, 0xFE63, 0xFF0D: "a dash"
    case _ where isQuote(scalar): "a quote"
    case 0xFF5B, 0xFF5D: "a brace"
    case 0xFF3B, 0xFF3D: "a bracket"
    case 0xFF08, 0xFF09: "a parenthesis"
    case 0xFF1D: "an equals sign"
    case 0xFF10...0xFF19: "a digit"
    default: nil
    }
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2018...0x201F, 0x2033, 0x2036, 0xAB, 0xBB, 0x2039, 0x203A, 0xFF02, 0xFF07, 0x300C...0x300F: true
    default: false
    }
  }

  /// Whether the whole text stands between curly quotes, as a word processor writes them.
  static func isBetweenQuotes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first, first >= 0xC2, text.count > 3, text.count < 4096 else { return false }
    let quotes = Array(String(decoding: text, as: UTF8.self).unicodeScalars).map { isQuote($0) && $0.value < 0x3000 }
    return quotes.first == true && quotes.last == true && quotes.count { $0 } == 2
  }

  /// The first of them in a text; nil if there is none.
  static func first(in text: some StringProtocol) -> Unicode.Scalar? {
    text.unicodeScalars.first { $0.value > 0x7F && sign($0) != nil }
  }

  /// Such as ``U+00A0 looks like a space and is none``.
  static func headline(_ scalar: Unicode.Scalar) -> String {
    "\(number(scalar)) looks like \(sign(scalar) ?? "")" + " and is none"
  }

  /// Such as ``write a space in place of U+00A0``.
  static func cure(_ scalar: Unicode.Scalar) -> String {
    let sign = sign(scalar) ?? ""
    let plain: [String: String] = [
      "a colon": "`:` and a space", "a comma": "`,`", "a dash": "`-`", "a quote": "`\"` or `'`",
      "a brace": "`{` or `}`",
      "a bracket": "`[` or `]`", "a parenthesis": "`(` or `)`", "an equals sign": "`:` and a space",
    ]
    return "write \(plain[sign] ?? sign) in place of \(number(scalar))"
  }

  /// The sign in its place; nil for signs that come in pairs, and where it is not certain which one is meant.
  static func change(_ scalar: Unicode.Scalar) -> Cure.Change? {
    switch sign(scalar) {
    case "a space": .whole(by: " ")
    case "a dash": .whole(by: "-")
    case "a comma": .whole(by: ",")
    default: nil
    }
  }

  /// The letter A-Z or a-z that a letter of another alphabet looks like; nil for all others.
  static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    // As on a keyboard for full width.
    if (0xFF21...0xFF3A).contains(scalar.value) || (0xFF41...0xFF5A).contains(scalar.value) {
      return Unicode.Scalar(scalar.value - 0xFEE0)
    }
    return letters[scalar]
  }

  private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
    let alike: [(String, String)] = [
      // Cyrillic.
      ("\u{430}\u{435}\u{43E}\u{440}\u{441}\u{443}\u{445}\u{456}\u{458}\u{455}\u{4BB}\u{501}", "aeopcyxijshd"),
      (
        "\u{410}\u{412}\u{415}\u{41A}\u{41C}\u{41D}\u{41E}\u{420}\u{421}\u{422}\u{423}\u{425}\u{406}\u{408}\u{405}",
        "ABEKMHOPCTYXIJS"
      ),
      // Greek, and the i without its dot.
      (
        "\u{391}\u{392}\u{395}\u{396}\u{397}\u{399}\u{39A}\u{39C}\u{39D}\u{39F}\u{3A1}\u{3A4}\u{3A5}\u{3A7}",
        "ABEZHIKMNOPTYX"
      ), ("\u{3BF}\u{3BD}\u{131}", "ovi"),
    ]
    return Dictionary(
      alike.flatMap { zip($0.unicodeScalars, $1.unicodeScalars) }, uniquingKeysWith: { first, _ in first })
  }()

  static func number(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
