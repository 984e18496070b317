// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// The names of a large file, looked for in each of its blocks alone: a keystroke changes one of them.
///
/// For what may be named only, and not for whoever changes a file.
struct NamesByBlock {
  /// By the bytes of a block, with the outermost key above it; those of the last time.
  private var known: [Block: FileNames] = [:]

  private var lastRead: (text: EditedText, names: FileNames)?

  private struct Block: Hashable {
    let head: ArraySlice<UInt8>
    let body: ArraySlice<UInt8>

    /// Why not what Swift makes: that hashes byte by byte.
    func hash(into hasher: inout Hasher) {
      for part in [head, body] { part.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }
  }

  mutating func names(in text: EditedText) -> FileNames {
    if let lastRead, lastRead.text === text { return lastRead.names }
    var last = known
    known = [:]
    let pieces = text.blocks.map { place in
      let block = Block(head: text.bytes[place.head], body: text.bytes[place.body])
      let names = last.removeValue(forKey: block) ?? known[block] ?? read(block, of: text)
      known[block] = names
      return (names, place.body.lowerBound - place.head.count)
    }
    let names = FileNames(of: pieces)
    lastRead = (text, names)
    return names
  }

  private func read(_ block: Block, of text: EditedText) -> FileNames {
    let file = SourceFile(path: text.path, bytes: Array(block.head + block.body))
    return FileNames(SourceTree(partOf: file), of: text.kind, from: 0)
  }
}
