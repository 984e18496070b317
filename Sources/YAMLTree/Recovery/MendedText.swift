// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A broken file as libyaml can read it: what cannot be read is blank, and what is open is closed.
///
/// Each byte that is left stands where it stood, so that places in what is read are places in the file.
struct MendedText: Sendable {
  /// Of the file: without a byte order mark, and with spaces in place of what cannot be read.
  private(set) var bytes: [UInt8]
  /// What cannot be read, by bytes, in order.
  private(set) var gaps: [Range<Int>] = []
  /// Where the lines begin; a character that no file may hold counts as one that may.
  let lines: LineTable
  /// Quotes and brackets that are missing, and the bytes in front of which they belong.
  private var closers: [Int: Closer] = [:]

  private struct Closer {
    var quote: [UInt8] = []
    /// Where the text in quotes begins.
    var opening = -1
    var brackets: [UInt8] = []
  }

  /// Nil for a file in another encoding.
  init?(_ file: SourceFile) {
    let (readable, replaced) = file.bytes[file.markLength...].withUnsafeBufferPointer { CharacterRules.readable($0) }
    guard let readable else { return nil }
    bytes = readable
    lines = LineTable(SourceFile(path: file.path, bytes: readable))
    gaps = replaced
    for line in 1...lines.count where bytes[lines.bytes(ofLine: line)].first == UInt8(ascii: "%") {
      blank(lines.bytes(ofLine: line))
    }
  }

  /// Whether all of the file can be read.
  var isWhole: Bool { gaps.isEmpty && closers.isEmpty }

  /// What was taken out, and where something that was left open was closed, as byte offsets.
  var changes: [Range<Int>] {
    gaps + closers.map { place, closer in (closer.opening >= 0 ? closer.opening : place)..<place }
  }

  /// What libyaml reads.
  var input: [UInt8] {
    guard !closers.isEmpty else { return bytes }
    var input: [UInt8] = []
    input.reserveCapacity(bytes.count + 2 * closers.count)
    var last = 0
    for place in closers.keys.sorted() {
      guard let closer = closers[place] else { continue }
      input += bytes[last..<place] + closer.quote + closer.brackets
      last = place
    }
    return input + bytes[last...]
  }

  /// The bytes of the file for a range of bytes of ``input``.
  func place(ofInput range: Range<Int>) -> Range<Int> {
    var added = 0
    for place in closers.keys.sorted() where place + added < range.lowerBound {
      let closer = closers[place]
      added += (closer?.quote.count ?? 0) + (closer?.brackets.count ?? 0)
    }
    return max(0, range.lowerBound - added)..<max(0, min(bytes.count, range.upperBound - added))
  }

  /// Takes a range of bytes out; false if nothing but white space is in it.
  @discardableResult
  mutating func blank(_ range: Range<Int>) -> Bool {
    var start: Int?
    var last = range.lowerBound
    for index in range where ![0x20, 0x0A, 0x0D].contains(bytes[index]) {
      bytes[index] = 0x20
      start = start ?? index
      last = index
    }
    guard let start else { return false }
    // What is taken out needs no end, which would be the beginning of something else.
    for (place, closer) in closers where range.contains(closer.opening) {
      closers[place] = closer.brackets.isEmpty ? nil : Closer(brackets: closer.brackets)
    }
    note(start..<last + 1)
    return true
  }

  /// Puts another character in the place of one of one byte.
  mutating func replace(_ index: Int, by byte: UInt8) {
    bytes[index] = byte
    note(index..<index + 1)
  }

  /// Closes a text in quotes, which begins at one byte, in front of another one.
  mutating func close(_ quote: UInt8, from opening: Int, before place: Int) {
    closers[place, default: Closer()].quote = [quote]
    closers[place]?.opening = opening
  }

  /// Closes brackets in front of a byte, the innermost first.
  mutating func close(brackets: [UInt8], before place: Int) {
    closers[place, default: Closer()].brackets.insert(contentsOf: brackets, at: 0)
  }

  private mutating func note(_ gap: Range<Int>) {
    var gap = gap
    // Gaps with nothing but white space between them are one.
    let first = gaps.firstIndex { $0.upperBound >= gap.lowerBound || isBlank($0.upperBound..<gap.lowerBound) }
    guard let first else { return gaps.append(gap) }
    var end = first
    while end < gaps.count, gaps[end].lowerBound <= gap.upperBound || isBlank(gap.upperBound..<gaps[end].lowerBound) {
      gap = min(gap.lowerBound, gaps[end].lowerBound)..<max(gap.upperBound, gaps[end].upperBound)
      end += 1
    }
    gaps.replaceSubrange(first..<end, with: [gap])
  }

  private func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
  }
}

extension MendedText {
  /// How many spaces a line begins with; nil for a blank one.
  func indentation(ofLine line: Int) -> Int? {
    let range = lines.bytes(ofLine: line)
    return bytes[range].firstIndex { $0 != 0x20 }.map { $0 - range.lowerBound }
  }

  /// Takes out the rest of a line.
  mutating func blankRest(from offset: Int, ofLine line: Int) -> Bool {
    let end = lines.bytes(ofLine: line).upperBound
    return offset < end && blank(offset..<end)
  }

  /// Takes out a line, and the lines below it that are deeper.
  mutating func blankBlock(at line: Int) -> Bool {
    guard let depth = indentation(ofLine: line) else { return false }
    var last = line
    while last < lines.count, (indentation(ofLine: last + 1) ?? .max) > depth { last += 1 }
    return blank(lines.bytes(ofLine: line).lowerBound..<lines.bytes(ofLine: last).upperBound)
  }

  /// The last line that can belong to what begins at a byte: below it a line is no deeper than its key.
  func lastLine(of offset: Int, inLine line: Int) -> Int {
    let start = lines.bytes(ofLine: line).lowerBound
    var depth = start
    var dash = -1
    while depth < offset, bytes[depth] == 0x20 || bytes[depth] == UInt8(ascii: "-") {
      if bytes[depth] == UInt8(ascii: "-") { dash = depth - start }
      depth += 1
    }
    let least = depth == offset ? dash : depth - start
    var last = line
    for next in line..<lines.count {
      guard let indentation = indentation(ofLine: next + 1) else { continue }
      let isClosing = bytes[lines.bytes(ofLine: next + 1)].allSatisfy { " }],".utf8.contains($0) }
      guard indentation > least || isClosing else { break }
      last = next + 1
    }
    return last
  }

  /// Where a missing bracket belongs in a line: behind its last word, in front of a comment.
  ///
  /// - Parameter open: the first of the brackets that are open.
  func endOfWords(inLine line: Int, inBracketsFrom open: Int) -> Int {
    let range = lines.bytes(ofLine: line)
    var quote: UInt8?
    var isBehindToken = false
    var end = range.lowerBound
    for index in range {
      let byte = bytes[index]
      let before = index == range.lowerBound ? nil : bytes[index - 1]
      if let begun = quote {
        isBehindToken = byte == begun
        if isBehindToken { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), before.map(Self.isSign) ?? true {
        quote = byte
      } else if byte == UInt8(ascii: "#"), CommentSign.begins(behind: before, isBehindToken: isBehindToken) {
        return end
      } else {
        isBehindToken = index >= open && ",[]{}".utf8.contains(byte)
      }
      if byte != 0x20 { end = index + 1 }
    }
    return quote == nil ? end : range.upperBound
  }

  private static func isSign(_ byte: UInt8) -> Bool { " ,[{:-".utf8.contains(byte) }
}
