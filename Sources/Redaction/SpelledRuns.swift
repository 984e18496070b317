// SPDX-License-Identifier: Apache-2.0

/// What stands in a text byte by byte, as programs print bytes: `48 6f`, `486f`, `%48%6F`, `\x48\x6f`, `\u0048`, `72, 111`,
/// `\110\157`, or letters with a sign between them.
struct SpelledRuns {
  /// Where a run stands, and the bytes that it spells.
  struct Run {
    let range: Range<Int>
    let bytes: [UInt8]
  }

  private enum Spelling: CaseIterable {
    case hexadecimal, decimal, octal, letters
  }

  /// Signs in a row that stand between two bytes of one run, such as `, 0`.
  private static let mostSigns = 3

  private let text: [UInt8]
  /// The words of letters and digits.
  private let words: [Range<Int>]

  init(_ text: [UInt8]) {
    self.text = text
    var words: [Range<Int>] = []
    var start: Int?
    for index in 0...text.count {
      let isOfWord = index < text.count && Self.isOfWord(text[index])
      if isOfWord, start == nil { start = index }
      if !isOfWord, let first = start {
        words.append(first..<index)
        start = nil
      }
    }
    self.words = words
  }

  /// All runs in every spelling, of at least so many bytes.
  func runs(ofAtLeast least: Int) -> [Run] {
    Spelling.allCases.flatMap { spelling -> [Run] in
      var runs: [Run] = []
      var run: Run?
      func end() { if let whole = run, whole.bytes.count >= least { runs.append(whole) } }
      for word in words {
        let bytes = bytes(of: word, spelling)
        guard let bytes else {
          end()
          run = nil
          continue
        }
        if let last = run, word.lowerBound - last.range.upperBound <= Self.mostSigns {
          run = Run(range: last.range.lowerBound..<word.upperBound, bytes: last.bytes + bytes)
        } else {
          end()
          run = Run(range: word, bytes: bytes)
        }
      }
      end()
      return runs
    }
  }

  /// What a word spells; nil if it spells nothing.
  private func bytes(of word: Range<Int>, _ spelling: Spelling) -> [UInt8]? {
    var letters = text[word]
    switch spelling {
    case .letters: return letters.count == 1 ? Array(letters) : nil
    case .decimal: return number(letters, 10, longest: 3).map { [$0] }
    case .octal: return letters.count == 3 ? number(letters, 8, longest: 3).map { [$0] } : nil
    case .hexadecimal:
      if letters.starts(with: "0x".utf8) || letters.starts(with: "0X".utf8) { letters = letters.dropFirst(2) }
      if let first = letters.first, "xXuU".utf8.contains(first) { letters = letters.dropFirst() }
      // `\u0048`: the two zeros in front are no byte of their own.
      if letters.count == 4, letters.starts(with: "00".utf8) { letters = letters.dropFirst(2) }
      guard letters.count.isMultiple(of: 2), !letters.isEmpty else { return nil }
      var bytes: [UInt8] = []
      while let pair = Optional(letters.prefix(2)), !pair.isEmpty {
        guard let byte = number(pair, 16, longest: 2) else { return nil }
        bytes.append(byte)
        letters = letters.dropFirst(2)
      }
      return bytes
    }
  }

  private func number(_ digits: ArraySlice<UInt8>, _ base: Int, longest: Int) -> UInt8? {
    guard digits.count <= longest else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: base)
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
