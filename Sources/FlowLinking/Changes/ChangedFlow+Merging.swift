// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

extension ChangedFlow {
  /// The flow as one tree: its base, its parts and all changes, as if they stood in its file.
  ///
  /// What is changed in flows that it runs stays a change. Where it runs flows, parts with interrupts stay parts: the flows that it
  /// runs must handle interrupts by the same entries.
  func merged(at path: String) -> YAMLNode? {
    guard let root, let entries = root.entries else { return nil }
    var merged: [YAMLGraft.Entry] = []
    for entry in entries where !entry.key.value.isOne(of: Self.joinedKeys) {
      merged.append(YAMLGraft.Entry(entry.key, placed(entry.value, of: entry.key.value, at: path)))
    }
    let isOuter = allTrees.contains { tree in
      tree["steps"]?.entries?.contains { $0.value["run"] != nil } ?? false
    }
    let kept = isOuter ? keptParts : []
    merged += uses(kept, like: root.node, at: path)
    merged += catalogues(without: kept, like: root.node, at: path)
    let joined = parts.filter { part in !kept.contains { $0.path == part.path } }
    for section in Self.sections {
      let holders = ([root] + joined.map(\.tree)).flatMap { $0.entries ?? [] }.filter { $0.key.value == section }
      var all = holders.flatMap { $0.value.entries ?? [] }
      let given = Set(all.map(\.key.value))
      all += joined.flatMap { $0.defaults(of: section) }.filter { !given.contains($0.key.value) }
      guard let first = all.first else { continue }
      merged.append(
        YAMLGraft.Entry(
          holders.first?.key ?? Spanned(section, first.key.range),
          .mapping(
            section == "steps" ? all.map { placed($0, at: path) } : all,
            like: holders.first?.value.node ?? first.value.node)))
    }
    merged += Self.lines(for: kept.flatMap(\.changes) + trees.inner.values.flatMap(\.changes), like: root.node)
    return YAMLGraft.mapping(merged, like: root.node).composed()
  }

  /// What is not passed on as it is written: it is joined with what the parts have there, or is of the file alone.
  private static let joinedKeys = ["use"] + Shape.flow.words(merged: .byName, .append, .own)

  /// The parts with interrupts, and those that they use.
  private var keptParts: [Part] {
    var kept = Set(parts.filter { $0.tree["interrupts"] != nil }.map(\.path))
    // A part stands behind those that it uses.
    for part in parts.reversed() where kept.contains(part.path) {
      for use in part.tree["use"]?.items ?? [] {
        if let text = use.text { kept.insert(files.path(of: Spanned(text, use.node.range))) }
      }
    }
    return parts.filter { kept.contains($0.path) }
  }

  private func uses(_ parts: [Part], like node: YAMLNode, at path: String) -> [YAMLGraft.Entry] {
    guard let use = root?.entries?.first(where: { $0.key.value == "use" }), !parts.isEmpty else { return [] }
    let items = parts.map { part in
      YAMLGraft(
        text: FilePath.withoutEnding(FilePath.path(to: part.path, from: path)), inPlaceOf: use.value.node)
    }
    return [YAMLGraft.Entry(use.key, .sequence(items, like: use.value.node))]
  }

  /// The catalogues of the flow, its bases and the parts that are joined.
  private func catalogues(without kept: [Part], like node: YAMLNode, at path: String) -> [YAMLGraft.Entry] {
    let joined = parts.filter { part in !kept.contains { $0.path == part.path } }
    let holders = [root].compactMap(\.self) + joined.map(\.tree)
    let named = holders.flatMap { $0["catalogues"]?.items ?? [] }
    guard let first = named.first else { return [] }
    let key = holders.lazy.compactMap { $0.entries?.first { $0.key.value == "catalogues" }?.key }.first
    let items = named.compactMap { item in
      item.text.map { text in
        YAMLGraft(
          text: FilePath.withoutEnding(FilePath.path(to: files.path(of: Spanned(text, item.node.range)), from: path)),
          inPlaceOf: item.node)
      }
    }
    return [YAMLGraft.Entry(key ?? Spanned("catalogues", first.node.range), .sequence(items, like: first.node))]
  }

  /// A step, with the path of the flow that it runs from the folder of the file in which it stands now.
  private func placed(_ step: YAMLGraft.Entry, at path: String) -> YAMLGraft.Entry {
    guard step.value["run"] != nil, let entries = step.value.entries else { return step }
    var step = step
    step.value = .mapping(
      entries.map { YAMLGraft.Entry($0.key, placed($0.value, of: $0.key.value, at: path)) }, like: step.value.node)
    return step
  }

  private func placed(_ value: YAMLGraft, of key: String, at path: String) -> YAMLGraft {
    guard let text = value.text, key == "run" || key == "sdk" && FilePath.isPath(text) else { return value }
    let place = FilePath.path(to: files.path(of: Spanned(text, value.node.range)), from: path)
    return YAMLGraft(text: key == "run" ? FilePath.withoutEnding(place) : place, inPlaceOf: value.node)
  }

  /// Changes as they are written, one for each path: those of a level above come in the place of those below.
  private static func lines(for changes: [Change], like node: YAMLNode) -> [YAMLGraft.Entry] {
    var left: [Change] = []
    for change in changes {
      guard let index = left.firstIndex(where: { $0.path.value == change.path.value }) else {
        left.append(change)
        continue
      }
      let before = left.remove(at: index)
      switch (before.action, change.action) {
      case (.add, .remove): break
      case (.add, .change(let node)): left.append(Change(.add(node), change.path, below: before.key))
      case (.remove, .add(let node)): left.append(Change(.change(node), change.path, below: change.key))
      default: left.append(change)
      }
    }
    left.sort { $0.path.value < $1.path.value }
    var (changed, added, removed): ([YAMLGraft.Entry], [YAMLGraft.Entry], [YAMLGraft]) = ([], [], [])
    for change in left {
      switch change.action {
      case .change(let node): changed.append(YAMLGraft.Entry(change.path, .kept(node)))
      case .add(let node): added.append(YAMLGraft.Entry(change.path, .kept(node)))
      case .remove(let node): removed.append(.kept(node))
      }
    }
    func key(_ verb: String) -> Spanned<String> {
      Spanned(verb, left.first { $0.verb == verb }?.key ?? node.range)
    }
    return (changed.isEmpty ? [] : [YAMLGraft.Entry(key("change"), .mapping(changed, like: node))])
      + (added.isEmpty ? [] : [YAMLGraft.Entry(key("add"), .mapping(added, like: node))])
      + (removed.isEmpty ? [] : [YAMLGraft.Entry(key("remove"), .sequence(removed, like: node))])
  }
}
