// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// The word at a byte, up to the signs of YAML around it.
struct WordCell {
  /// The sign right before the cursor that needs a blank behind it.
  enum Sign { case behindColon, behindDash }

  let range: Range<Int>
  /// How far the text goes on without a blank, such as a path of which the word is a piece; and with blanks, up to a sign.
  let (wholeEnd, wordsEnd): (Int, Int)
  let isBeforeColon: Bool
  let isInQuotes: Bool
  let lacksBlank: Sign?
  let isBeforeComment: Bool

  /// Nil where no word can stand: in a comment, and behind a value that its brace, bracket or quote has ended.
  init?(at offset: Int, in text: EditedText) {
    let bytes = text.bytes
    let line = text.lines.bytes(ofLine: Int(text.lines.position(at: offset).line))
    var signs = LineSigns(start: line.lowerBound)
    guard signs.read(bytes, from: line.lowerBound, to: offset), !signs.isEnded else { return nil }
    var start = signs.start
    while start < offset, bytes[start] == 0x20 { start += 1 }
    isInQuotes = signs.quote != nil
    if isInQuotes {
      var first = offset
      while first > start, Self.isOfPath(bytes[first - 1]) { first -= 1 }
      start = first
    }
    lacksBlank = signs.lacksBlank
    let rest = bytes[offset..<max(offset, line.upperBound)].drop { $0 == 0x20 }
    // Behind the sign stands something already, and the cursor not at it.
    if lacksBlank != nil, let next = rest.first, !"#,}]\r\n".utf8.contains(next) { return nil }
    var end = offset
    while end < line.upperBound, Self.isOfWord(bytes[end]) || "()".utf8.contains(bytes[end]) { end += 1 }
    isBeforeColon = !isInQuotes && Self.isColonBehind(end, bytes, line.upperBound)
    range = start..<max(start, end)
    var whole = end
    while whole < line.upperBound, Self.isOfPath(bytes[whole]) || "()".utf8.contains(bytes[whole]) { whole += 1 }
    wholeEnd = whole
    wordsEnd = range.isEmpty ? whole : Self.endOfWords(from: whole, bytes, line.upperBound)
    isBeforeComment =
      !isInQuotes && offset < line.upperBound && bytes[offset] == UInt8(ascii: "#")
      && CommentSign.begins(
        behind: offset == line.lowerBound ? nil : bytes[offset - 1],
        isBehindToken: lacksBlank != nil || signs.isBehindToken(offset))
  }

  /// Whether what stands on the line at a byte is the rest of a key with its colon: a key may have several words.
  private static func isColonBehind(_ start: Int, _ bytes: [UInt8], _ end: Int) -> Bool {
    for index in start..<max(start, end) {
      if ",[]{}#\"'".utf8.contains(bytes[index]) { return false }
      if bytes[index] == UInt8(ascii: ":"), index + 1 == end || bytes[index + 1] == 0x20 { return true }
    }
    return false
  }

  /// Where a text of several words ends that goes on at a byte: before the next sign.
  private static func endOfWords(from start: Int, _ bytes: [UInt8], _ end: Int) -> Int {
    var last = start
    for index in start..<max(start, end) {
      let byte = bytes[index]
      if ",[]{}\"'\r\n".utf8.contains(byte) { break }
      if byte == UInt8(ascii: "#"), CommentSign.begins(behind: bytes[index - 1]) { break }
      if byte == UInt8(ascii: ":"), index + 1 == end || bytes[index + 1] == 0x20 { break }
      if byte != 0x20 { last = index + 1 }
    }
    return last
  }

  /// A letter of a path of a file or of fields, with the version of a flow.
  private static func isOfPath(_ byte: UInt8) -> Bool { isOfWord(byte) || "./@$".utf8.contains(byte) }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    (97...122).contains(byte | 0x20) || (48...57).contains(byte) || byte == 0x2D || byte == 0x5F || byte >= 0x80
  }
}

/// What the signs of a line mean up to a byte of it.
private struct LineSigns {
  /// Behind the last sign.
  private(set) var start: Int
  /// The quotes that are open.
  private(set) var quote: UInt8?
  /// Whether the last value has an end of its own, behind which no word can stand.
  private(set) var isEnded = false
  private(set) var lacksBlank: WordCell.Sign?
  /// How many braces and brackets of YAML are open that the line has opened.
  private var depth = 0
  /// Those of a text without quotes, such as a guard.
  private var depthInText = 0
  /// Whether a text without quotes is begun.
  private var isText = false
  private var isBehindColon = false

  init(start: Int) { self.start = start }

  /// - Returns: false if a comment begins before the end.
  mutating func read(_ bytes: [UInt8], from first: Int, to end: Int) -> Bool {
    func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { $0 == 0x20 } }
    var index = first
    while index < end {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0x0A
      if let open = quote {
        if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\"") {
          index += 1
        } else if byte == open, open == UInt8(ascii: "'"), next == open, index + 1 < end {
          index += 1
        } else if byte == open {
          quote = nil
          isEnded = !isText
        }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), isBlank(start..<index) {
        quote = byte
        start = index + 1
      } else if byte == UInt8(ascii: "#"),
        CommentSign.begins(behind: index == first ? nil : bytes[index - 1], isBehindToken: isBehindToken(index))
      {
        return false
      } else if "{[".utf8.contains(byte) {
        start = index + 1
        open()
      } else if "}]".utf8.contains(byte) {
        close()
      } else if byte == UInt8(ascii: ",") {
        start = index + 1
        if depth > 0 || isEnded { begin(behindColon: false) }
      } else if byte == UInt8(ascii: ":"), next == 0x20 || index + 1 == end && !isBehindColon {
        start = index + 1
        if index + 1 == end, !isBehindColon { lacksBlank = .behindColon }
        begin(behindColon: true)
      } else if byte == UInt8(ascii: "-"), next == 0x20 || index + 1 == end && !isBehindColon && depth == 0,
        isBlank(start..<index)
      {
        start = index + 1
        if index + 1 == end { lacksBlank = .behindDash }
        begin(behindColon: false)
      } else if byte != 0x20 {
        isText = true
      }
      index += 1
    }
    return true
  }

  /// Whether a token ends right in front of a byte: a value that has an end of its own, a bracket, or a comma in brackets.
  func isBehindToken(_ index: Int) -> Bool { start == index && depth > 0 || isEnded && !isText }

  /// A new value or key begins.
  private mutating func begin(behindColon: Bool) { (isText, isEnded, isBehindColon) = (false, false, behindColon) }

  /// Within a text that no brace is around, a brace is a letter like any other.
  private mutating func open() {
    guard depth > 0 || !isText else { return depthInText += 1 }
    depth += 1
    begin(behindColon: false)
  }

  private mutating func close() {
    if depth > 0 {
      depth -= 1
      (isText, isEnded) = (false, true)
    } else if depthInText > 0 {
      depthInText -= 1
    } else {
      // It closes what a line above has opened.
      isEnded = true
    }
  }
}
