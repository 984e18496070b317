// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

extension SourceEditor {
  /// What stands at a path, and what it stands in.
  struct Place {
    /// What it is in; the root is in itself.
    var parent: SourceNode
    /// Which of the members of its parent it is.
    var index = 0
    /// Nil for the root.
    var entry: SourceEntry?
    var node: SourceNode
    var value: YAMLNode
    var shape: ValueShape
    /// What the parent may hold.
    var parentShape: ValueShape
    /// The keys of the map that it is in.
    var names: [String] = []
  }

  func find(_ path: SourcePath) throws(EditProblem) -> Place {
    var place = Place(parent: tree.root, node: tree.root, value: root, shape: shape, parentShape: shape)
    for part in path.parts {
      guard place.node.form != .alias else { throw .shared }
      let node = place.node
      let names = place.value.entries.map(\.key.value)
      let (index, child): (Int, YAMLNode)
      switch part {
      case .key(let key):
        guard node.isMap, let found = names.firstIndex(of: key) else { throw .nothingThere }
        (index, child) = (found, place.value.entries[found].value)
      case .index(let wanted):
        guard node.isContainer, !node.isMap, node.entries.indices.contains(wanted) else { throw .nothingThere }
        (index, child) = (wanted, place.value.items[wanted])
      }
      // Each key of the tree is one of the file: it has no errors.
      guard node.entries.indices.contains(index) else { throw .nothingThere }
      let name: String? = if case .key(let key) = part { key } else { nil }
      place = Place(
        parent: node, index: index, entry: node.entries[index], node: node.entries[index].value, value: child,
        shape: Order.member(named: name, of: node, as: place.shape, in: tree), parentShape: place.shape,
        names: names)
    }
    return place
  }

  func line(_ offset: Int) -> Int { Int(lines.position(at: offset).line) }

  func column(_ offset: Int) -> Int { offset - lines.bytes(ofLine: line(offset)).lowerBound }

  func startOfLine(_ offset: Int) -> Int { lines.bytes(ofLine: line(offset)).lowerBound }

  func endOfLine(_ offset: Int) -> Int { lines.bytes(ofLine: line(offset)).upperBound }

  /// Behind the line in which a byte is, its break included.
  func nextLine(_ offset: Int) -> Int {
    let line = line(offset)
    return line < lines.count ? lines.bytes(ofLine: line + 1).lowerBound : tree.bytes.count
  }

  /// Behind the last byte of an entry, its comments included.
  func end(of entry: SourceEntry) -> Int {
    max(
      entry.value.range.upperBound, entry.key?.range.upperBound ?? 0, entry.comment?.upperBound ?? 0,
      end(of: entry.value))
  }

  private func end(of node: SourceNode) -> Int {
    guard node.isBlock else { return node.range.upperBound }
    let foot = node.foot.last { $0 != .blank }
    let below: Int = if case .comment(let range)? = foot { range.upperBound } else { 0 }
    return max(below, node.entries.last.map { end(of: $0) } ?? 0)
  }

  /// Where a member of a block begins: with its key, or with its dash.
  func start(of entry: SourceEntry) -> Int {
    entry.key == nil ? tree.bytes.dash(inFrontOf: entry.start) ?? entry.start : entry.start
  }

  /// Whether nothing but spaces stands in front of a byte in its line.
  func isFirst(_ offset: Int) -> Bool { tree.bytes[startOfLine(offset)..<offset].allSatisfy { $0 == 0x20 } }

  /// The first line that belongs to a member of a block: that of the comments right above it.
  func firstLine(of entry: SourceEntry) -> Int {
    var first = line(start(of: entry))
    for above in entry.above.reversed() {
      guard case .comment(let range) = above, line(range.lowerBound) == first - 1, isFirst(range.lowerBound) else {
        break
      }
      first -= 1
    }
    return first
  }
}
