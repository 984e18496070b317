// SPDX-License-Identifier: Apache-2.0

/// The words of a text as they are read in Base64 or Base32, from each sign at which the encoding may begin.
struct EncodedWords {
  /// Signs that stand for bits.
  private struct Alphabet {
    /// By byte, its value; ``none`` for a byte that stands for nothing.
    let values: [UInt8]
    let bits: Int
    /// After so many signs, a byte begins where a sign does.
    let group: Int

    static let none: UInt8 = .max

    /// - Parameters:
    ///   - signs: in the order of their values.
    ///   - others: signs that stand for the last values, too.
    init(_ signs: String, others: String = "", bits: Int, group: Int) {
      var values = [UInt8](repeating: Self.none, count: 256)
      for (value, sign) in signs.utf8.enumerated() { values[Int(sign)] = UInt8(value) }
      let last = signs.utf8.count - others.utf8.count
      for (offset, sign) in others.utf8.enumerated() { values[Int(sign)] = UInt8(last + offset) }
      (self.values, self.bits, self.group) = (values, bits, group)
    }
  }

  /// As it is read from one sign on.
  private struct Reading {
    /// Where its bytes begin.
    let start: Int
    /// The word in which they stand, whatever sign they begin at.
    let word: Range<Int>
  }

  /// The bytes of all readings, each behind the other.
  private(set) var bytes: [UInt8] = []
  private var readings: [Reading] = []
  private let text: [UInt8]
  private let alphabet: Alphabet

  private static let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
  private static let alphabets = [
    // With `-` and `_` for addresses.
    Alphabet(capitals + capitals.lowercased() + "0123456789+/", others: "-_", bits: 6, group: 4),
    Alphabet(capitals + "234567", bits: 5, group: 8),
  ]

  /// What a text holds in each of the encodings.
  ///
  /// - Parameter least: words that cannot hold so many bytes are left out.
  static func all(in text: [UInt8], ofAtLeast least: Int) -> [EncodedWords] {
    alphabets.map { EncodedWords(text, $0, least) }.filter { !$0.bytes.isEmpty }
  }

  private init(_ text: [UInt8], _ alphabet: Alphabet, _ least: Int) {
    (self.text, self.alphabet) = (text, alphabet)
    let shortest = (least * 8 + alphabet.bits - 1) / alphabet.bits
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, alphabet.values[Int(text[end])] != Alphabet.none { end += 1 }
      // What stands in front may be signs of the alphabet, too.
      let word = start..<end
      for first in start..<max(start, min(start + alphabet.group, end - shortest + 1)) { read(first..<end, of: word) }
      start = max(end, start + 1)
    }
  }

  private mutating func read(_ signs: Range<Int>, of word: Range<Int>) {
    readings.append(Reading(start: bytes.count, word: word))
    var (buffer, count) = (UInt(0), 0)
    for index in signs {
      buffer = buffer << UInt(alphabet.bits) | UInt(alphabet.values[Int(text[index])])
      count += alphabet.bits
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt(count)))
    }
    bytes.append(0)
  }

  /// The word of the text in which some of the bytes stand, with the signs that fill it up.
  ///
  /// As a whole: what stands beside a secret may be the rest of it, or say how it goes on.
  func written(_ place: Range<Int>) -> Range<Int> {
    var (low, high) = (0, readings.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if readings[middle].start <= place.lowerBound { low = middle } else { high = middle }
    }
    let word = readings[low].word
    var end = word.upperBound
    while end < text.count, text[end] == UInt8(ascii: "=") { end += 1 }
    return word.lowerBound..<end
  }
}
