// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// The scenarios of other files that a file takes over.
extension ScenarioDecoder {
  /// `extends:`, one path or several.
  mutating func bases(_ map: YAMLMapping) -> [Spanned<String>] {
    guard let node = map["extends"] else { return [] }
    let nodes = node.kind == .sequence ? node.items : [node]
    return nodes.compactMap { $0.text("`extends`", &findings) }
  }

  /// `at:`, what happens at steps that the flow of those scenarios does not have.
  mutating func detours(_ map: YAMLMapping) -> [ScenarioDetour] {
    map["at"]?.mapping("`at`", &findings)?.entries.compactMap { entry in
      guard let nodes = entry.value.sequence("what happens at a step", &findings) else { return nil }
      guard !nodes.isEmpty else {
        findings.append(
          Diagnostic(
            SharingRules.unused, "nothing happens at \(Diagnostic.quoting(entry.key.value)) here", at: entry.key.range,
            help: "write an item below it, such as `- \(entry.key.value): CHOICE`, or take it out"))
        return nil
      }
      return ScenarioDetour(step: entry.key, items: nodes.flatMap { placedItems($0) })
    } ?? []
  }

  /// `skip:`, the names of scenarios with reasons.
  mutating func leftOut(_ map: YAMLMapping) -> [(name: Spanned<String>, reason: String)] {
    map["skip"]?.mapping("`skip`", &findings)?.entries.compactMap { entry in
      entry.value.text("the reason", &findings).map { (entry.key, $0.value) }
    } ?? []
  }
}
