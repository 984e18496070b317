// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// A path below `change:`, `add:` or `remove:` of a flow.
struct ChangedPath: Sendable, Hashable {
  enum Deed: String, Sendable, Hashable { case change, add, remove }

  let deed: Deed
  /// The keys and names on the way, such as `steps`, `verify` and `tries`.
  let keys: [String]
  /// Where the path is written.
  let range: Range<Int>
  /// What is written behind it, if that is one word.
  let value: String?

  /// All those of a file, in its order.
  static func all(in text: EditedText) -> [ChangedPath] {
    guard text.kind == .flow, let tree = text.tree else { return [] }
    func word(_ node: SourceNode) -> String { tree.unquoted(node) }
    return tree.root.entries.flatMap { section -> [ChangedPath] in
      guard let deed = section.key.flatMap({ Deed(rawValue: word($0)) }) else { return [] }
      return section.value.entries.compactMap { entry in
        guard let node = entry.key ?? (entry.value.isContainer ? nil : entry.value) else { return nil }
        let value = entry.key == nil || entry.value.isContainer ? nil : word(entry.value)
        return ChangedPath(
          deed: deed, keys: word(node).split(separator: ".").map(String.init), range: text.place(node.range),
          value: value)
      }
    }
  }
}

/// What a path of a change leads to: the word that stands there, and the file.
struct ChangedPlace: Sendable, Hashable {
  let path: String
  let range: Range<Int>
  /// What stands there, if that is one word.
  let value: String?
  /// Whether the whole path is there: an addition leads to what it is added to.
  let isWhole: Bool
}

extension FlowWorkspace {
  /// Where what a flow changes is written: in its nearest base, in a part, or in a flow that it runs.
  func place(of changed: ChangedPath, in path: String) -> ChangedPlace? {
    guard changed.keys.count > 1 else { return nil }
    var keys = changed.keys
    var files = names.space(of: path).filter { $0 != path }
    if keys[1].contains("/") {
      let step = NamePlace(kind: .step, name: keys[1], range: changed.range, definition: nil)
      guard let (local, root) = names.local(step, in: NameSpace(files: [path] + files, device: nil)) else { return nil }
      keys[1] = local.name
      files = names.space(of: root)
    }
    for file in files {
      guard let text = texts.text(file) else { continue }
      if let other = ChangedPath.all(in: text).first(where: { $0.deed != .remove && $0.keys == keys }) {
        return ChangedPlace(path: file, range: other.range, value: other.value, isWhole: true)
      }
      if let found = Self.place(keys, in: text) ?? Self.parameter(keys, in: text) { return found }
    }
    return nil
  }

  /// The parameter of a part that a flow without a value of its own has from there.
  private static func parameter(_ keys: [String], in text: EditedText) -> ChangedPlace? {
    guard text.kind == .part, keys.count > 1, let tree = text.tree,
      tree.parameterKeys(below: [keys[0]]).contains(keys[1])
    else { return nil }
    return place(["needs"] + keys.dropFirst(), in: text)
  }

  /// Nil where not even the second of the keys is there.
  private static func place(_ keys: [String], in text: EditedText) -> ChangedPlace? {
    guard let tree = text.tree else { return nil }
    var node = tree.root
    var found: (range: Range<Int>, value: SourceNode)?
    var depth = 0
    for key in keys {
      let entry = node.entries.first { entry in
        let word = entry.key ?? (entry.value.isContainer ? nil : entry.value)
        return word.map { tree.unquoted($0) } == key
      }
      guard let entry else { break }
      found = ((entry.key ?? entry.value).range, entry.value)
      node = entry.value
      depth += 1
    }
    guard depth > 1, let found else { return nil }
    let isWhole = depth == keys.count
    return ChangedPlace(
      path: text.path, range: text.place(found.range),
      value: isWhole && !found.value.isContainer && found.value.range != found.range
        ? tree.text(found.value.range) : nil, isWhole: isWhole)
  }

  /// Where what a flow changes comes from, behind its paths; and what other flows change of a file, where that stands.
  func origins(in wanted: Range<Int>, of text: EditedText) -> [Aside] {
    let own = ChangedPath.all(in: text).filter { wanted.contains($0.range.upperBound) }.compactMap { changed in
      place(of: changed, in: text.path).map { place in
        let old = place.value.map { ", there `\($0.prefix(40))`" } ?? ""
        let file = place.path.split(separator: "/").last ?? ""
        return Aside(
          offset: changed.range.upperBound, words: "\(changed.deed == .add ? "to" : "from") \(file)\(old)")
      }
    }
    return own + overrides(in: wanted, of: text)
  }

  private func overrides(in wanted: Range<Int>, of text: EditedText) -> [Aside] {
    var found: [Int: [String]] = [:]
    for root in roots(of: text.path) where root.path != text.path {
      // Of a base that is a variant itself, the changes count for each flow that is made of it, and are told once.
      guard let other = texts.text(root.path) else { continue }
      let file = root.path.split(separator: "/").last.map(String.init) ?? ""
      for changed in ChangedPath.all(in: other) {
        guard let place = place(of: changed, in: root.path), place.path == text.path,
          wanted.contains(place.range.upperBound)
        else { continue }
        let deed =
          switch changed.deed {
          case .change: changed.value.map { "`\($0.prefix(40))` in \(file)" } ?? "changed in \(file)"
          case .add: "more in \(file)"
          case .remove: "removed in \(file)"
          }
        if !found[place.range.upperBound, default: []].contains(deed) {
          found[place.range.upperBound, default: []].append(deed)
        }
      }
    }
    return found.map { offset, deeds in
      let more = deeds.count > Self.mostOverrides ? ", and \(deeds.count - Self.mostOverrides) more" : ""
      return Aside(offset: offset, words: deeds.prefix(Self.mostOverrides).joined(separator: "; ") + more)
    }
  }

  /// More of them fill no line.
  private static var mostOverrides: Int { 3 }
}
