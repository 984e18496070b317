// SPDX-License-Identifier: Apache-2.0

/// Where the lines of a file begin, so that a place can be turned into bytes.
///
/// A line ends at a line feed, a carriage return, or both in this order, as YAML and editors count.
/// A byte order mark at the start of a file belongs to no line.
public struct LineTable: Sendable {
  private let bytes: [UInt8]
  /// The offset of the first byte of every line; there is always a first line.
  private let starts: [Int]
  /// True if every byte is a character of its own, so that columns need no counting.
  private let isASCII: Bool
  /// How many characters begin before each stretch of ``stretch`` bytes; empty where columns need no counting.
  private let counts: [Int]

  /// So many bytes at most are counted for a place: a line may be as long as its file.
  private static let stretch = 512

  /// Finds the lines in the bytes of a file.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var starts = [first]
    var allBits: UInt8 = 0
    bytes.withUnsafeBufferPointer { bytes in
      for index in first..<bytes.count {
        let byte = bytes[index]
        allBits |= byte
        if byte == 0x0A || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)) {
          starts.append(index + 1)
        }
      }
    }
    self.starts = starts
    isASCII = allBits < 0x80
    var counts: [Int] = []
    if !isASCII {
      var count = 0
      for index in bytes.indices {
        if index % Self.stretch == 0 { counts.append(count) }
        if bytes[index] & 0xC0 != 0x80 { count += 1 }
      }
    }
    self.counts = counts
  }

  /// Finds the lines of a file.
  public init(_ file: SourceFile) { self.init(file.bytes) }

  /// How many lines the file has; what follows the last line break counts, even when it is empty.
  public var count: Int { starts.count }

  /// The bytes of a line, counted from 1, without its line break; empty for a line that is not there.
  public func bytes(ofLine line: Int) -> Range<Int> {
    guard starts.indices.contains(line - 1) else { return bytes.count..<bytes.count }
    let start = starts[line - 1]
    guard line < starts.count else { return start..<bytes.count }
    var end = starts[line] - 1
    if end > start, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<max(start, end)
  }

  /// The text of a line, counted from 1, without its line break; bytes that are not UTF-8 become U+FFFD.
  public func text(ofLine line: Int) -> String {
    String(decoding: bytes[bytes(ofLine: line)], as: UTF8.self)
  }

  /// The offset of a place's byte; a place behind the end of its line is at the end of the line.
  public func offset(of position: SourcePosition) -> Int {
    let line = bytes(ofLine: Int(position.line))
    if isASCII { return min(line.lowerBound + max(0, Int(position.column) - 1), line.upperBound) }
    guard position.column > 1, !line.isEmpty else { return line.lowerBound }
    let sought = scalars(before: line.lowerBound) + Int(position.column) - 1
    var (low, high) = (line.lowerBound / Self.stretch, (line.upperBound - 1) / Self.stretch)
    while low < high {
      let middle = (low + high + 1) / 2
      if counts[middle] <= sought { low = middle } else { high = middle - 1 }
    }
    var offset = max(low * Self.stretch, line.lowerBound)
    var left = sought - scalars(before: offset)
    // A character that began in the stretch before may end here.
    while offset < line.upperBound, left > 0 || bytes[offset] & 0xC0 == 0x80 {
      if bytes[offset] & 0xC0 != 0x80 { left -= 1 }
      offset += 1
    }
    return offset
  }

  /// The place of a byte.
  public func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, starts[0]), bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourcePosition(line: low + 1, column: 1 + scalars(in: starts[low]..<offset))
  }

  /// Just behind the last character of a line that is not blank.
  public func end(ofLine line: Int) -> SourcePosition {
    var range = bytes(ofLine: line)
    while let last = range.last, bytes[last] == 0x20 || bytes[last] == 0x09 {
      range = range.lowerBound..<last
    }
    return SourcePosition(line: line, column: 1 + scalars(in: range))
  }

  /// True for a line with nothing but spaces and tabs.
  public func isBlank(_ line: Int) -> Bool {
    bytes[bytes(ofLine: line)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Just behind the last character of the file that is not white space.
  public var end: SourcePosition {
    var line = count
    while line > 1, isBlank(line) { line -= 1 }
    return end(ofLine: line)
  }

  private func scalars(in range: Range<Int>) -> Int {
    if isASCII { return range.count }
    return scalars(before: range.upperBound) - scalars(before: range.lowerBound)
  }

  /// How many characters of the file begin before a byte.
  private func scalars(before offset: Int) -> Int {
    guard offset < bytes.count else {
      return (counts.last ?? 0) + scalarsBegun(from: counts.count - 1, to: bytes.count)
    }
    return counts[offset / Self.stretch] + scalarsBegun(from: offset / Self.stretch, to: offset)
  }

  private func scalarsBegun(from stretch: Int, to end: Int) -> Int {
    bytes[max(0, stretch * Self.stretch)..<end].reduce(into: 0) { if $1 & 0xC0 != 0x80 { $0 += 1 } }
  }
}
