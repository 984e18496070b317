// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// The worlds of a file, which may build on each other.
///
/// A map lies over the map below it key by key; any other value takes the place of the one below it.
struct SharedWorlds {
  /// By the names below `worlds:`, and ``standard`` for the file's own.
  private var written: [String: YAMLNode] = [:]
  private var names: [Spanned<String>] = []
  /// As they are when all is written out.
  private var whole: [String: YAMLNode] = [:]
  private var used: Set<String> = []
  /// The worlds that are being written out.
  private var begun: Set<String> = []
  private var room = SharedParts.mostValues

  /// What the world of the file is called where another one builds on it.
  static let standard = "default"

  init(of file: YAMLMapping, _ findings: inout [Diagnostic]) {
    if let own = file["world"] { written[Self.standard] = own }
    guard let worlds = file["worlds"]?.mapping("`worlds`", &findings) else { return }
    for entry in worlds.entries {
      guard entry.key.value != Self.standard else {
        findings.append(
          Diagnostic(
            SharingRules.unknown, "the world of the file is called `\(Self.standard)` already", at: entry.key.range,
            help: "write it below `world` of the file, or give this one another name"))
        continue
      }
      names.append(entry.key)
      written[entry.key.value] = entry.value
    }
  }

  /// Every world of the file, as it is written.
  var all: [YAMLNode] { names.compactMap { written[$0.value] } }

  /// A world as it is when all that it builds on is written out; nil, and a finding, if there is no such world.
  mutating func world(_ node: YAMLNode, _ findings: inout [Diagnostic]) -> YAMLNode? {
    if node.kind == .scalar {
      guard let name = node.text.map({ Spanned($0, node.range) }) else { return node }
      return world(named: name, &findings)
    }
    guard node.kind == .mapping, let base = node["extends"] else { return node }
    guard let name = base.text("`extends`", &findings), let below = world(named: name, &findings) else { return nil }
    let over = YAMLGraft.kept(node).entries?.filter { $0.key.value != "extends" } ?? []
    room -= below.size + node.size
    guard room >= 0 else {
      findings.append(
        Diagnostic(
          SharingRules.tooMuch,
          "written out, the worlds up to this one are more than \(SharedParts.mostValues) values", at: name.range,
          help: "give a world that many scenarios have a name below `worlds`, or divide the file"))
      return nil
    }
    return YAMLGraft.kept(below).lying(below: .mapping(over, like: node)).composed()
  }

  private mutating func world(named name: Spanned<String>, _ findings: inout [Diagnostic]) -> YAMLNode? {
    used.insert(name.value)
    if let known = whole[name.value] { return known }
    guard let node = written[name.value] else {
      let names = names.map(\.value) + (written[Self.standard] == nil ? [] : [Self.standard])
      findings.append(.notShared("world", name, among: names, key: name.value == Self.standard ? "world" : "worlds"))
      return nil
    }
    guard begun.insert(name.value).inserted else {
      findings.append(.endless("the world", name))
      return nil
    }
    let result = world(node, &findings)
    begun.remove(name.value)
    whole[name.value] = result
    return result
  }

  /// What is wrong with worlds that nothing asks for.
  var unused: [Diagnostic] {
    names.filter { !used.contains($0.value) }.map {
      .unused("the world", $0, cure: "write `world: NAME` or `extends: NAME`")
    }
  }
}

extension YAMLGraft {
  /// This value with another one over it.
  fileprivate func lying(below other: YAMLGraft) -> YAMLGraft {
    guard var mine = entries, let theirs = other.entries else { return other }
    for entry in theirs {
      if let index = mine.firstIndex(where: { $0.key.value == entry.key.value }) {
        mine[index] = Entry(entry.key, mine[index].value.lying(below: entry.value))
      } else {
        mine.append(entry)
      }
    }
    return .mapping(mine, like: other.node)
  }
}
