// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Characters that nobody sees, and the few places where some of them have a task.
///
/// Why: two names that look the same must be the same, and what a reviewer reads must be what is written. Letters of
/// every script are fine, those that are written from right to left included; what turns their order around is not.
/// Source: Unicode Standard Annex 31, section 2.3, on joiners.
enum HiddenCharacters {
  /// What a hidden character is; nil for one that is seen, and for one that has its task between its neighbours.
  static func name(_ value: UInt32, after previous: UInt32?, before next: UInt32?) -> String? {
    switch value {
    case 0x200C, 0x200D: isJoining(value, previous, next) ? nil : "a joiner where nothing is joined"
    case 0x180E: isMongolian(previous) && isMongolian(next) ? nil : "an invisible separator"
    case 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF:
      isVariation(value, of: previous, next) ? nil : "a choice of form behind what has only one"
    default: InvisibleScalar.name(value)
    }
  }

  /// The first hidden character of a text; nil if all of it is seen.
  static func first(in text: UnsafeBufferPointer<UInt8>) -> (value: UInt32, name: String)? {
    guard text.contains(where: { $0 >= 0x80 }) else { return nil }
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    for index in scalars.indices {
      if let name = name(at: index, of: scalars) { return (scalars[index].value, name) }
    }
    return nil
  }

  /// What is seen of a text; nil if all of it is.
  static func seen(of text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard first(in: text) != nil else { return nil }
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    return scalars.indices.filter { name(at: $0, of: scalars) == nil }.flatMap { Array(String(scalars[$0]).utf8) }
  }

  private static func name(at index: Int, of scalars: [Unicode.Scalar]) -> String? {
    guard scalars[index].value >= 0x80 else { return nil }
    return name(
      scalars[index].value, after: index > 0 ? scalars[index - 1].value : nil,
      before: index + 1 < scalars.count ? scalars[index + 1].value : nil)
  }

  /// Between two emoji, or between two letters of a script whose letters join.
  private static func isJoining(_ value: UInt32, _ previous: UInt32?, _ next: UInt32?) -> Bool {
    guard let previous, let next else { return false }
    if isOfJoiningScript(previous), isOfJoiningScript(next) { return true }
    return value == 0x200D && (isEmoji(previous) || previous == 0xFE0F) && isEmoji(next)
  }

  private static func isVariation(_ value: UInt32, of previous: UInt32?, _ next: UInt32?) -> Bool {
    guard let previous, let scalar = Unicode.Scalar(previous) else { return false }
    switch value {
    case 0xFE0E, 0xFE0F: return isEmoji(previous) || (isKeycap(previous) && next == 0x20E3)
    case 0xFE00...0xFE0D:
      return scalar.properties.isUnifiedIdeograph || scalar.properties.generalCategory == .mathSymbol
        || 0x1000...0x109F ~= previous || 0xA840...0xA877 ~= previous
    case 0xE0100...0xE01EF: return scalar.properties.isUnifiedIdeograph
    default: return isMongolian(previous)
    }
  }

  private static func isMongolian(_ value: UInt32?) -> Bool { value.map { 0x1820...0x18AA ~= $0 } ?? false }

  private static func isKeycap(_ value: UInt32) -> Bool {
    0x30...0x39 ~= value || value == 0x23 || value == 0x2A
  }

  private static func isEmoji(_ value: UInt32) -> Bool {
    value > 0x7F && Unicode.Scalar(value)?.properties.isEmoji ?? false
  }

  /// A letter or a mark of Arabic, Syriac, N'Ko, the scripts of India and their kin, or Mongolian.
  private static func isOfJoiningScript(_ value: UInt32) -> Bool {
    switch value {
    case 0x0610...0x08FF, 0x0900...0x0DFF, 0x0F00...0x109F, 0x1700...0x18AF, 0x1A20...0x1AAF, 0x1B00...0x1C4F,
      0xA800...0xA9FF, 0xAA00...0xAAFF, 0xABC0...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x10A00...0x10FFF,
      0x11000...0x11FFF:
      break
    default: return false
    }
    switch Unicode.Scalar(value)?.properties.generalCategory {
    case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: return InvisibleScalar.name(value) == nil
    default: return false
    }
  }
}
