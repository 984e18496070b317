// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLinking
import FlowSyntax

/// The lists of questions that gates name.
extension Resolver {
  /// What a gate asks; nil, with a finding, if the list that it names is not there.
  mutating func questions(of gate: GateSyntax) -> [String]? {
    guard let name = gate.list else { return gate.questions.map(\.value) }
    namedGates.insert(name.value)
    gatesOfStep.append(name.value)
    if let list = document.gates.first(where: { $0.name.value == name.value }) { return list.questions.map(\.value) }
    isDamaged = true
    guard !document.unreadGates.contains(name.value), !document.lacksParts else { return nil }
    report(
      GraphRules.unknownGate, "there is no list of questions `\(name.value)`", name.range,
      help: Suggestion.cure(
        for: name.value, among: document.gates.map(\.name.value) + GateSyntax.words)
        ?? "write the questions, such as `gate: [isDeviceSecure, allowLogin]`, or add them below `gates:` under this name",
      missing: name.value)
    return nil
  }

  /// Tells of lists in the flow's own file that no gate names.
  mutating func tellUnusedGates() {
    guard document.isWhole, !linked.isPart else { return }
    for list in document.gates where !namedGates.contains(list.name.value) {
      guard list.name.range.file == document.range.file else { continue }
      report(
        GraphRules.unusedGate, "no gate asks `\(list.name.value)`", list.name.range,
        help: "take it out, or name it behind a `gate:`")
    }
  }
}
