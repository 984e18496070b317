// SPDX-License-Identifier: Apache-2.0

/// What stands in a file, to tell whether a message has a word from it, however YAML writes that word.
///
/// A message quotes a value as it is read. The file may have it over several lines, with escapes, or with quotes that stand twice.
/// So both are also compared without blanks, quotes and line breaks, and the file with its escapes read.
package struct FileWords: Sendable {
  private let text: SearchedText
  private let squeezed: SearchedText
  /// With its escapes read; nil if it has none.
  private let unescaped: SearchedText?
  /// Whether a value may be written otherwise although it has no blank.
  private let hasSigns: Bool

  package init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let visible = Self.visible(text)
    self.text = SearchedText(visible)
    squeezed = SearchedText(Self.squeezed(visible))
    let hasEscapes = bytes.contains(UInt8(ascii: "\\"))
    unescaped = hasEscapes ? SearchedText(Self.squeezed(Self.visible(Self.unescaped(text)))) : nil
    hasSigns = hasEscapes || bytes.contains(UInt8(ascii: "'"))
  }

  /// Whether a word that a message quotes may be taken from the file; an empty one may.
  ///
  /// - Parameter asWord: whether a longer word that it is a part of does not count: the unit `h` is not taken from `horse`.
  package func mayHold(_ word: String, asWord: Bool = false) -> Bool {
    if text.holds(word, asWord: asWord) { return true }
    guard hasSigns || Self.mayBeFolded(word) else { return false }
    let squeezed = Self.squeezed(word)
    guard !squeezed.isEmpty, !asWord || Self.mayBeFolded(word) || squeezed.utf8.count > Self.longestUnit else {
      return false
    }
    return self.squeezed.holds(squeezed) || unescaped?.holds(squeezed) ?? false
  }

  /// Shorter words stand inside of others by chance once the blanks between those are gone.
  private static let longestUnit = 5

  /// Whether a word may stand on several lines: each break is read as a blank, or as a break.
  private static func mayBeFolded(_ word: String) -> Bool {
    word.utf8.contains { $0 == 0x20 || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "<") }
  }

  /// As a message writes it.
  private static func visible(_ text: String) -> String {
    let backtick = UInt8(ascii: "`")
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != backtick || $0 == 0x0A }) { return text }
    var visible = ""
    visible.reserveCapacity(text.utf8.count)
    // What is not shown often stands many times in a row.
    var last: (scalar: Unicode.Scalar, words: String)?
    for scalar in text.unicodeScalars {
      if scalar == "`" {
        // As messages quote it: a backtick would end the quotation.
        visible += "'"
      } else if (0x20..<0x7F).contains(scalar.value) || scalar == "\n" {
        visible.unicodeScalars.append(scalar)
      } else {
        let words = last?.scalar == scalar ? last?.words ?? "" : TerminalText.visible(scalar)
        last = (scalar, words)
        visible += words
      }
    }
    return visible
  }

  /// Without blanks, line breaks, quotes and backslashes, and without what a message writes for those.
  private static func squeezed(_ text: String) -> String {
    var squeezed: [UInt8] = []
    let bytes = Array(text.utf8)
    squeezed.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "\""), UInt8(ascii: "'"): break
      case UInt8(ascii: "\\"):
        if index + 1 < bytes.count, "nrt".utf8.contains(bytes[index + 1]) { index += 1 }
      case UInt8(ascii: "<") where bytes[index...].starts(with: "<U+".utf8):
        let end = bytes[index...].prefix(Self.longestSign).firstIndex(of: UInt8(ascii: ">"))
        index = end ?? index
        if end == nil { squeezed.append(bytes[index]) }
      default: squeezed.append(bytes[index])
      }
      index += 1
    }
    return String(decoding: squeezed, as: UTF8.self)
  }

  /// As in `<U+10FFFF>`.
  private static let longestSign = 10

  /// With the escapes of a double-quoted text read: those that stand for a letter give it, the others nothing.
  private static func unescaped(_ text: String) -> String {
    var unescaped = String.UnicodeScalarView()
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\\", let sign = scalars.popFirst() else {
        unescaped.append(scalar)
        continue
      }
      let digits: Int? =
        switch sign {
        case "x": 2
        case "u": 4
        case "U": 8
        default: nil
        }
      if let digits {
        let number = scalars.prefix(digits)
        if let value = UInt32(String(number), radix: 16), let letter = Unicode.Scalar(value) {
          unescaped.append(letter)
          scalars = scalars.dropFirst(digits)
          continue
        }
        unescaped.append(sign)
      } else if !"0abtnvfreN_LP".unicodeScalars.contains(sign) {
        unescaped.append(sign)
      }
    }
    return String(unescaped)
  }
}
