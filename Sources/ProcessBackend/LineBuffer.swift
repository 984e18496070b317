// SPDX-License-Identifier: Apache-2.0

/// Bytes as they come, given out as lines; a line that grows without end is not kept.
struct LineBuffer {
  private var bytes: [UInt8] = []
  /// What was given out already.
  private var start = 0
  /// Up to here, no line ends.
  private var searched = 0
  private let longest: Int

  init(longest: Int) { self.longest = longest }

  /// Whether a line has begun and not ended.
  var hasPart: Bool { start < bytes.count }

  /// What there is of a line that has not ended.
  var part: ArraySlice<UInt8> { bytes[start...] }

  /// Whether the line that has begun is longer than any may be.
  var isTooLong: Bool { bytes.count - start > longest }

  mutating func add(_ more: ArraySlice<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += more
  }

  /// The next whole line, without its end; nil if there is none yet.
  mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Self.line(bytes[start..<end])
  }

  /// What there is of a line that has no end, where nothing more comes; nil if nothing is.
  mutating func takePart() -> [UInt8]? {
    guard hasPart else { return nil }
    defer { (start, searched) = (bytes.count, bytes.count) }
    return Self.line(part)
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
  }
}
