// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import YAMLTree

/// The order of keys: that of the language where it means nothing, and that of the author where it may.
enum Order {
  /// A node with its keys in order, and all that is below it.
  static func arranged(_ node: SourceNode, as shape: ValueShape, in tree: SourceTree) -> SourceNode {
    var node = node
    if case .shape(let make)? = fitting(node, shape, tree) {
      let shape = make()
      let entries = node.entries.map { entry in
        let name = entry.key.map { Quotes.said(tree.text($0.range)) } ?? ""
        let rank = shape.names.firstIndex(of: name)
        var entry = entry
        if let value = rank.map({ shape.keys[$0].value }) ?? shape.others {
          entry.value = arranged(entry.value, as: value, in: tree)
        }
        return (rank: rank, entry: entry)
      }
      let inOrder = sorted(entries)
      // Comments inside of brackets cannot be moved along.
      let stays = node.holdsComments || overtakesNames(inOrder, in: tree)
      node.entries = stays ? entries.map(\.entry) : inOrder.map(\.entry)
    } else if let members = members(node, shape, tree) {
      node.entries = node.entries.map { entry in
        var entry = entry
        entry.value = arranged(entry.value, as: members, in: tree)
        return entry
      }
    }
    return node
  }

  /// Where a key belongs in a map: behind the keys that come before it in the language; at the end where its order means nothing.
  static func index(of name: String, in node: SourceNode, as shape: ValueShape, in tree: SourceTree) -> Int {
    guard case .shape(let make)? = fitting(node, shape, tree) else { return node.entries.count }
    let names = make().names
    guard let rank = names.firstIndex(of: name) else { return node.entries.count }
    var (last, place) = (-1, 0)
    for (index, entry) in node.entries.enumerated() {
      last = names.firstIndex(of: entry.key.map { Quotes.said(tree.text($0.range)) } ?? "") ?? last
      if last <= rank { place = index + 1 }
    }
    return place
  }

  /// Whether a key of a map is a word of the language.
  static func isWord(_ name: String, of node: SourceNode, as shape: ValueShape, in tree: SourceTree) -> Bool {
    guard case .shape(let make)? = fitting(node, shape, tree) else { return false }
    return make().key(named: name) != nil
  }

  /// What stands behind a key of a map, or is an item of a list.
  static func member(named name: String?, of node: SourceNode, as shape: ValueShape, in tree: SourceTree) -> ValueShape
  {
    if case .shape(let make)? = fitting(node, shape, tree) {
      let shape = make()
      return name.flatMap { shape.key(named: $0)?.value } ?? shape.others ?? .anything
    }
    return members(node, shape, tree) ?? .anything
  }

  /// Keys that the language does not have stay behind the one that they follow.
  private static func sorted(_ entries: [(rank: Int?, entry: SourceEntry)]) -> [(index: Int, entry: SourceEntry)] {
    var last = -1
    let placed = entries.enumerated().map { index, item in
      last = item.rank ?? last
      return (rank: last, index: index, entry: item.entry)
    }
    return placed.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { ($0.index, $0.entry) }
  }

  /// Whether an alias would come before the `&` that gives its name.
  private static func overtakesNames(_ entries: [(index: Int, entry: SourceEntry)], in tree: SourceTree) -> Bool {
    guard zip(entries, entries.dropFirst()).contains(where: { $0.index > $1.index }) else { return false }
    var repeated: Set<String> = []
    var overtakes = false
    for node in entries.flatMap({ [$0.entry.key, $0.entry.value] }) {
      node?.forEachName(in: tree) { name, isGiven in
        if isGiven { overtakes = overtakes || repeated.contains(name) } else { repeated.insert(name) }
      }
    }
    return overtakes
  }

  /// What the members of a map with the author's names, or of a list, are; nil where nothing is known.
  private static func members(_ node: SourceNode, _ shape: ValueShape, _ tree: SourceTree) -> ValueShape? {
    switch fitting(node, shape, tree) {
    case .map(let value)?, .list(let value)?, .oneOrList(let value)?: value
    default: nil
    }
  }

  /// The form of a value that a node has; nil if it has none of them.
  private static func fitting(_ node: SourceNode, _ shape: ValueShape, _ tree: SourceTree) -> ValueShape? {
    switch shape {
    case .shape, .map: return node.isMap ? shape : nil
    case .list: return node.isList ? shape : nil
    case .oneOrList(let one): return node.isList ? shape : fitting(node, one, tree)
    case .limited(let inner, _, _, _): return fitting(node, inner, tree)
    case .either(let shapes):
      let fitting = shapes.compactMap { self.fitting(node, $0, tree) }
      let keys = node.entries.compactMap(\.key).map { Quotes.said(tree.text($0.range)) }
      return fitting.first { candidate in
        guard case .shape(let make) = candidate else { return false }
        let shape = make()
        return shape.others != nil || keys.allSatisfy { shape.key(named: $0) != nil }
      } ?? fitting.first { if case .shape = $0 { false } else { true } } ?? fitting.first
    case .text, .pattern, .word, .count, .number, .flag, .always, .anything: return nil
    }
  }
}

extension SourceNode {
  /// The names behind `&` and `*` in it.
  fileprivate func forEachName(in tree: SourceTree, _ body: (_ name: String, _ isGiven: Bool) -> Void) {
    if let anchor { body(String(tree.text(anchor).dropFirst()), true) }
    if form == .alias { body(String(tree.text(range).dropFirst()), false) }
    for entry in entries {
      entry.key?.forEachName(in: tree, body)
      entry.value.forEachName(in: tree, body)
    }
  }

  fileprivate var isList: Bool { isContainer && !isMap }
}
