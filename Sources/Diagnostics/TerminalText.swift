// SPDX-License-Identifier: Apache-2.0

/// Text as it may be shown on a terminal: nothing in it moves the cursor, changes colours or turns the order around.
package enum TerminalText {
  /// The scalar itself, or its number where a terminal would obey it or not show it.
  static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where isHidden(scalar): "<U+\(hex(scalar.value))>"
    default: String(scalar)
    }
  }

  /// True for what must not reach a terminal: controls, other line breaks, and what is invisible or turns the order of a
  /// text.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0xA1...: InvisibleScalar.name(scalar.value) != nil
    default: false
    }
  }

  /// A whole text of one line; line breaks inside are shown escaped.
  package static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    return text.unicodeScalars.reduce(into: "") { $0 += visible($1) }
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
