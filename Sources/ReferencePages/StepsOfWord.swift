// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
import SDKContract
import Values

/// The steps for a call or an event, which somebody has named in place of a step.
package struct StepsOfWord {
  /// The call, or the event with its mode: as it is named, or the one that is probably meant.
  package let word: String
  package let isCall: Bool
  /// Whether it is named as it is called.
  package let isExact: Bool
  /// The steps that make the call, or wait for the event, in the order of the flow.
  package let steps: [String]

  /// Nil where no call and no event is meant.
  package init?(_ written: String, in flow: Flow) {
    let contract = flow.contract
    let parts = written.split { " ()".contains($0) }.map(String.init)
    let names = contract.calls.map(\.name) + contract.events.map(\.name)
    guard let first = parts.first,
      let name = names.contains(first) ? first : Suggestion.nearest(to: first, among: names)
    else { return nil }
    isExact = name == first
    if let call = contract.call(named: name) {
      (word, isCall) = (name, true)
      steps = flow.steps.filter { $0.makes(call) }.map(\.name.value)
    } else if let event = contract.event(named: name) {
      let modes = contract.modes.filter { contract[event].modes.contains($0.number) }
      let near = parts.dropFirst().first.flatMap { part in
        modes.contains { $0.name == part } ? part : Suggestion.nearest(to: part, among: modes.map(\.name))
      }
      let mode = modes.first { $0.name == near }?.number
      (word, isCall) = (contract.words(event, mode), false)
      steps = flow.steps.filter { $0.awaits(event, mode) }.map(\.name.value)
    } else {
      return nil
    }
  }

  /// What to do, in a sentence.
  ///
  /// - Parameter otherwise: the cure where no step is for it.
  package func help(otherwise: String) -> String {
    let kind = isCall ? "a call" : "an event"
    guard !steps.isEmpty else {
      return "`\(word)` is \(kind), \(isCall ? "which no step makes" : "for which no step waits"); \(otherwise)"
    }
    let named = steps.prefix(Self.mostSteps).map { "`\($0)`" }.joined(separator: ", ")
    return "`\(word)` is \(kind): name a step that \(isCall ? "makes it" : "waits for it"), such as \(named)"
  }

  private static let mostSteps = 3
}

extension Step {
  fileprivate func makes(_ call: CallID) -> Bool {
    if case .call(let use) = kind, use.call == call { return true }
    return answer?.call == call
      || choices.contains { if case .call(let use, _) = $0.action { use.call == call } else { false } }
  }

  fileprivate func awaits(_ event: EventID, _ mode: Int?) -> Bool {
    switch kind {
    case .challenge(let awaited), .event(let awaited), .interrupt(let awaited):
      awaited.event == event && (mode == nil || awaited.mode == nil || awaited.mode == mode)
    case .call, .wait, .gate: false
    }
  }
}
