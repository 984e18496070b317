// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// A key that has no meaning where it stands, and would have one in the map that ends above it, or in one around it.
///
/// Only keys of the language are looked for: any name may be one that its author has given, and was to stand there.
struct LostKey {
  /// A map around the place, and what may stand in it.
  private struct Around {
    let owner: String?
    let node: YAMLNode
    let shape: Shape
  }

  /// The keys of maps whose names are those of steps and the like.
  private static let named = Set(
    Shape.flow.reachable.flatMap(\.keys).filter { $0.members == Pattern.freeName }.map(\.name))

  /// The keys of the language: no other name has a place that it could have lost.
  private static let known = Set([Shape.flow, .part].flatMap(\.reachable).flatMap(\.keys).map(\.name))

  static func finding(in root: YAMLNode, as kind: FileKind, _ flaws: FindingPlaces) -> Diagnostic? {
    LostKey(flaws: flaws).find(in: root, of: nil, as: [.shape { kind.shape }], [])
  }

  private let flaws: FindingPlaces

  private func find(in node: YAMLNode, of owner: YAMLEntry?, as values: [ValueShape], _ around: [Around])
    -> Diagnostic?
  {
    if node.kind == .sequence {
      let inner = values.flatMap { $0.members(of: ValueShape.item) }
      return node.items.lazy.compactMap { find(in: $0, of: owner, as: inner, around) }.first
    }
    guard node.kind == .mapping, around.count < 12 else { return nil }
    let entries = node.entries
    for (above, entry) in zip(entries, entries.dropFirst()) where entry.isBelow(above) {
      guard Self.known.contains(entry.key.value) || entry.key.value.isOutcome else { continue }
      // What is quickly seen comes first: a file may have very many keys.
      let outer = around.last { Self.isMissed(entry, in: $0) }
      let place = Self.place(for: entry, in: above) { values.flatMap { $0.members(of: above.key.value) } }
      guard place != nil || outer != nil, !Self.fits(entry, in: values, below: owner) else { continue }
      if let place {
        return .tooShallow(
          entry, of: Diagnostic.quoting(place.owner.key.value), as: place.model, downTo: place.last)
      }
      if let outer {
        let stands = owner.map { "below \(Diagnostic.quoting($0.key.value))" } ?? "in another map"
        return .tooDeep(entry, stands, as: outer.node.entries.first)
      }
    }
    let shape = values.lazy.compactMap(\.shape).first { shape in
      entries.contains { shape.key(named: $0.key.value) != nil }
    }
    let next = shape.map { around + [Around(owner: owner?.key.value, node: node, shape: $0)] } ?? around
    // Behind names that authors give stands the same each time.
    let same = values.allSatisfy(\.isNamed) ? values.flatMap { $0.members(of: "name") } : nil
    return entries.lazy.filter { $0.value.kind != .scalar && flaws.touch($0) }.compactMap { entry in
      find(in: entry.value, of: entry, as: same ?? values.flatMap { $0.members(of: entry.key.value) }, next)
    }.first
  }

  /// Whether an entry can stand in a map.
  private static func fits(_ entry: YAMLEntry, in values: [ValueShape], below owner: YAMLEntry?) -> Bool {
    let name = entry.key.value
    if let owner, named.contains(owner.key.value), values.contains(where: \.isNamed), !name.isFreeName { return false }
    let inner = values.flatMap { $0.members(of: name) }
    return inner.contains { $0.misfits(of: entry.value) == 0 }
      || !inner.isEmpty && values.contains { $0.shape?.key(named: name) != nil }
  }

  /// The last map in which a key of the language is missing that stands below it.
  ///
  /// - Parameter shapes: what may stand behind the holder's key.
  private static func place(for lost: YAMLEntry, in holder: YAMLEntry, as shapes: () -> [ValueShape])
    -> (owner: YAMLEntry, model: YAMLEntry, last: Int32?)?
  {
    guard holder.value.kind == .mapping, let first = holder.value.entries.first, let last = holder.value.entries.last,
      first.key.range.start.line > holder.key.range.start.line
    else { return nil }
    let (name, values) = (lost.key.value, shapes())
    let isFree = !holder.value.entries.contains { $0.key.value == name }
    let isKey = values.contains { value in
      value.shape?.key(named: name).map { mayBegin(lost.value, $0.value) } ?? false
    }
    let isOutcome = holder.key.value == "then" && name.isOutcome
    if isFree, isKey || isOutcome {
      return (holder, first, end(of: lost.value, values.compactMap { $0.shape?.key(named: name)?.value }))
    }
    return place(for: lost, in: last) { values.flatMap { $0.members(of: last.key.value) } }
  }

  /// The last line of what belongs to a value, where what followed in the file stands in it now; nil where all belongs to it.
  private static func end(of node: YAMLNode, _ values: [ValueShape]) -> Int32? {
    guard !values.isEmpty, !values.contains(where: { $0.misfits(of: node) == 0 }) else { return nil }
    let own = node.entries.prefix { entry in
      values.contains { value in
        value.values(at: [entry.key.value]).contains { $0.misfits(of: entry.value) == 0 }
      }
    }
    return own.last?.value.range.end.line
  }

  /// Whether a value, or at least what it begins with, can stand behind a key: what followed in the file may stand in it now.
  private static func mayBegin(_ node: YAMLNode, _ value: ValueShape) -> Bool {
    if value.misfits(of: node) == 0 { return true }
    guard let first = node.entries.first else { return false }
    return value.values(at: [first.key.value]).contains { $0.misfits(of: first.value) == 0 }
  }

  /// Whether a map around an entry lacks its key, and cannot be without it.
  private static func isMissed(_ entry: YAMLEntry, in around: Around) -> Bool {
    let (name, map) = (entry.key.value, around.node)
    guard let key = around.shape.key(named: name), map.value(of: name) == nil, key.value.misfits(of: entry.value) == 0
    else { return false }
    let isNeeded = around.shape.words(needing: name).contains { map[$0] != nil }
    return isNeeded || key.isRequired || key.isRequiredWithout.map { map.value(of: $0) == nil } ?? false
      || around.owner == nil && entry.value.kind == .mapping
  }
}

extension ValueShape {
  /// Whether it is a map whose keys are names.
  fileprivate var isNamed: Bool { if case .map = self { true } else { false } }

  /// What may stand behind a key, or as an item of a list, each possibility.
  fileprivate func members(of key: String) -> [ValueShape] { values(at: [key]) }
}
