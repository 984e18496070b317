// SPDX-License-Identifier: Apache-2.0

/// Texts of both directions of writing side by side, so that neither turns the other around.
///
/// Source: Unicode Standard Annex 9, the bidirectional algorithm: the isolates FSI and PDI.
package enum WritingDirection {
  /// A value within a message: in an isolate of its own where it, or the message, runs from right to left.
  ///
  /// What the value itself has of marks of direction is dropped: no value can end its isolate, or turn what stands behind it.
  package static func isolated(_ value: String, inRightToLeft isRightToLeft: Bool) -> String {
    guard !value.isEmpty else { return value }
    let hasMarks = value.unicodeScalars.contains { isMark($0.value) }
    guard isRightToLeft || hasMarks || hasRightToLeft(value) else { return value }
    return "\(open)\(withoutMarks(value))\(close)"
  }

  /// A line for a screen on which other texts stand, too: in an isolate where something in it runs from right to left.
  ///
  /// - Parameter isRightToLeft: whether it is in a language that does; nil for its first letter tells.
  package static func line(_ text: String, isRightToLeft: Bool? = nil) -> String {
    guard hasRightToLeft(text) || text.unicodeScalars.contains(where: { isMark($0.value) }) else { return text }
    // RIGHT-TO-LEFT ISOLATE, or LEFT-TO-RIGHT ISOLATE.
    let open: Character = isRightToLeft.map { $0 ? "\u{2067}" : "\u{2066}" } ?? self.open
    return "\(open)\(text)\(close)"
  }

  /// A text for a screen that goes by the first letter: it begins with a mark of its language, where that letter may mislead.
  package static func beginning(_ text: String, isRightToLeft: Bool) -> String {
    guard !text.isEmpty, isRightToLeft || hasRightToLeft(text) else { return text }
    // RIGHT-TO-LEFT MARK, or LEFT-TO-RIGHT MARK.
    return "\(isRightToLeft ? "\u{200F}" : "\u{200E}")\(text)"
  }

  /// A text without marks of direction, to be compared.
  package static func withoutMarks(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isMark($0.value) }) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isMark($0.value) }))
  }

  /// Whether each isolate that is opened is closed, and there are no other marks: such a text turns nothing around it.
  package static func isClosed(_ text: String) -> Bool {
    var depth = 0
    for scalar in text.unicodeScalars where isMark(scalar.value) {
      switch scalar.value {
      case 0x2068: depth += 1
      case 0x2069: depth -= 1
      default: return false
      }
      if depth < 0 { return false }
    }
    return depth == 0
  }

  /// FIRST STRONG ISOLATE: what follows is shown in the direction of its own letters.
  package static let open: Character = "\u{2068}"
  /// POP DIRECTIONAL ISOLATE.
  package static let close: Character = "\u{2069}"

  /// The property Bidi_Control.
  private static func isMark(_ value: UInt32) -> Bool {
    switch value {
    case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether a letter runs from right to left, by the blocks that Unicode keeps for such scripts.
  private static func hasRightToLeft(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
      default: false
      }
    }
  }
}
