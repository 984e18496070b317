// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowLanguage
import Values
import YAMLTree

/// Puts canaries in the place of the secrets of a file: the same one for the same secret, so that the file means what
/// it meant before.
struct CanaryPlanter {
  private(set) var canaries: [String: String] = [:]
  private let flows: [Flow]

  init(_ flows: [Flow]) { self.flows = flows }

  /// Scenarios, a world or answers with a canary for each secret.
  mutating func plant(_ file: SourceFile) -> SourceFile {
    guard let root = YAML.read(file).value else { return file }
    let table = LineTable(file)
    var bytes = file.bytes
    for node in secrets(of: root).sorted(by: { $0.range > $1.range }) {
      guard let text = node.text, !text.isEmpty else { continue }
      let range = table.offset(of: node.range.start)..<table.offset(of: node.range.end)
      bytes.replaceSubrange(range, with: Array("\"\(canary(for: text))\"".utf8))
    }
    return SourceFile(path: file.path, bytes: bytes)
  }

  /// White space around a secret stays where it is: it is not part of a code.
  private mutating func canary(for text: String) -> String {
    let front = text.prefix { $0 == " " }
    let back = text.reversed().prefix { $0 == " " }
    let core = String(text.dropFirst(front.count).dropLast(back.count))
    let canary = canaries[core] ?? Canary.secret(canaries.count, for: core)
    canaries[core] = canary
    return front + canary + String(back)
  }

  private func secrets(of root: YAMLNode) -> [YAMLNode] {
    let scenarios = root["scenarios"]?.items ?? []
    let worlds = [root["world"], root].compactMap { $0 } + scenarios.compactMap { $0["world"] }
    let outer = scenarios.flatMap { $0["do"]?.items ?? [] }
    let items = outer + outer.flatMap { $0["do"]?.items ?? [] }
    let answers = items + items.flatMap { $0["during"]?.items ?? [] } + (root["answers"]?.items ?? [])
    return worlds.flatMap(secrets(ofWorld:)) + answers.flatMap(secrets(ofAnswer:))
  }

  private func secrets(ofWorld world: YAMLNode) -> [YAMLNode] {
    (world["users"]?.entries ?? []).flatMap(\.value.entries)
      .filter { Shape.world.names(.secret).contains($0.key.value) }
      .flatMap { $0.value.kind == .sequence ? $0.value.items : [$0.value] }
  }

  private func secrets(ofAnswer answer: YAMLNode) -> [YAMLNode] {
    answer.entries.flatMap { entry -> [YAMLNode] in
      let asked = flows.flatMap { $0.step(named: entry.key.value)?.inputs ?? [] }
      return entry.value.entries
        .filter { input in asked.contains { $0.name == input.key.value && $0.type.holdsSecret } }.map(\.value)
    }
  }
}
