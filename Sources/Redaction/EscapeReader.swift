// SPDX-License-Identifier: Apache-2.0

/// The escape that begins at one place of a text, if one does.
struct EscapeReader {
  private let text: [UInt8]
  private let start: Int
  private let reader: UnescapedText.Reader

  init(_ text: [UInt8], at start: Int, _ reader: UnescapedText.Reader) {
    self.text = text
    self.start = start
    self.reader = reader
  }

  /// The bytes that it stands for, and how many spell it; nil for none.
  var escape: (bytes: [UInt8], length: Int)? {
    switch text[start] {
    case UInt8(ascii: "\\") where reader.contains(.backslashes): backslash
    case UInt8(ascii: "&") where reader.contains(.entities): entity
    case UInt8(ascii: "%") where reader.contains(.percents):
      number(16, digits: 2, from: start + 1).map { ([UInt8($0)], 3) }
    case UInt8(ascii: "+") where reader.contains(.pluses): ([0x20], 1)
    default: nil
    }
  }

  private var backslash: (bytes: [UInt8], length: Int)? {
    guard start + 1 < text.count else { return nil }
    let letter = text[start + 1]
    switch letter {
    case UInt8(ascii: "u"): return unit(at: start).flatMap(character) ?? braced
    case UInt8(ascii: "U"):
      return number(16, digits: 8, from: start + 2).flatMap(Self.spelled).map { ($0, 10) }
    case UInt8(ascii: "x"): return hexadecimal ?? braced
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      return number(8, digits: 3, from: start + 1).map { ([UInt8($0)], 4) } ?? ([letter], 2)
    default: return ([Self.letters[letter] ?? letter], 2)
    }
  }

  /// `\u{e4}`, as Rust, Swift and JavaScript have it, and `\x{e4}` of Perl.
  private var braced: (bytes: [UInt8], length: Int)? {
    let digits = start + 3
    guard digits < text.count, text[start + 2] == UInt8(ascii: "{"),
      let end = text[digits...].prefix(Self.mostDigits + 1).firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    return number(16, digits: end - digits, from: digits).flatMap(Self.spelled).map { ($0, end + 1 - start) }
  }

  private static let mostDigits = 6

  /// `\xe4` alone is a character, and beside another such escape it is a byte of one.
  private var hexadecimal: (bytes: [UInt8], length: Int)? {
    guard let value = number(16, digits: 2, from: start + 2) else { return nil }
    let isByte: Bool =
      switch value {
      case 0xC2...0xF4: byte(at: start + 4).map { 0x80...0xBF ~= $0 } ?? false
      case 0x80...0xBF: byte(at: start - 4).map { $0 >= 0x80 } ?? false
      default: value < 0x80
      }
    return isByte ? ([UInt8(value)], 4) : Self.spelled(value).map { ($0, 4) }
  }

  /// The number of `\xe4`.
  private func byte(at place: Int) -> Int? {
    guard place >= 0, place + 1 < text.count, text[place] == UInt8(ascii: "\\"), text[place + 1] == UInt8(ascii: "x")
    else { return nil }
    return number(16, digits: 2, from: place + 2)
  }

  /// What a letter behind a backslash stands for, where that is not the letter.
  private static let letters: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
    UInt8(ascii: "f"): 0x0C,
  ]

  /// A half of a surrogate pair needs the other half.
  private func character(_ first: Int) -> (bytes: [UInt8], length: Int)? {
    if 0xD800..<0xDC00 ~= first, let second = unit(at: start + 6), 0xDC00..<0xE000 ~= second {
      return Self.spelled(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)).map { ($0, 12) }
    }
    return Self.spelled(first).map { ($0, 6) }
  }

  /// The number of `\u00e4`.
  private func unit(at place: Int) -> Int? {
    guard place + 1 < text.count, text[place] == UInt8(ascii: "\\"), text[place + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return number(16, digits: 4, from: place + 2)
  }

  private var entity: (bytes: [UInt8], length: Int)? {
    var end = start + 1
    while end < text.count, end - start <= Self.longestName, text[end] != UInt8(ascii: ";") { end += 1 }
    guard end < text.count, text[end] == UInt8(ascii: ";"), end > start + 1 else { return nil }
    let length = end + 1 - start
    guard text[start + 1] == UInt8(ascii: "#") else {
      return EntityNames.bytes[String(decoding: text[start + 1..<end], as: UTF8.self)].map { ($0, length) }
    }
    let isHexadecimal = start + 2 < end && text[start + 2] | 0x20 == UInt8(ascii: "x")
    let digits = start + (isHexadecimal ? 3 : 2)
    return number(isHexadecimal ? 16 : 10, digits: end - digits, from: digits).flatMap(Self.spelled).map {
      ($0, length)
    }
  }

  /// The longest name or number, without the characters around it.
  private static let longestName = 10

  private func number(_ base: Int, digits count: Int, from place: Int) -> Int? {
    guard count > 0, place + count <= text.count else { return nil }
    var number = 0
    for index in place..<place + count {
      let digit = SpelledRuns.values[Int(text[index])]
      guard digit < base else { return nil }
      number = number * base + digit
    }
    return number
  }

  private static func spelled(_ number: Int) -> [UInt8]? {
    UInt32(exactly: number).flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) }
  }
}
