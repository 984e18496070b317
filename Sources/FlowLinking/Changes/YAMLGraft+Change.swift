// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// Why a change does not fit the tree that it is for.
enum ChangeProblem: Error {
  /// There is no such thing. With it: the names that are there, the path to them, and the existing key below which the name does stand.
  case unknown(String, among: [String], below: [String], inside: String?)
  /// On the way is a value without keys, and stands here.
  case keyless([String], SourceRange)
  /// Something is there already, and stands here.
  case exists(SourceRange)
  /// An item is in the list already, and stands here.
  case listed(SourceRange)
  /// The value that is there says the same, and stands here.
  case same(SourceRange)
  /// An empty map or list in the place of a full one.
  case empty
  /// A part of what is there in the place of the whole, and its first key.
  case partial(YAMLEntry)
}

extension YAMLGraft {
  /// The tree with one change in it.
  mutating func apply(_ change: Change, at place: ArraySlice<String>) throws(ChangeProblem) {
    let like = node
    // Nothing else may hold what is changed: it would be copied for each change.
    if var items {
      self = .kept(like)
      defer { self = .sequence(items, like: like) }
      try Self.apply(change, at: place, to: &items)
    } else if var entries {
      self = .kept(like)
      defer { self = .mapping(entries, like: like) }
      try Self.apply(change, at: place, to: &entries)
    } else {
      throw .keyless(Array(change.words.dropLast(place.count)), self.node.range)
    }
  }

  private static func apply(
    _ change: Change, at place: ArraySlice<String>, to entries: inout [Entry]
  ) throws(ChangeProblem) {
    guard let word = place.first else { return }
    let rest = place.dropFirst()
    guard let index = entries.firstIndex(where: { $0.key.value == word }) else {
      let count = change.words.count - rest.count
      guard case .add(let node) = change.action, !change.addsFragment(at: count) else {
        throw .unknown(
          word, among: entries.map(\.key.value), below: Array(change.words.dropLast(place.count)),
          inside: entries.first { $0.value[word] != nil }?.key.value)
      }
      let value = try added(node, at: change.words)
      entries.append(Entry(Spanned(word, change.path.range), nested(value, below: rest, change.path.range)))
      return
    }
    if !rest.isEmpty {
      try entries[index].value.apply(change, at: rest)
      // Any other empty map is what its reader says of it.
      if case .remove = change.action, entries[index].value.isEmpty, word == "choices" || word == "then" {
        entries.remove(at: index)
      }
    } else {
      switch change.action {
      case .change(let node):
        if entries[index].value.lacksMore(than: node, at: change.words), let first = node.entries.first {
          throw .partial(first)
        }
        // What is wrong with it is wrong where it was changed.
        entries[index] = Entry(Spanned(word, change.path.range), try entries[index].value.changed(to: node))
      case .add(let node):
        if word == "require", try entries[index].value.demand(node) { return }
        try entries[index].value.add(node, key: entries[index].key.range)
      case .remove: entries.remove(at: index)
      }
    }
  }

  private static func apply(
    _ change: Change, at place: ArraySlice<String>, to items: inout [YAMLGraft]
  ) throws(ChangeProblem) {
    let names = items.map(\.itemName)
    let whole = place.joined(separator: ".")
    if let index = names.firstIndex(of: whole) {
      switch change.action {
      case .change(let node): items[index] = try items[index].changedItem(named: whole, to: node, change.path.range)
      case .add: throw .exists(items[index].node.range)
      case .remove: items.remove(at: index)
      }
    } else if place.count > 1, let index = names.firstIndex(of: place.first), let entries = items[index].entries {
      // The item is a map with one key, or gets one below that.
      var value = entries[0].value
      try value.apply(change, at: place.dropFirst())
      items[index] = .mapping([Entry(entries[0].key, value)], like: items[index].node)
    } else if case .add(let node) = change.action, place.count == 1 {
      items.append(.mapping([Entry(Spanned(whole, change.path.range), .kept(node))], like: node))
    } else {
      throw .unknown(
        whole, among: names.compactMap(\.self), below: Array(change.words.dropLast(place.count)), inside: nil)
    }
  }

  /// A value where none is: of a list its first item may be written alone.
  private static func added(_ node: YAMLNode, at place: [String]) throws(ChangeProblem) -> YAMLGraft {
    let value = YAMLGraft.kept(node)
    if value.isEmpty { throw .empty }
    let isOfList = node.kind != .sequence && place.last.map { Shape.isList($0, at: place[...]) } ?? false
    return isOfList ? .sequence([value], like: node) : value
  }

  /// Has what is required hold one more demand, key by key: whoever asks for more takes nothing away.
  ///
  /// - Returns: false where it is not for this.
  private mutating func demand(_ node: YAMLNode) throws(ChangeProblem) -> Bool {
    guard node.kind == .mapping, node["check"] == nil else { return false }
    if var items {
      guard let index = items.firstIndex(where: { $0.entries != nil && $0["check"] == nil }) else { return false }
      _ = try items[index].demand(node)
      self = .sequence(items, like: self.node)
      return true
    }
    guard var entries else { return false }
    if node.entries.isEmpty { throw .empty }
    for more in node.entries {
      guard let index = entries.firstIndex(where: { $0.key.value == more.key.value }) else {
        entries.append(Entry(more))
        continue
      }
      guard entries[index].value.items != nil else { throw .exists(entries[index].key.range) }
      try entries[index].value.add(more.value, key: entries[index].key.range)
    }
    self = .mapping(entries, like: self.node)
    return true
  }

  private func changed(to node: YAMLNode) throws(ChangeProblem) -> YAMLGraft {
    let new = YAMLGraft.kept(node)
    if says(new) { throw .same(self.node.range) }
    if new.isEmpty, !isEmpty { throw .empty }
    return new
  }

  /// Whether a map that is to stand in its place lacks what it has and cannot be without, such as `challenge` of a step.
  private func lacksMore(than node: YAMLNode, at path: [String]) -> Bool {
    guard node.kind == .mapping, let entries else { return false }
    func isLost(_ name: String) -> Bool { node.value(of: name) == nil && entries.contains { $0.key.value == name } }
    return ValueShape.shape({ .flow }).values(at: path[...]).contains { value in
      guard case .shape(let make) = value else { return false }
      let (needed, one) = (make().keys.filter(\.isRequired), make().needsOneOf.map(\.description))
      return needed.contains { isLost($0.name) }
        || one.contains(where: isLost) && one.allSatisfy { node.value(of: $0) == nil }
    }
  }

  /// An item of a list is a word, or a map with one key behind which more is said.
  private func changedItem(
    named name: String, to node: YAMLNode, _ range: SourceRange
  ) throws(ChangeProblem) -> YAMLGraft {
    guard let entry = entries?.first else {
      guard node.kind == .mapping else { return try changed(to: node) }
      return .mapping([Entry(Spanned(name, range), .kept(node))], like: node)
    }
    return .mapping([Entry(Spanned(entry.key.value, range), try entry.value.changed(to: node))], like: self.node)
  }

  /// Puts items into a list; nothing else can be added where something is.
  private mutating func add(_ node: YAMLNode, key: SourceRange) throws(ChangeProblem) {
    guard var items else { throw .exists(key) }
    if YAMLGraft.kept(node).isEmpty { throw .empty }
    let before = items
    for item in node.kind == .sequence ? node.items : [node] {
      let new = YAMLGraft.kept(item)
      if let name = new.itemName, let same = before.first(where: { $0.itemName == name }) {
        throw same.says(new) ? .listed(same.node.range) : .exists(self.node.range)
      }
      items.append(new)
    }
    self = .sequence(items, like: self.node)
  }

  /// A value with keys around it, the last one innermost.
  private static func nested(_ value: YAMLGraft, below keys: ArraySlice<String>, _ range: SourceRange) -> YAMLGraft {
    keys.reversed().reduce(value) { inner, key in .mapping([Entry(Spanned(key, range), inner)], like: value.node) }
  }

  /// What an item of a list is called: its word, or the only key of its map.
  private var itemName: String? {
    if let text { return text }
    return entries.flatMap { $0.count == 1 ? $0[0].key.value : nil }
  }

  /// Whether it is a map or a list with nothing in it.
  private var isEmpty: Bool { entries?.isEmpty ?? items?.isEmpty ?? false }
}

extension Shape {
  /// Whether a list may stand at a place of a flow; by the key alone where the place is not one of the flow's own.
  fileprivate static func isList(_ key: String, at place: ArraySlice<String>) -> Bool {
    let values = ValueShape.shape({ .flow }).values(at: place)
    guard !values.isEmpty else { return keysOfLists.contains(key) }
    return values.contains { if case .list = $0 { true } else { false } }
  }

  /// The keys of a flow behind which only a list may stand.
  fileprivate static let keysOfLists = Set(
    Shape.flow.reachable.flatMap(\.keys).filter { if case .list = $0.value { true } else { false } }.map(\.name))
}
