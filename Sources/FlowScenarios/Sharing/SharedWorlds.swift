// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// The worlds of a file, which may build on each other.
///
/// A map lies over the map below it key by key; any other value takes the place of the one below it.
struct SharedWorlds {
  /// Those below `worlds:`, and ``standard``, the file's own.
  private var parts = NamedParts<YAMLNode>("world")
  private var room = SharedParts.mostValues

  /// What the world of the file is called where another one builds on it.
  static let standard = "default"

  init(of file: YAMLMapping, _ findings: inout [Diagnostic]) {
    if let own = file["world"] { parts.add(Spanned(Self.standard, own.range), own, isListed: false) }
    guard let worlds = file["worlds"]?.mapping("`worlds`", &findings) else { return }
    for entry in worlds.entries {
      guard entry.key.value != Self.standard else {
        findings.append(
          Diagnostic(
            SharingRules.unknown, "the world of the file is called `\(Self.standard)` already", at: entry.key.range,
            help: "write it below `world` of the file, or give this one another name"))
        continue
      }
      parts.add(entry.key, entry.value)
    }
  }

  /// Every world with a name, as it is written.
  var all: [YAMLNode] { parts.all }

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
    switch parts.part(name, below: name.value == Self.standard ? "world" : "worlds", &findings) {
    case .whole(let world)?: return world
    case .written(let node)?:
      let whole = world(node, &findings)
      parts.finish(name, whole)
      return whole
    case nil: return nil
    }
  }

  /// What is wrong with worlds that nothing asks for.
  var unused: [Diagnostic] {
    let unused = parts.unused(cure: "write `world: NAME` or `extends: NAME`")
    let names = parts.listed
    // All of them are keys of a world: `worlds` is a slip.
    guard let first = names.first, unused.count == names.count,
      names.allSatisfy({ Shape.world.key(named: $0.value) != nil })
    else { return unused }
    return [
      Diagnostic(
        SharingRules.unused, "`\(first.value)` is a key of a world, and below `worlds` stand names of worlds",
        at: first.range, help: "write `world:` in place of `worlds:`")
    ]
  }
}

extension YAMLGraft {
  /// This value with another one over it.
  fileprivate func lying(below other: YAMLGraft) -> YAMLGraft {
    guard var mine = entries, let theirs = other.entries else { return other }
    let places = Dictionary(mine.enumerated().map { ($1.key.value, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in theirs {
      if let index = places[entry.key.value] {
        mine[index] = Entry(entry.key, mine[index].value.lying(below: entry.value))
      } else {
        mine.append(entry)
      }
    }
    return .mapping(mine, like: other.node)
  }
}
