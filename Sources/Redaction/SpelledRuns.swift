// SPDX-License-Identifier: Apache-2.0

/// What stands in a text byte by byte, as programs print bytes: `48 6f`, `486f`, `%48%6F`, `\x48\x6f`, `\u0048`, `72, 111`,
/// `\110\157`, `0o110`, `1001000`, or character by character: `U+0048`, or letters with a sign between them.
struct SpelledRuns {
  /// Where a run stands, and the bytes that it spells.
  struct Run {
    let range: Range<Int>
    let bytes: [UInt8]
  }

  private enum Spelling: CaseIterable {
    case hexadecimal, decimal, octal, binary, characters, letters
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
      let isOfWord =
        index < text.count && (Self.isOfWord(text[index]) || Self.isPlus(text, at: index, ofWordAt: start))
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
      /// The words of the run that has begun, and how many bytes they spell.
      var (first, last, count) = (0, 0, 0)
      func end() {
        guard count >= least else { return }
        let run = words[first...last]
        runs.append(
          Run(range: run[first].lowerBound..<run[last].upperBound, bytes: run.flatMap { bytes(of: $0, spelling) }))
      }
      for (index, word) in words.enumerated() {
        let spelled = self.count(of: word, spelling)
        if count > 0, spelled > 0, word.lowerBound - words[last].upperBound <= Self.mostSigns {
          (last, count) = (index, count + spelled)
        } else {
          end()
          (first, last, count) = (index, index, spelled)
        }
      }
      end()
      return runs
    }
  }

  /// How many bytes a word spells.
  private func count(of word: Range<Int>, _ spelling: Spelling) -> Int {
    switch spelling {
    case .letters: return word.count == 1 ? 1 : 0
    case .decimal: return word.count <= 3 && number(word, 10) != nil ? 1 : 0
    case .octal, .binary: return number(of: word, spelling) == nil ? 0 : 1
    case .characters: return character(of: word).map { $0.isASCII ? 1 : 2 } ?? 0
    case .hexadecimal:
      let digits = digits(of: word)
      guard digits.count.isMultiple(of: 2), digits.allSatisfy({ Self.values[Int(text[$0])] < 16 }) else { return 0 }
      return digits.count / 2
    }
  }

  private func bytes(of word: Range<Int>, _ spelling: Spelling) -> [UInt8] {
    switch spelling {
    case .letters: return [text[word.lowerBound]]
    case .decimal: return number(word, 10).map { [$0] } ?? []
    case .octal, .binary: return number(of: word, spelling).map { [$0] } ?? []
    case .characters: return character(of: word).map { Array(String($0).utf8) } ?? []
    case .hexadecimal:
      let digits = digits(of: word)
      return stride(from: digits.lowerBound, to: digits.upperBound, by: 2).compactMap { number($0..<$0 + 2, 16) }
    }
  }

  /// The byte that a word spells in octal or binary digits, with or without zeros, `0o` or `0b` in front of them.
  private func number(of word: Range<Int>, _ spelling: Spelling) -> UInt8? {
    let (base, most, sign) = spelling == .octal ? (8, 4, UInt8(ascii: "o")) : (2, 8, UInt8(ascii: "b"))
    let start = word.lowerBound
    let isSigned = word.count > 2 && text[start] == UInt8(ascii: "0") && text[start + 1] | 0x20 == sign
    let digits = word.dropFirst(isSigned ? 2 : 0)
    return digits.count <= most ? number(digits, base) : nil
  }

  /// The character of a word such as `U+00e4` or `u00e4`.
  private func character(of word: Range<Int>) -> Unicode.Scalar? {
    guard text[word.lowerBound] | 0x20 == UInt8(ascii: "u") else { return nil }
    let digits = word.dropFirst(word.count > 1 && text[word.lowerBound + 1] == UInt8(ascii: "+") ? 2 : 1)
    guard 4...8 ~= digits.count else { return nil }
    var number: UInt32 = 0
    for index in digits {
      guard let digit = UInt32(exactly: Self.values[Int(text[index])]), digit < 16 else { return nil }
      number = number << 4 | digit
    }
    return Unicode.Scalar(number)
  }

  /// The digits of a word in hexadecimal, without the sign in front of them.
  private func digits(of word: Range<Int>) -> Range<Int> {
    var start = word.lowerBound
    if word.count > 1, text[start] == UInt8(ascii: "0"), text[start + 1] | 0x20 == UInt8(ascii: "x") { start += 2 }
    if start < word.upperBound, text[start] | 0x20 == UInt8(ascii: "x") || text[start] | 0x20 == UInt8(ascii: "u") {
      start += 1
    }
    // `\u0048`: the two zeros in front are no byte of their own.
    let isUnit =
      word.upperBound - start == 4 && text[start] == UInt8(ascii: "0") && text[start + 1] == UInt8(ascii: "0")
    return start + (isUnit ? 2 : 0)..<word.upperBound
  }

  private func number(_ digits: Range<Int>, _ base: Int) -> UInt8? {
    var number = 0
    for index in digits {
      let value = Self.values[Int(text[index])]
      guard value < base else { return nil }
      number = number * base + value
    }
    return UInt8(exactly: number)
  }

  /// By byte, its value as a digit; a large number for a byte that is no digit.
  static let values: [Int] = (0...255).map { number in
    let byte = UInt8(number)
    return switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      Int(byte | 0x20 - UInt8(ascii: "a")) + 10
    default: .max
    }
  }

  /// Whether it is the sign in `U+0048`.
  private static func isPlus(_ text: [UInt8], at index: Int, ofWordAt start: Int?) -> Bool {
    text[index] == UInt8(ascii: "+") && start == index - 1 && text[index - 1] | 0x20 == UInt8(ascii: "u")
      && index + 1 < text.count && values[Int(text[index + 1])] < 16
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
