// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// The comments of a file: what is in no token, and begins with `#`.
///
/// Other parsers want white space in front of it. Ours reads `[a]# b` and `'a'# b` as if it were there.
///
/// Why not by lines: a `#` in a text in quotes, behind `|` or in a text of several lines is no comment, and only the
/// scanner that reads the file for good can tell.
package struct YAMLComments: Sendable {
  /// In the order of the file, each from its `#` to the end of its line, without the break.
  package private(set) var places: [Range<Int>] = []
  /// Behind this byte nothing could be told: there the file is no YAML.
  private var end = 0

  /// The comments of a file, a byte order mark left aside; the places are those in the whole file.
  package init(_ file: SourceFile) {
    let mark = file.markLength
    let comments = file.bytes[mark...].withUnsafeBufferPointer { YAMLComments($0) }
    places = comments.places.map { $0.lowerBound + mark..<$0.upperBound + mark }
    end = comments.end + mark
  }

  /// The comments of a mended file.
  init(_ mended: MendedText) {
    self = mended.input.withUnsafeBufferPointer { YAMLComments($0) }
    places = places.map { mended.place(ofInput: $0) }
  }

  /// - Parameter bytes: the file without a byte order mark.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var counter = CharacterCounter(bytes)
    var found: [Range<Int>] = []
    var last = 0
    let isWhole = YAMLEventReader.tokens(of: bytes) { place, isBlock in
      let start = counter.byte(ofCharacter: place.lowerBound)
      if start > last { Self.add(in: last..<start, of: bytes, to: &found) }
      let stop = counter.byte(ofCharacter: place.upperBound)
      // The line of the sign `|` may end in a comment, and belongs to the token.
      if isBlock { Self.add(in: start..<Self.endOfLine(start, bytes, before: stop), of: bytes, to: &found) }
      last = max(last, stop)
    }
    places = found
    end = isWhole ? bytes.count : last
  }

  /// Whether a byte is in a comment; nil where nothing can be told, since the file is no YAML from there on.
  func hold(_ index: Int) -> Bool? {
    guard index < end else { return nil }
    return firstEnding(after: index)?.contains(index) ?? false
  }

  /// Whether a comment begins in a range.
  func begin(in range: Range<Int>) -> Bool {
    firstEnding(after: range.lowerBound).map { range.contains($0.lowerBound) } ?? false
  }

  private func firstEnding(after index: Int) -> Range<Int>? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low < places.count ? places[low] : nil
  }

  /// Adds the comments of a stretch without tokens, or of the line of a block's sign.
  private static func add(in stretch: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, to found: inout [Range<Int>]) {
    var index = stretch.lowerBound
    while index < stretch.upperBound {
      guard bytes[index] == UInt8(ascii: "#") else {
        index += 1
        continue
      }
      let stop = endOfLine(index, bytes, before: stretch.upperBound)
      found.append(index..<stop)
      index = stop
    }
  }

  private static func endOfLine(_ start: Int, _ bytes: UnsafeBufferPointer<UInt8>, before stop: Int) -> Int {
    var index = start
    while index < stop, !isBreak(index, bytes) { index += 1 }
    // The last byte of a break of several bytes is what `isBreak` tells.
    while index > start, index < stop, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }

  /// Whether a byte is the last of what libyaml takes for the end of a line: LF, CR, NEL, LS or PS.
  private static func isBreak(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch bytes[index] {
    case 0x0A, 0x0D: true
    case 0x85: index >= 1 && bytes[index - 1] == 0xC2
    case 0xA8, 0xA9: index >= 2 && bytes[index - 1] == 0x80 && bytes[index - 2] == 0xE2
    default: false
    }
  }
}

/// Turns numbers of characters into numbers of bytes; they are asked for in rising order.
private struct CharacterCounter {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var character = 0
  private var byte = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// A number that is lower than one before it is taken for that one.
  mutating func byte(ofCharacter wanted: Int) -> Int {
    while character < wanted, byte < bytes.count {
      byte += 1
      while byte < bytes.count, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
      character += 1
    }
    return byte
  }
}
