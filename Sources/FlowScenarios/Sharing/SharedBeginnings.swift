// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// The beginnings of a file: items with which several scenarios begin.
///
/// A beginning is a list of items, or a map with the beginning before it (`begin`) and its own items (`do`).
struct SharedBeginnings {
  private var parts = NamedParts<[YAMLGraft]>("beginning")

  init(of file: YAMLMapping, _ findings: inout [Diagnostic]) {
    for entry in file["beginnings"]?.mapping("`beginnings`", &findings)?.entries ?? [] {
      parts.add(entry.key, entry.value)
    }
  }

  /// A scenario with the items of a beginning below `begin`, in the place of its name; see ``YAMLGraft/begun``.
  mutating func put(_ begin: YAMLNode, into scenario: YAMLNode, _ findings: inout [Diagnostic]) -> YAMLGraft {
    let items = begin.text("`begin`", &findings).map { self.items(named: $0, &findings) } ?? []
    var entries = YAMLGraft.kept(scenario).entries ?? []
    guard let place = entries.firstIndex(where: { $0.key.value == "begin" }) else { return .kept(scenario) }
    entries[place].value = .sequence(items, like: begin)
    return .mapping(entries, like: scenario)
  }

  private mutating func items(named name: Spanned<String>, _ findings: inout [Diagnostic]) -> [YAMLGraft] {
    switch parts.part(name, below: "beginnings", &findings) {
    case .whole(let items)?: return items
    case .written(let node)?:
      let items = items(of: node, &findings)
      parts.finish(name, items)
      return items
    case nil: return []
    }
  }

  private mutating func items(of node: YAMLNode, _ findings: inout [Diagnostic]) -> [YAMLGraft] {
    guard node.kind == .mapping else {
      return node.sequence("a beginning", &findings)?.map { .kept($0) } ?? []
    }
    guard let map = node.mapping("a beginning", keys: Shape.beginning.names, &findings) else { return [] }
    let before = map["begin"]?.text("`begin`", &findings).map { items(named: $0, &findings) } ?? []
    let own = map.require("do", of: "the beginning", &findings)?.sequence("`do`", &findings) ?? []
    return before + own.map { .kept($0) }
  }

  /// What is wrong with beginnings that nothing asks for.
  var unused: [Diagnostic] { parts.unused(cure: "write `begin: NAME`") }
}

extension YAMLGraft {
  /// A scenario with the items that stand below `begin` before its own.
  ///
  /// Why only when the values of its case are in their places: `do` may be one of them.
  var begun: YAMLGraft {
    guard case .mapping(var entries, let node) = self,
      let place = entries.firstIndex(where: { $0.key.value == "begin" })
    else { return self }
    let begin = entries.remove(at: place)
    let items = begin.value.items ?? []
    if let index = entries.firstIndex(where: { $0.key.value == "do" }) {
      // What is no list is told when the items are read.
      guard let own = entries[index].value.items else { return .mapping(entries, like: node) }
      entries[index].value = .sequence(items + own, like: entries[index].value.node)
    } else if !items.isEmpty {
      entries.insert(Entry(Spanned("do", begin.key.range), .sequence(items, like: begin.value.node)), at: place)
    }
    return .mapping(entries, like: node)
  }
}
