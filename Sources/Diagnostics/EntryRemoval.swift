// SPDX-License-Identifier: Apache-2.0

/// What goes with a key that is taken out of a map: its value, and what keeps it apart from its neighbours.
///
/// Told by lines, blanks and brackets alone. Where that is not enough, or nothing would be left of the map, nothing goes.
enum EntryRemoval {
  /// - Parameter key: the first byte of the key.
  static func place(of key: Int, in bytes: [UInt8]) -> Range<Int>? {
    let line = bytes[..<key].lastIndex(of: newLine).map { $0 + 1 } ?? 0
    return bytes[line..<key].allSatisfy { $0 == blank } ? ofBlock(key, line, bytes) : inBrackets(key, bytes)
  }

  private static let (newLine, blank, comma) = (UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: ","))

  /// Whole lines, where a neighbour stands as deep.
  private static func ofBlock(_ key: Int, _ line: Int, _ bytes: [UInt8]) -> Range<Int>? {
    let depth = key - line
    var end = self.end(ofLine: line, bytes)
    var next = end
    var hasNeighbour = false
    while next < bytes.count {
      let last = self.end(ofLine: next, bytes)
      defer { next = last }
      guard let start = firstSign(next..<last, bytes) else { continue }
      let isItem = start - next == depth && bytes[start] == UInt8(ascii: "-")
      guard start - next > depth || isItem else {
        hasNeighbour = start - next == depth
        break
      }
      end = last
    }
    var above = line
    while !hasNeighbour, above > 0 {
      let start = bytes[..<(above - 1)].lastIndex(of: newLine).map { $0 + 1 } ?? 0
      defer { above = start }
      guard let first = firstSign(start..<above, bytes), first - start <= depth else { continue }
      guard first - start == depth, bytes[first] != UInt8(ascii: "-") else { return nil }
      hasNeighbour = true
    }
    return hasNeighbour ? line..<end : nil
  }

  /// With the comma behind it; of the last one, with that before it.
  private static func inBrackets(_ key: Int, _ bytes: [UInt8]) -> Range<Int>? {
    let before = bytes[..<key].lastIndex { $0 != blank && $0 != newLine }
    guard let before, bytes[before] == comma || bytes[before] == UInt8(ascii: "{") else { return nil }
    var (depth, quote): (Int, UInt8?) = (0, nil)
    var index = key
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\"") { index += 1 }
        if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "#"): return nil
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          // Inside of a word it is a letter.
          if [blank, comma, UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[index - 1]) { quote = byte }
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case comma where depth == 0:
          let behind = bytes[(index + 1)...].firstIndex { $0 != blank } ?? bytes.count
          return key..<behind
        case UInt8(ascii: "}") where depth == 0:
          guard bytes[before] == comma else { return nil }
          let last = bytes[..<index].lastIndex { $0 != blank && $0 != newLine } ?? index
          return before..<(last + 1)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
      }
      index += 1
    }
    return nil
  }

  private static func end(ofLine start: Int, _ bytes: [UInt8]) -> Int {
    bytes[start...].firstIndex(of: newLine).map { $0 + 1 } ?? bytes.count
  }

  /// The first sign of a line that is no blank and of no comment; nil if it has none.
  private static func firstSign(_ line: Range<Int>, _ bytes: [UInt8]) -> Int? {
    let first = bytes[line].firstIndex { $0 != blank && $0 != newLine && $0 != UInt8(ascii: "\r") }
    return first.flatMap { bytes[$0] == UInt8(ascii: "#") ? nil : $0 }
  }
}
