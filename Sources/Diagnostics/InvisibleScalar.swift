// SPDX-License-Identifier: Apache-2.0

/// Characters that nobody sees, or that turn the order of what is around them, wherever they stand.
///
/// Source: Unicode 16, the properties Default_Ignorable_Code_Point and Bidi_Control, the blank of Braille, the empty note
/// of music and the filler of Khitan; without joiners and choices of form, which have their task between some neighbours.
package enum InvisibleScalar {
  /// What such a character is, as in `it is an invisible tag`; nil for all others.
  package static func name(_ value: UInt32) -> String? {
    switch value {
    case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "a mark of the direction of writing"
    case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x16FE4, 0x1D159: "an invisible filler"
    case 0xE0000...0xE00FF, 0xE01F0...0xE0FFF: "an invisible tag"
    case 0xAD, 0x34F, 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF0...0xFFFB, 0x13430...0x1343F,
      0x1BCA0...0x1BCA3, 0x1D173...0x1D17A:
      "an invisible character"
    case 0x2028, 0x2029: "a line break that most editors do not count"
    case 0xFFFE, 0xFFFF: "not a character"
    default: nil
    }
  }
}
