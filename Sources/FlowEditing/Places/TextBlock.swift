// SPDX-License-Identifier: Apache-2.0

/// A key below an outermost one, with all that stands below it; or an outermost key with what stands beside it.
///
/// Told by lines and blanks alone, so that a keystroke need not read the whole file. A text that goes on over several lines may
/// hide where a block ends: whoever changes a file asks for its tree.
struct TextBlock: Sendable {
  /// The line of the outermost key; empty where that is in the block itself.
  let head: Range<Int>
  let body: Range<Int>
  /// How many blanks stand before the keys below the head.
  let depth: Int

  /// The blocks of a text, in its order.
  static func all(in bytes: ArraySlice<UInt8>) -> [TextBlock] {
    var blocks: [TextBlock] = []
    var head = bytes.startIndex..<bytes.startIndex
    /// Nil before the first key below the head.
    var depth: Int?
    var start: Int?
    func end(at index: Int) {
      if let start { blocks.append(TextBlock(head: head, body: start..<index, depth: depth ?? 0)) }
      start = nil
    }
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let next = bytes[index...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.endIndex
      let first = bytes[index..<next].firstIndex { $0 != 0x20 } ?? next
      let isKey = first < next && ![0x0A, 0x0D, UInt8(ascii: "#")].contains(bytes[first])
      let indentation = first - index
      if isKey, indentation == 0 {
        end(at: index)
        let isHead = bytes[index..<next].last { ![0x20, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ":")
        head = isHead ? index..<next : index..<index
        depth = nil
        if !isHead { start = index }
      } else if isKey, !head.isEmpty {
        let least = depth ?? indentation
        if indentation <= least {
          end(at: index)
          start = index
        }
        depth = least
      }
      index = next
    }
    end(at: bytes.endIndex)
    return blocks
  }
}
