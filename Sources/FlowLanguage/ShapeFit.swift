// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import YAMLTree

/// How well a tree fits the table of the language.
///
/// Why: of several ways to read a file in which a line stands wrong, the one is meant in which each key has its place.
extension FileKind {
  /// How many keys and values of a tree have no meaning where they stand, or are missing there.
  package func misfits(in root: YAMLNode) -> Int { ValueShape.shape { [self] in shape }.misfits(of: root) }
}

extension YAMLWords {
  /// These words, for files of one kind.
  package func fitting(_ kind: FileKind) -> YAMLWords { fitting([(nil, kind)]) }

  /// These words, for files of some kinds: the first key that is there tells which.
  package func fitting(_ kinds: [(key: StaticString?, kind: FileKind)]) -> YAMLWords {
    var words = self
    words.misfits = { root in
      kinds.first { $0.key.map { root[$0] != nil } ?? true }?.kind.misfits(in: root) ?? 0
    }
    words.blocks = kinds.flatMap(\.kind.shape.keys).namesOfBlocks
    words.innerBlocks = kinds.flatMap(\.kind.shape.reachable).flatMap(\.keys).namesOfBlocks
    words.itemKeys = Set(kinds.flatMap(\.kind.shape.reachable).flatMap(\.keys).compactMap(\.value.firstKeyOfItem))
      .sorted()
    return words
  }
}

extension [Key] {
  /// The keys of maps whose own keys are names, or what may come back; each once.
  fileprivate var namesOfBlocks: [String] { Set(filter { $0.members != nil }.map(\.name)).sorted() }
}

extension ValueShape {
  /// The key with which each item of a list begins; nil where there is no list of maps, or they may begin with any.
  fileprivate var firstKeyOfItem: String? {
    guard case .list(.shape(let make)) = self else { return nil }
    return make().keys.first { $0.isRequired }?.name
  }

  /// How many keys and values of a tree have no meaning where they stand, or are missing there.
  package func misfits(of node: YAMLNode) -> Int { misfits(of: node, left: 24) }

  /// Whether a tree is a map, a list or a scalar where one is due, whatever is in it.
  package func hasForm(of node: YAMLNode) -> Bool {
    switch self {
    case .anything: true
    case .either(let shapes): shapes.contains { $0.hasForm(of: node) }
    case .limited(let inner, _, _, _): inner.hasForm(of: node)
    case .list: node.kind == .sequence
    case .oneOrList(let inner): node.kind == .sequence || inner.hasForm(of: node)
    case .map, .shape: node.kind == .mapping
    case .pattern, .word, .text, .count, .number, .flag, .always: node.kind == .scalar
    }
  }

  /// - Parameters:
  ///   - left: how many more levels are looked at.
  ///   - outer: the keys of the map in which the names of this one stand.
  fileprivate func misfits(of node: YAMLNode, left: Int, outer: [String] = [], members: String? = nil) -> Int {
    guard left > 0 else { return 0 }
    if node.isReported { return 1 }
    switch self {
    case .anything: return 0
    case .either(let shapes):
      return shapes.map { $0.misfits(of: node, left: left - 1, outer: outer, members: members) }.min() ?? 0
    case .list(let inner): return node.kind == .sequence ? inner.sum(node.items, left) : 1
    case .oneOrList(let inner):
      return node.kind == .sequence ? inner.sum(node.items, left) : inner.misfits(of: node, left: left - 1)
    case .map(let inner):
      guard node.kind == .mapping else { return 1 }
      return node.entries.reduce(0) { sum, entry in
        sum + inner.misfits(of: entry.value, left: left - 1)
          + (members.map { Self.fits(entry.key.value, $0, outer) } ?? true ? 0 : 1)
      }
    case .limited(let inner, _, _, _): return inner.misfits(of: node, left: left, outer: outer, members: members)
    case .shape(let make): return make().misfits(of: node, left: left - 1)
    case .pattern(let pattern, let example):
      guard let text = node.text else { return 1 }
      return example.contains(" ") || pattern.contains(" ") || !text.contains(" ") ? 0 : 1
    case .word(let words): return node.text.map(words.contains) ?? false ? 0 : 1
    case .text: return node.kind == .scalar ? 0 : 1
    case .count, .number: return node.text.map { Double($0) != nil } ?? false ? 0 : 1
    case .flag, .always: return node.isText("true") || node.isText("false") ? 0 : 1
    }
  }

  private func sum(_ items: [YAMLNode], _ left: Int) -> Int {
    items.reduce(0) { $0 + misfits(of: $1, left: left - 1) }
  }

  /// Whether a key can be one of the names of its map, and is none that belongs beside the map.
  private static func fits(_ name: String, _ members: String, _ outer: [String]) -> Bool {
    if members == Pattern.outcome { return !outer.contains(name) }
    return members != Pattern.freeName || name.isFreeName
  }
}

extension Shape {
  fileprivate func misfits(of node: YAMLNode, left: Int) -> Int {
    guard node.kind == .mapping else { return 1 }
    let entries = node.entries
    let places = entries.map { names.firstIndex(of: $0.key.value) }
    var isThere = [Bool](repeating: false, count: keys.count)
    for case let place? in places { isThere[place] = true }
    func has(_ name: String) -> Bool { names.firstIndex(of: name).map { isThere[$0] } ?? false }
    var count = needsOneOf.isEmpty || needsOneOf.contains { has($0.description) } ? 0 : 1
    for (entry, place) in zip(entries, places) {
      guard let place else {
        count += others.map { $0.misfits(of: entry.value, left: left) } ?? 1
        continue
      }
      let key = keys[place]
      count += key.value.misfits(of: entry.value, left: left, outer: names, members: key.members)
      if !key.needs.isEmpty, !key.needs.contains(where: has) { count += 1 }
      if key.excludes.contains(where: has) { count += 1 }
    }
    for (key, isThere) in zip(keys, isThere) where !isThere {
      if key.isRequired || key.isRequiredWithout.map({ !has($0) }) ?? false { count += 1 }
    }
    return count
  }
}
