// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// Where somebody is about to write something: what could stand there is not known, so each possibility is a place.
struct CompletionPlace: Sendable {
  let place: KeyedPlace
  /// What stands around it, with a word of our own in its place.
  let tree: SourceTree
  /// A byte of that word in the tree.
  let mark: Int
  /// The word at the cursor; of a path, up to the next sign.
  let word: Range<Int>
  /// What is replaced: of a key the word, of a value all that stands there without a blank.
  let replaced: Range<Int>
  /// What is replaced by a text of several words.
  let replacedByWords: Range<Int>
  /// What has been typed before the cursor.
  let typed: String
  /// Whether a colon stands behind the word already.
  let isBeforeColon: Bool
  let isInQuotes: Bool
  /// Whether a blank must come first: the cursor stands right behind a colon, or behind the sign of an item.
  let lacksBlank: Bool
  /// Whether a comment begins right behind the cursor, which needs a blank before it.
  let isBeforeComment: Bool

  private static let mark = "Mfaflow0Mark"

  /// The places at a byte; none in a comment.
  static func find(at offset: Int, in text: EditedText) -> [CompletionPlace] {
    guard let kind = text.kind, text.bytes.count <= largestText else { return [] }
    let offset = min(max(offset, 0), text.bytes.count)
    guard let cell = WordCell(at: offset, in: text) else { return [] }
    let typed = text.text(cell.range.lowerBound..<offset)
    let excerpt = Excerpt(around: cell.range, of: text)
    var places: [CompletionPlace] = []
    let lead = cell.lacksBlank == nil ? "" : " "
    let isWord = cell.isBeforeColon || cell.isInQuotes || cell.lacksBlank == .behindColon
    for words in isWord ? [mark] : [mark, mark + ": " + mark] {
      var bytes = excerpt.bytes
      let first = cell.range.lowerBound - excerpt.leftOut
      bytes.replaceSubrange(first..<first + cell.range.count, with: (lead + words).utf8)
      let start = first + lead.utf8.count
      let file = SourceFile(path: text.path, bytes: bytes)
      guard let tree = SourceTree(partOf: file) else { continue }
      // Behind the first letter, so that no neighbour is meant.
      let found = KeyedPlace.find(at: start - file.markLength + 1, in: tree, kind: kind)
      guard var place = found, tree.text(place.range).contains(mark) else { continue }
      // With a colon behind it, only a key is meant.
      guard words == mark || place.role == .key else { continue }
      if place.role == .key { place.keys.removeLast() }
      let whole = cell.range.lowerBound..<(place.role == .key ? cell.range.upperBound : cell.wholeEnd)
      places.append(
        CompletionPlace(
          place: place, tree: tree, mark: start - file.markLength + 1, word: cell.range, replaced: whole,
          replacedByWords: cell.range.lowerBound..<cell.wordsEnd, typed: typed,
          isBeforeColon: cell.isBeforeColon, isInQuotes: cell.isInQuotes, lacksBlank: cell.lacksBlank != nil,
          isBeforeComment: cell.isBeforeComment))
    }
    return places
  }

  private static let largestText = 1 << 20
}

/// What of a large file decides what may stand at a place: the outermost key above it, and what stands around it below that key.
struct Excerpt {
  private(set) var bytes: [UInt8]
  /// How many bytes in front of the place are left out.
  private(set) var leftOut = 0

  /// Smaller files are read whole.
  static let leastSize = 1 << 15

  init(around place: Range<Int>, of text: EditedText) {
    bytes = text.bytes
    guard bytes.count >= Self.leastSize else { return }
    let start = text.lines.bytes(ofLine: Int(text.lines.position(at: place.lowerBound).line)).lowerBound
    guard let index = text.blocks.lastIndex(where: { $0.body.lowerBound <= place.lowerBound }),
      case let block = text.blocks[index], !block.head.isEmpty, start < block.body.upperBound,
      place.lowerBound - start >= block.depth
    else { return }
    var kept = Array(text.bytes[block.head])
    // Beside a key of the second level, the others count.
    let isKey = start == block.body.lowerBound
    if isKey { for other in text.blocks[..<index] where other.head == block.head { kept += Self.key(of: other, text) } }
    leftOut = block.body.lowerBound - kept.count
    kept += text.bytes[block.body]
    if isKey {
      for other in text.blocks[(index + 1)...].prefix(while: { $0.head == block.head }) {
        kept += Self.key(of: other, text)
      }
    }
    bytes = kept
  }

  /// The key of a block, as a line; nothing if it has none.
  private static func key(of block: TextBlock, _ text: EditedText) -> [UInt8] {
    let line = text.bytes[block.body].prefix { $0 != 0x0A }
    return line.firstIndex(of: UInt8(ascii: ":")).map { Array(line[...$0]) + [0x0A] } ?? []
  }
}
