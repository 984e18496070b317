// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowGraph
import Guards
import SDKContract

/// What becomes of steps that may come to offer nothing.
extension PatternReader {
  /// Whether a step goes on waiting when it has nothing to offer, as "Asking" of `Documentation/Semantics.md` says; nil for one that
  /// always offers something.
  func waitsOn(at step: Step) -> Bool? {
    switch step.kind {
    case .challenge, .event, .interrupt: break
    case .wait, .call, .gate: return nil
    }
    let isAnswered = step.answer.map { step.pickCount == 0 && isLegal($0, in: nil) } ?? step.choices.isEmpty
    let phases = step.isInterrupt ? nil : phases?[step.id.place]
    let isOffered = step.choices.contains { choice in
      guard choice.when == nil, !choice.isLimited else { return false }
      if case .call(let use, _) = choice.action { return isLegal(use, in: phases) }
      return true
    }
    guard !isAnswered, !isOffered else { return nil }
    return step.within != nil
      || step.pickCount == 0 && step.transitions.events.contains { $0 != step.awaited?.event }
  }

  /// How many choices that may be offered where an automatic one is are tried before it; nil for a choice that is not automatic.
  func triedBefore(_ index: Int, at step: Step) -> Int? {
    guard let place = step.takenAutos.firstIndex(of: index) else { return nil }
    let condition = contract.condition(of: step.choices[index])
    return step.takenAutos[..<place].count { other in
      guard let condition, let other = contract.condition(of: step.choices[other]) else { return true }
      return Guard.canAllBe([(condition, true), (other, true)])
    }
  }

  /// Whether the contract allows a call whatever was asked.
  ///
  /// - Parameter phases: those in which it must be allowed; nil for all but a closed one.
  private func isLegal(_ use: CallUse, in phases: Set<UInt8>?) -> Bool {
    let spec = contract[use.call]
    guard spec.requiresField == nil, spec.each == nil, spec.echoes.isEmpty else { return false }
    if spec.phases.isEmpty, contract.phases.allSatisfy({ !$0.isClosed }) { return true }
    return spec.answersCode == nil && phases?.isSubset(of: spec.phases.map(\.index)) ?? false
  }
}

extension [Transition] {
  /// The events that lines name.
  var events: Set<EventID> {
    var events: Set<EventID> = []
    for line in self { if case .event(let event, _, _) = line.trigger { events.insert(event) } }
    return events
  }
}
