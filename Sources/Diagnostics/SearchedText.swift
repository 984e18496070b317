// SPDX-License-Identifier: Apache-2.0

/// A text in which words are looked for, byte by byte.
///
/// Why: a search by characters takes a hundred times as long, and a file may be made to give many findings.
/// After Knuth, Morris and Pratt, so that no word makes it slow.
package struct SearchedText: Sendable {
  private let bytes: [UInt8]

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether a word stands in the text; an empty one stands in each.
  ///
  /// - Parameter asWord: whether a longer word that it is a part of does not count.
  package func holds(_ text: String, asWord: Bool = false) -> Bool {
    let word = Array(text.utf8)
    guard !word.isEmpty else { return true }
    // How much of the word is still matched where the byte behind so much of it does not fit.
    var rests = [0]
    rests.reserveCapacity(word.count)
    for byte in word.dropFirst() {
      rests.append(Self.matched(rests[rests.count - 1], byte, word, rests))
    }
    var matched = 0
    for (index, byte) in bytes.enumerated() {
      if matched == 0, byte != word[0] { continue }
      matched = Self.matched(matched, byte, word, rests)
      guard matched == word.count else { continue }
      if !asWord || !isInside(index + 1 - word.count..<index + 1) { return true }
      matched = rests[word.count - 1]
    }
    return false
  }

  /// Whether a letter or a digit stands right before or behind a place.
  private func isInside(_ place: Range<Int>) -> Bool {
    place.lowerBound > 0 && Self.isInner(bytes[place.lowerBound - 1])
      || place.upperBound < bytes.count && Self.isInner(bytes[place.upperBound])
  }

  /// Whether a byte is of a word: a letter, a digit, or part of a letter that is none of the alphabet.
  private static func isInner(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return UInt8(ascii: "a")...UInt8(ascii: "z") ~= lower || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte > 127
  }

  /// How much of the word is matched after one more byte.
  @inline(__always)
  private static func matched(_ before: Int, _ byte: UInt8, _ word: [UInt8], _ rests: [Int]) -> Int {
    var matched = before
    while matched > 0, word[matched] != byte { matched = rests[matched - 1] }
    return word[matched] == byte ? matched + 1 : 0
  }
}
