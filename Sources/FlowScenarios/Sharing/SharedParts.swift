// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// What the scenarios of a file have in common: worlds that build on each other, beginnings, and tables of cases.
///
/// All of it is written out before a scenario is read: what is read then has nothing of it any more, and each value keeps
/// the place where it was written.
struct SharedParts {
  var findings: [Diagnostic] = []
  var worlds: SharedWorlds
  private var beginnings: SharedBeginnings
  /// How many values may still be written out.
  private var room = Self.mostValues

  /// As many as a file may hold without all this.
  static let mostValues = YAMLLimits.standard.nodes

  init(of file: YAMLMapping) {
    worlds = SharedWorlds(of: file, &findings)
    beginnings = SharedBeginnings(of: file, &findings)
  }

  /// The scenarios that a node stands for, each written out: one, or one for each of its cases.
  mutating func scenarios(of node: YAMLNode) -> [YAMLNode] {
    guard node.kind == .mapping, room >= 0 else { return [node] }
    var whole = YAMLGraft.kept(node)
    if let begin = node["begin"] { whole = beginnings.put(begin, into: node, &findings) }
    let table = node["cases"].flatMap { CaseTable($0, &findings) }
    // Why none: what is wrong with its cases is told, and nothing else follows.
    if node["cases"] != nil, table == nil { return [] }
    guard table != nil || node["begin"] != nil else { return [node] }
    let copies = max(1, table?.cases.count ?? 1)
    room -= copies * whole.size
    let written =
      room < 0 ? [] : table?.scenarios(of: whole, room: &room, &findings) ?? [whole.begun.composed()]
    guard room < 0 else { return written }
    findings.append(
      Diagnostic(
        SharingRules.tooMuch, "written out, the scenarios up to this one are more than \(Self.mostValues) values",
        at: node["name"]?.range ?? node.range,
        help: "divide the file: the scenarios of one flow may stand in several"))
    return []
  }

  /// What nobody has made use of.
  mutating func tellUnused() {
    findings += worlds.unused + beginnings.unused
  }
}

extension YAMLGraft {
  /// How many values it holds, and keys.
  var size: Int {
    switch self {
    case .kept(let node): node.size
    case .scalar: 1
    case .mapping(let entries, _): entries.reduce(1) { $0 + 1 + $1.value.size }
    case .sequence(let items, _): items.reduce(1) { $0 + $1.size }
    }
  }
}
