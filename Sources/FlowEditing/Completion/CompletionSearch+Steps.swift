// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowGraph
import FlowLanguage
import SDKContract
import Values

/// Whole steps.
extension CompletionSearch {
  /// Steps that lines lead to and that are not there, and a step for each challenge that no step is for.
  mutating func addNewSteps(_ taken: Set<String>) {
    let names = reach.map(\.place)
    for place in missing(among: [.target, .step, .needed]) where !taken.contains(place.name) {
      addKey(place.name, .step, "a step that is named and missing", "", ending: "\n  $0", rank: 0)
    }
    guard let contract = workspace.contract(for: text.path), !cursor.place.isInBrackets, !cursor.isBeforeColon,
      !cursor.isInQuotes
    else { return }
    let handled = Set(
      names.filter { $0.kind == .event && !$0.isDefinition }.map { String($0.name.prefix { $0 != " " }) })
    let failure = names.first { $0.kind == .end && $0.isDefinition && $0.name.hasPrefix("fail") }?.name ?? "failed"
    for (index, event) in contract.events.enumerated() where event.kind == .challenge {
      let id = EventID(index: UInt16(index))
      let modes: [Int?] = event.modes.isEmpty ? [nil] : event.modes.map { $0 }
      for mode in modes {
        let words = event.name + (mode.map { "(\(ContractTexts(contract: contract).mode($0)))" } ?? "")
        guard !handled.contains(words), !handled.contains(event.name) else { continue }
        let call = contract.calls.first { call in
          call.answers.contains(id) && (mode == nil || call.answeredModes.map { $0.contains(mode ?? 0) } ?? true)
        }
        guard let call else { continue }
        let name = Self.name(for: event.name, mode.map { ContractTexts(contract: contract).mode($0) })
        add(
          "step for \(words)", .snippet, "a step for an event without one", event.meaning,
          text: block(name, words, call, mode, contract, failure), isTemplate: true, rank: 40)
      }
    }
  }

  private static func name(for event: String, _ mode: String?) -> String {
    let mode = mode.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? ""
    return "on" + event.prefix(1).uppercased() + event.dropFirst() + mode.filter { $0.isLetter || $0.isNumber }
  }

  /// A step as it is usual: what is asked, each thing that may come back, and `else`.
  private func block(
    _ name: String, _ challenge: String, _ call: CallSpec, _ mode: Int?, _ contract: Contract, _ failure: String
  ) -> String {
    var lines = ["${1:\(name)}:", "  challenge: \(challenge)"]
    let inputs = call.parameters.filter { !$0.isOptional }.map(\.name)
    let words = ReservedWords.ofFlows.map(\.description)
    if inputs.contains(where: words.contains) {
      // A word of the language is no name of an input.
      func own(_ name: String) -> String {
        words.contains(name) ? "given" + name.prefix(1).uppercased() + name.dropFirst() : name
      }
      let asked = call.parameters.filter { !$0.isOptional }
      let types = asked.map { "\(own($0.name)): \($0.type.holdsSecret ? "secret" : "text")" }
      lines.append("  ask: { \(types.joined(separator: ", ")) }")
      // In a template a bare `$` would begin a variable of the editor.
      let handed = inputs.map { "\($0): \\$\(own($0))" }
      lines.append("  answer: { call: \(call.name), with: { \(handed.joined(separator: ", ")) } }")
    } else {
      if !inputs.isEmpty { lines.append("  ask: [\(inputs.joined(separator: ", "))]") }
      lines.append("  answer: \(call.name)")
    }
    lines.append("  tries: ${2:3}")
    lines.append("  then:")
    var seen: Set<String> = []
    for reply in call.replies(underMode: mode) where reply.outcome == .success {
      let words = ContractTexts(contract: contract).trigger(reply).words(contract)
      if seen.insert(words).inserted { lines.append("    \(words): ${\(seen.count + 2):\(failure)}") }
    }
    lines.append("    exhausted: \(failure)")
    lines.append("    else: \(failure)")
    return lines.joined(separator: "\n")
  }
}

extension [NamePlace] {
  /// What is named here and given nowhere, each name once; only what an author may give as a name.
  func missing(among kinds: [NamePlace.Kind]) -> [NamePlace] {
    let given = Dictionary(grouping: filter(\.isDefinition), by: \.name)
    var told: Set<String> = []
    return filter { place in
      !place.isDefinition && kinds.contains(place.kind) && place.name.isNameOfLanguage
        && place.mayBeGiven
        && !(given[place.name] ?? []).contains { place.mayBe($0) || place.kind == .step && $0.kind == .event }
        && told.insert(place.name).inserted
    }
  }
}

extension NamePlace {
  /// Whether an author may give the name to what it is of; the name of a `run:` step is in front of one in its flow.
  var mayBeGiven: Bool {
    switch kind {
    case .message: !ReservedWords.flags.contains { $0.description == name }
    case .step, .end, .target, .needed, .budget, .gate:
      name.split(separator: "/").map(String.init).allSatisfy(\.isFreeName)
    default: true
    }
  }
}
