// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
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

  /// Tells of what is said of the scenarios of other files where none are taken over.
  mutating func tellIdle(_ map: YAMLMapping) {
    guard map["extends"] == nil, !map.hasKeys(otherThan: Self.fileKeys) else { return }
    for word in Shape.scenarios.words(needing: "extends") {
      guard let entry = map.entry(word.description), entry.value.kind == .mapping else { continue }
      // Of the names below `skip`, it is told that nothing is called so.
      if word.description == "skip", !entry.value.entries.isEmpty { continue }
      findings.append(
        Diagnostic(
          SharingRules.unused, "`\(word)` is for scenarios of other files, and this file takes over none",
          at: entry.key.range, help: "write `extends:` with the files that have them, or take `\(word)` out"))
    }
  }
}
