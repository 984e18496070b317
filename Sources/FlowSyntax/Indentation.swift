// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// What stands too deep or not deep enough: told once, where it is, and nothing that follows from it.
extension DocumentDecoder {
  /// Without `gates`, which is also a key of `require`.
  private static let blocks = Shape.flow.words(merged: .byName).filter { $0.description != "gates" }
  /// The keys of steps, ends, budgets and messages.
  private static let memberKeys: [StaticString] =
    stepKeys + interruptKeys + endKeys + budgetKeys + ["text", "each", "none"]

  /// An outermost key below another one, such as `messages` below `ends`.
  func misplacedKey(in root: YAMLNode) -> Diagnostic? {
    root.misplacedKey(among: Self.blocks, notHaving: Self.memberKeys)
  }

  /// The first of the ends or messages that stand in the block above, since the line with the name of theirs is missing.
  func lostLine(in root: YAMLNode) -> Diagnostic? {
    func first(in blocks: [StaticString], where isLost: (YAMLNode) -> Bool) -> (key: Spanned<String>, block: String)? {
      for block in blocks {
        if let entry = root[block]?.entries.first(where: { isLost($0.value) }) { return (entry.key, block.description) }
      }
      return nil
    }
    if root["ends"] == nil,
      let lost = first(in: ["steps", "interrupts", "messages"], where: { $0.kind == .mapping && $0["outcome"] != nil })
    {
      return .lostLine("ends", "an end", lost.key, below: lost.block)
    }
    if let lost = lostBlock(in: root) { return lost }
    guard root["messages"] == nil,
      let lost = first(in: ["ends"], where: { $0.text.map(Self.isMessage) ?? false }), lost.key.value.isName
    else { return nil }
    return .lostLine("messages", "a message", lost.key, below: lost.block)
  }

  /// The first of those at the end of a block that have no meaning there, and are what stands below a key that the file lacks.
  private func lostBlock(in root: YAMLNode) -> Diagnostic? {
    let lacked = Self.blocks.filter { root[$0] == nil }
    for block in Self.blocks {
      let entries = root[block]?.entries.suffix(Self.mostLost) ?? []
      // A map in which nothing stands yet may be anything.
      guard let last = entries.last, last.value.kind != .mapping || !last.value.entries.isEmpty,
        !Self.fits(last, in: block),
        let key = lacked.first(where: { Self.fits(last, in: $0) }), Self.member[key.description] != nil
      else { continue }
      let lost = entries.reversed().prefix { Self.fits($0, in: key) && !Self.fits($0, in: block) }.last ?? last
      let above = entries.prefix { $0.key.range != lost.key.range }
      // Where what stands in front of them is no better, something else is wrong.
      guard !above.isEmpty, above.allSatisfy({ Self.fits($0, in: block) }) else { continue }
      return .lostLine(key.description, Self.member[key.description] ?? "", lost.key, below: block.description)
    }
    return nil
  }

  /// Of so many entries at the end of a block is it looked where those begin.
  private static let mostLost = 200

  /// Whether an entry has the form of what stands below an outermost key.
  private static func fits(_ entry: YAMLEntry, in block: StaticString) -> Bool {
    entry.key.value.isName && (block.description != "messages" || entry.value.text.map(isMessage) ?? true)
      && Shape.flow.key(named: block.description)?.value.values(at: [entry.key.value])
        .contains { $0.misfits(of: entry.value) == 0 } ?? false
  }

  /// What stands below each of those keys.
  private static let member = [
    "steps": "a step", "interrupts": "an interrupt", "ends": "an end", "messages": "a message", "budgets": "a budget",
  ]

  /// Whether a text has several words, and does not begin with a key of an end that lacks its colon.
  private static func isMessage(_ text: String) -> Bool {
    text.firstWord.map { word in !endKeys.contains { $0.description == word } } ?? text.utf8.contains(UInt8(ascii: " "))
  }

  mutating func steps(_ map: YAMLMapping) -> [StepSyntax] { members(of: map, Self.stepKeys) { $0.knownStep($1) } }

  mutating func interrupts(_ map: YAMLMapping) -> [StepSyntax] {
    members(of: map, Self.interruptKeys) { $0.interrupt($1) }
  }

  mutating func ends(_ map: YAMLMapping) -> [EndSyntax] { members(of: map, Self.endKeys) { $0.end($1) } }

  /// What is made of each entry, but for keys that stand beside the name to which they belong.
  private mutating func members<Made>(
    of map: YAMLMapping, _ keys: [StaticString], _ make: (inout Self, YAMLEntry) -> Made?
  ) -> [Made] {
    guard let (owner, lost) = map.hollow(of: keys.map(\.description)) else { return map.compactMap { make(&self, $0) } }
    findings.append(.asDeepAsItsKeys(owner, lost[0].key))
    let places = Set(lost.map(\.key.range))
    return map.compactMap { places.contains($0.key.range) ? nil : make(&self, $0) }
  }

  /// The names that are written, whether or not what bears them could be read: whoever refers to them made no slip.
  func unreadNames(of root: YAMLNode) -> (
    places: Set<String>, messages: Set<String>, budgets: Set<String>, gates: Set<String>
  ) {
    let map = outermost
    func names(_ keys: [String]) -> [String] {
      keys.flatMap { key -> [String] in
        // Whoever forgot the colon behind a name has given it all the same.
        guard let node = map?.value(of: key) ?? root.value(of: key) else { return [] }
        return node.entries.flatMap { entry -> [String] in
          let meant = entry.key.value.namesMeant
          return meant.isEmpty ? [entry.key.value.nameBeforeBrace ?? entry.key.value] : meant
        }
          + [node.text?.firstWord].compactMap(\.self)
      }
    }
    // What stands below a key that no flow has may be anything.
    let known = Set((Self.keys + ["part", "needs"]).map(\.description))
    var others: [String] = []
    root.forEachEntry { entry in
      guard entry.value.kind == .mapping, !known.contains(entry.key.value) else { return }
      others += entry.value.entries.map(\.key.value)
    }
    // A whole step may stand too deep, and so in the step above it.
    let inner = ["steps", "interrupts"].compactMap { map?.value(of: $0) }
      .flatMap { $0.entries.flatMap(\.value.entries) }.filter { $0.value.kind == .mapping }.map(\.key.value)
      .filter { key in !Self.memberKeys.contains { $0.description == key } }
    return (
      Set(names(["steps", "interrupts", "ends"]) + others + inner), Set(names(["messages", "needs"]) + others),
      Set(names(["budgets", "needs"]) + others), Set(names(["gates", "needs"]) + others)
    )
  }
}

extension Diagnostic {
  fileprivate static func lostLine(_ key: String, _ what: String, _ name: Spanned<String>, below block: String)
    -> Diagnostic
  {
    Diagnostic(
      YAMLRules.missingKey, "\(quoting(name.value)) is \(what), but stands below `\(block)`", at: name.range,
      help: "write `\(key):` in a line above it, in the first column")
  }
}
