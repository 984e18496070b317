// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Cuts the short texts of a contract into words, each with its place.
enum Pieces {
  /// The names of `a, b, c`; a name may be empty where a comma is one too many.
  static func byComma(_ text: Spanned<String>) -> [Spanned<String>] {
    cut(text, at: UInt8(ascii: ","), keepingEmpty: true)
  }

  /// The words of `getUser 101 138`.
  static func bySpace(_ text: Spanned<String>) -> [Spanned<String>] {
    cut(text, at: UInt8(ascii: " "), keepingEmpty: false)
  }

  private static func cut(
    _ text: Spanned<String>, at separator: UInt8, keepingEmpty: Bool
  ) -> [Spanned<String>] {
    let range = text.range
    // Only then is a byte a column: no quotes, no escapes, nothing but ASCII, and one line.
    let isExact =
      range.start.line == range.end.line && Int(range.end.column - range.start.column) == text.value.utf8.count
    var copy = text.value
    return copy.withUTF8 { bytes in
      guard bytes.contains(separator) else { return bytes.isEmpty && !keepingEmpty ? [] : [text] }
      var pieces: [Spanned<String>] = []
      pieces.reserveCapacity(4)
      var start = 0
      for index in 0...bytes.count where index == bytes.count || bytes[index] == separator {
        let part = trimmed(bytes, start, index)
        start = index + 1
        guard keepingEmpty || !part.isEmpty else { continue }
        var place = range
        if isExact {
          place.end.column = place.start.column + Int32(truncatingIfNeeded: part.upperBound)
          place.start.column += Int32(truncatingIfNeeded: part.lowerBound)
        }
        pieces.append(Spanned(String(decoding: UnsafeBufferPointer(rebasing: bytes[part]), as: UTF8.self), place))
      }
      return pieces
    }
  }

  private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int) -> Range<Int> {
    var (from, to) = (from, to)
    while from < to, bytes[from] == UInt8(ascii: " ") { from += 1 }
    while from < to, bytes[to - 1] == UInt8(ascii: " ") { to -= 1 }
    return from..<to
  }
}
