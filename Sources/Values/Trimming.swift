// SPDX-License-Identifier: Apache-2.0

/// White space at the ends of what a person typed: it belongs to no user name and to no code.
package enum Trimming {
  /// Where the text begins and ends without the ASCII white space around it; empty if there is nothing else.
  package static func bounds(of bytes: [UInt8]) -> Range<Int> {
    var start = 0
    var end = bytes.count
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The text without the white space around it; the same string if there is none.
  package static func trimmed(_ text: String) -> String {
    let utf8 = text.utf8
    guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else { return text }
    let bytes = Array(utf8)
    return String(decoding: bytes[bounds(of: bytes)], as: UTF8.self)
  }

  /// The text without the ASCII white space at its end; the same string if there is none.
  package static func trimmedAtEnd(_ text: String) -> String {
    guard let last = text.utf8.last, isSpace(last) else { return text }
    return String(decoding: text.utf8.reversed().drop(while: isSpace).reversed(), as: UTF8.self)
  }

  package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
}
