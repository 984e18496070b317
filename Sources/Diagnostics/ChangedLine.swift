// SPDX-License-Identifier: Apache-2.0

/// The one line in which a text differs from what it was before; every other line is the same, and has the same number.
package struct ChangedLine: Sendable {
  /// From 1; 0 where nothing has changed.
  private let number: Int

  /// Nil if more than one line differs, or if it is not plain that no other does.
  package init?(from old: [UInt8], to new: [UInt8]) {
    let start = Self.shared(old, new)
    guard start < old.count || start < new.count else {
      number = 0
      return
    }
    let most = min(old.count, new.count) - start
    var end = 0
    while end < most, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let middles = [old[start..<old.count - end], new[start..<new.count - end]]
    // What stands between the two halves of a break is a break of its own.
    let isBroken = middles.contains { $0.contains { $0 >= 0x80 || $0 == 0x0A || $0 == 0x0D } }
    guard !isBroken, start == 0 || old[start - 1] != 0x0D, let breaks = Self.breaks(in: old[..<start]) else {
      return nil
    }
    number = breaks + 1
  }

  /// Whether it is one of the lines of a stretch.
  package func isIn(_ range: SourceRange) -> Bool {
    Int(range.start.line) <= number && number <= Int(range.end.line)
  }

  /// Whether nothing outside a stretch has changed.
  package func isOnly(in range: SourceRange) -> Bool { number == 0 || isIn(range) }

  /// How many bytes two texts have in common before they differ.
  private static func shared(_ old: [UInt8], _ new: [UInt8]) -> Int {
    old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        let most = min(old.count, new.count)
        var index = 0
        let width = MemoryLayout<UInt64>.size
        while index + width <= most,
          old.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            == new.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        { index += width }
        while index < most, old[index] == new[index] { index += 1 }
        return index
      }
    }
  }

  /// The line breaks in a text; nil if some of them may be others than line feeds.
  private static func breaks(in text: ArraySlice<UInt8>) -> Int? {
    text.withUnsafeBufferPointer { text in
      var (feeds, returns, others) = (0, 0, UInt8(0))
      for byte in text {
        feeds &+= byte == 0x0A ? 1 : 0
        returns &+= byte == 0x0D ? 1 : 0
        others |= byte
      }
      guard returns == 0 else { return nil }
      // U+0085, U+2028 and U+2029 end with these bytes in UTF-8.
      return others < 0x80 || !text.contains { [0x85, 0xA8, 0xA9].contains($0) } ? feeds : nil
    }
  }
}
