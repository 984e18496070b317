// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// The names of a large file, looked for in each block below its outermost keys alone: a keystroke changes one of them.
///
/// For what may be named only. A text that goes on over several lines may hide where a block ends, so whoever changes a file
/// asks for its whole tree.
struct NamesByBlock {
  /// By the bytes of a block, with the outermost key above it; those of the last time.
  private var known: [Block: FileNames] = [:]

  private var lastRead: (text: EditedText, names: FileNames)?

  private struct Block: Hashable {
    let head: ArraySlice<UInt8>
    let body: ArraySlice<UInt8>
  }

  mutating func names(in text: EditedText) -> FileNames {
    if let lastRead, lastRead.text === text { return lastRead.names }
    var last = known
    known = [:]
    let pieces = blocks(of: text).map { block in
      let names = last.removeValue(forKey: block) ?? known[block] ?? read(block, of: text)
      known[block] = names
      return names.moved(by: block.body.startIndex - block.head.count)
    }
    let names = FileNames(of: pieces)
    lastRead = (text, names)
    return names
  }

  private func read(_ block: Block, of text: EditedText) -> FileNames {
    let file = SourceFile(path: text.path, bytes: Array(block.head + block.body))
    return FileNames(SourceTree(partOf: file), of: text.kind, from: 0)
  }

  /// Each key of the second level with all below it; and each outermost key that has something beside it.
  private func blocks(of text: EditedText) -> [Block] {
    let bytes = text.bytes[text.file.markLength...]
    var blocks: [Block] = []
    var head = bytes.prefix(0)
    /// How deep the keys below the head stand; nil before the first.
    var depth: Int?
    var start: Int?
    func end(at index: Int) {
      if let start { blocks.append(Block(head: head, body: bytes[start..<index])) }
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
        let line = bytes[index..<next]
        let isHead = line.last { ![0x20, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ":")
        head = isHead ? line : bytes.prefix(0)
        depth = nil
        if !isHead { start = index }
      } else if isKey, !head.isEmpty {
        if depth == nil { depth = indentation }
        if indentation <= depth ?? 0 {
          end(at: index)
          start = index
        }
      }
      index = next
    }
    end(at: bytes.endIndex)
    return blocks
  }
}
