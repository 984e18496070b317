// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import YAMLTree

/// The cases of a scenario: each is a scenario of its own, with values of its own in the places of `$name`.
struct CaseTable {
  struct Case {
    let name: Spanned<String>
    let values: [String: YAMLNode]
  }

  private(set) var cases: [Case] = []
  /// The names of the values, as the first case writes them.
  private let columns: [Spanned<String>]

  /// Nil, and a finding, if there are none.
  init?(_ node: YAMLNode, _ findings: inout [Diagnostic]) {
    guard let map = node.mapping("`cases`", &findings) else { return nil }
    guard !map.entries.isEmpty else {
      findings.append(
        Diagnostic(
          SharingRules.unevenCases, "there are no cases here", at: node.range,
          help: "write each as a name with its values: `a wrong code: { code: \"000000\" }`; or take `cases` out"))
      return nil
    }
    var columns: [Spanned<String>]?
    for entry in map.entries {
      guard let values = entry.value.mapping("a case", &findings)?.entries else { return nil }
      let names = values.map(\.key)
      if let first = columns {
        let missing = first.first { column in !names.contains { $0.value == column.value } }
        let surplus = names.first { name in !first.contains { $0.value == name.value } }
        guard missing == nil, surplus == nil else {
          findings.append(Self.uneven(entry, missing, surplus))
          return nil
        }
      } else {
        columns = names
      }
      cases.append(
        Case(
          name: entry.key,
          values: Dictionary(values.map { ($0.key.value, $0.value) }, uniquingKeysWith: { first, _ in first })))
    }
    self.columns = columns ?? []
  }

  private static func uneven(
    _ entry: YAMLEntry, _ missing: Spanned<String>?, _ surplus: Spanned<String>?
  ) -> Diagnostic {
    let what =
      missing.map { "this case has no \(Diagnostic.quoting($0.value))" }
      ?? surplus.map { "only this case has \(Diagnostic.quoting($0.value))" } ?? ""
    return Diagnostic(
      SharingRules.unevenCases, what, at: missing == nil ? surplus?.range ?? entry.key.range : entry.key.range,
      help: "each case gives the same values; what only some need is a scenario of its own")
  }

  /// A scenario for each case, with all values in their places; fewer where there is no room for all.
  ///
  /// - Parameter room: how many values may still be written out; negative if it is too much.
  func scenarios(of scenario: YAMLGraft, room: inout Int, _ findings: inout [Diagnostic]) -> [YAMLNode] {
    let entries = scenario.entries?.filter { $0.key.value != "cases" } ?? []
    let pattern = YAMLGraft.mapping(entries, like: scenario.node)
    var asked: Set<String> = []
    var unknown: [Spanned<String>] = []
    var results: [YAMLNode] = []
    for one in cases {
      let sizes = one.values.mapValues(\.size)
      let filled = pattern.filled { reference in
        guard let value = one.values[reference.value] else {
          unknown.append(reference)
          return nil
        }
        asked.insert(reference.value)
        room -= sizes[reference.value] ?? 0
        return room < 0 ? nil : value
      }
      guard room >= 0 else { return [] }
      results.append(filled.naming(one.name).begun.composed())
    }
    findings +=
      unknown.map { name in
        Diagnostic(
          SharingRules.unknown, "no case gives \(Diagnostic.quoting("$" + name.value))", at: name.range,
          help: Suggestion.cure(
            for: name.value, among: columns.map(\.value),
            otherwise: "write it in quotes if it is a text that begins with a dollar"))
      }.unique
    findings += columns.filter { !asked.contains($0.value) }.map { column in
      Diagnostic(
        SharingRules.unused, "no item asks for \(Diagnostic.quoting(column.value))", at: column.range,
        help: "write `$\(column.value)` where the value is to stand, or take it out")
    }
    return results
  }
}

extension YAMLGraft {
  /// The tree with a value in the place of each `$name` that was written without quotes.
  ///
  /// - Parameter value: of a name without its dollar; nil to leave what is written.
  fileprivate func filled(by value: (Spanned<String>) -> YAMLNode?) -> YAMLGraft {
    if let entries {
      return .mapping(
        entries.map { entry in
          var entry = entry
          entry.value = entry.value.filled(by: value)
          return entry
        }, like: node)
    }
    if let items { return .sequence(items.map { $0.filled(by: value) }, like: node) }
    guard case .kept(let node) = self, node.isPlain, let text = node.text, text.hasPrefix("$"),
      let given = value(Spanned(String(text.dropFirst()), node.range))
    else { return self }
    return .kept(given)
  }

  /// A scenario whose name has the name of the case behind it.
  fileprivate func naming(_ one: Spanned<String>) -> YAMLGraft {
    guard case .mapping(var entries, let node) = self,
      let index = entries.firstIndex(where: { $0.key.value == "name" }), let name = entries[index].value.text
    else { return self }
    entries[index].value = .scalar(Spanned("\(name): \(one.value)", one.range), like: entries[index].value.node)
    return .mapping(entries, like: node)
  }
}
