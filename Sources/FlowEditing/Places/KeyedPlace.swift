// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// A place in the tree of a file: the keys that lead there, and what stands there.
struct KeyedPlace: Sendable, Hashable {
  enum Role: Sendable, Hashable { case key, value }

  /// From the outermost key on, with ``PlaceMeaning/item`` for an item of a list; of a key, itself is the last.
  var keys: [String]
  let role: Role
  /// The word that stands there.
  let range: Range<Int>
  /// The other keys of the same map.
  let siblings: [String]
  let isInBrackets: Bool

  /// The place at a byte of a file; nil where there is neither a key nor a text.
  ///
  /// Of a large file, only what decides it is read.
  static func find(at offset: Int, in text: EditedText) -> KeyedPlace? {
    let isLarge = text.bytes.count >= Excerpt.leastSize && text.kind != nil
    let excerpt = isLarge ? Excerpt(around: offset..<offset, of: text) : nil
    let left = text.file.markLength + (excerpt?.leftOut ?? 0)
    let tree =
      if let excerpt { SourceTree(partOf: SourceFile(path: text.path, bytes: excerpt.bytes)) } else { text.tree }
    guard let tree, let found = find(at: offset - left, in: tree, kind: text.kind) else { return nil }
    return KeyedPlace(
      keys: found.keys, role: found.role, range: found.range.lowerBound + left..<found.range.upperBound + left,
      siblings: found.siblings, isInBrackets: found.isInBrackets)
  }

  /// The innermost key or text at a byte of a tree.
  static func find(at offset: Int, in tree: SourceTree, kind: FileKind?) -> KeyedPlace? {
    var found: KeyedPlace?
    func name(_ key: SourceNode) -> String { tree.unquoted(key) }
    func holds(_ range: Range<Int>) -> Bool { range.lowerBound <= offset && offset <= range.upperBound }
    func names(_ node: SourceNode) -> [String] { node.entries.compactMap { $0.key.map(name) } }
    func walk(_ node: SourceNode, _ keys: [String], depth: Int) {
      guard depth < 40 else { return }
      for entry in node.entries where holds(entry.start..<max(entry.start, entry.value.range.upperBound)) {
        var path = keys
        if let key = entry.key {
          let word = name(key)
          path.append(word)
          if holds(key.range) {
            found = KeyedPlace(
              keys: path, role: .key, range: key.range, siblings: names(node).filter { $0 != word },
              isInBrackets: !node.isBlock)
          }
        } else {
          path.append(PlaceMeaning.item)
        }
        switch entry.value.form {
        case .map, .list: walk(entry.value, path, depth: depth + 1)
        default:
          if entry.value.range.count > 0, holds(entry.value.range) {
            found = KeyedPlace(
              keys: path, role: .value, range: entry.value.range, siblings: names(node), isInBrackets: !node.isBlock)
          }
        }
      }
    }
    walk(tree.root, [], depth: 0)
    guard var found else { return nil }
    // A path of a change leads to a place of the flow.
    if kind == .flow, found.keys.count > 1, found.keys[0] == "change" || found.keys[0] == "add" {
      if found.keys.count > 2 || found.role == .value {
        found.keys = found.keys[1].split(separator: ".").map(String.init) + found.keys.dropFirst(2)
      }
    }
    return found
  }
}

extension SourceTree {
  /// The text of a node without the quotes around it: a name in quotes is the same name.
  func unquoted(_ node: SourceNode) -> String {
    let isInQuotes = node.form == .single || node.form == .double
    return text(isInQuotes ? node.range.dropFirst().dropLast() : node.range)
  }
}
