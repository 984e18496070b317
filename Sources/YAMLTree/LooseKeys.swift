// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What looks like an outermost key in a file that is no YAML: an anchor, a tag, a `?` or quotes may stand around it.
///
/// Why: a file that begins like a flow and cannot be read must be found. It is better to find too much. The tree of what can be read finds
/// too little: it leaves out whole lines, and does not know a key behind a line break that only some programs count.
struct LooseKeys {
  private(set) var found: [YAMLOutline.Key] = []
  private let bytes: UnsafeBufferPointer<UInt8>
  private let words: [[UInt8]]
  private let file: FileID
  private var line = 1
  private var lineStart = 0
  private var index = 0
  /// How far the first line with content is indented: what stands deeper is no outermost key.
  private var indent: Int?
  /// Whether the file seems to be written in brackets: then every key counts.
  private var isInBrackets = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ words: [String], _ file: FileID) {
    self.bytes = bytes
    self.words = words.map { Array($0.utf8) }
    self.file = file
    while index < bytes.count {
      takeLine()
      endLine()
    }
  }

  private mutating func takeLine() {
    lineStart = index
    skipBlanks()
    guard index < bytes.count, !isBreak, bytes[index] != UInt8(ascii: "#"), bytes[index] != UInt8(ascii: "%") else {
      return
    }
    let column = index - lineStart
    skipSigns()
    guard index < bytes.count, !isBreak else { return }
    if indent == nil {
      indent = column
      isInBrackets = bytes[index] == UInt8(ascii: "{") && !follows("{{")
    }
    if isInBrackets {
      keysInBrackets()
    } else if column <= indent ?? 0 {
      key()
    }
  }

  /// `---`, `?`, anchors and tags, as they stand before a key.
  private mutating func skipSigns() {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "-") where follows("---"): index += 3
      case UInt8(ascii: "?"): index += 1
      case UInt8(ascii: "&"), UInt8(ascii: "!"):
        while index < bytes.count, !isBreak, bytes[index] != 0x20, bytes[index] != 0x09 { index += 1 }
      default: return
      }
      skipBlanks()
    }
  }

  private mutating func keysInBrackets() {
    while index < bytes.count, !isBreak {
      if "{,".utf8.contains(bytes[index]) {
        index += 1
        skipBlanks()
      }
      skipSigns()
      guard index < bytes.count, !isBreak else { return }
      if !key() { index += 1 }
    }
  }

  /// Takes a word, in quotes or not, with a colon or the end of the line behind it; false if none stands here.
  @discardableResult
  private mutating func key() -> Bool {
    let start = index
    let quote = "\"'".utf8.contains(bytes[index]) ? bytes[index] : nil
    if quote != nil { index += 1 }
    var text: [UInt8] = []
    while index < bytes.count, !isBreak, text.count < 32, bytes[index] != UInt8(ascii: ":") || quote != nil {
      if bytes[index] == quote { break }
      if quote == nil, " \t,}".utf8.contains(bytes[index]) { break }
      text.append(quote == UInt8(ascii: "\"") ? escaped() : bytes[index])
      index += 1
    }
    if quote != nil, index < bytes.count, bytes[index] == quote { index += 1 }
    skipBlanks()
    let isKey = index >= bytes.count || isBreak || bytes[index] == UInt8(ascii: ":")
    guard isKey, let word = words.first(where: { $0 == text }) else {
      index = start
      return false
    }
    let place = SourcePosition(line: line, column: start - lineStart + 1)
    found.append(
      YAMLOutline.Key(
        word: String(decoding: word, as: UTF8.self),
        range: SourceRange(place, SourcePosition(line: line, column: Int(place.column) + word.count), in: file)))
    return true
  }

  /// The character that an escape such as `\x66` or `\u0066` writes, if it is one of ASCII; leaves its last digit at hand.
  private mutating func escaped() -> UInt8 {
    let lengths: [UInt8: Int] = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
    guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count, let length = lengths[bytes[index + 1]],
      index + 1 + length < bytes.count,
      let value = UInt32(String(decoding: bytes[(index + 2)..<(index + 2 + length)], as: UTF8.self), radix: 16)
    else { return bytes[index] }
    index += 1 + length
    return UInt8(exactly: value) ?? 0
  }

  private mutating func endLine() {
    while index < bytes.count, !isBreak { index += 1 }
    if index + 1 < bytes.count, bytes[index] == 0x0D, bytes[index + 1] == 0x0A { index += 1 }
    index += 1
    // NEL, LS and PS have more than one byte.
    while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
    line += 1
  }

  /// Whether a line ends here: at LF, CR, NEL, LS or PS.
  private var isBreak: Bool {
    switch bytes[index] {
    case 0x0A, 0x0D: true
    case 0xC2: index + 1 < bytes.count && bytes[index + 1] == 0x85
    case 0xE2: index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8
    default: false
    }
  }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
  }

  private func follows(_ word: StaticString) -> Bool {
    index + word.utf8CodeUnitCount <= bytes.count
      && bytes[index..<index + word.utf8CodeUnitCount].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }
}
