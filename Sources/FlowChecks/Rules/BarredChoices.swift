// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

extension StepFacts {
  /// Whether something other than a condition or a limit may keep a choice from ever leading anywhere: the modules, the phase, or a call of
  /// its name that is owed.
  func mayBeBarred(_ index: Int, _ context: CheckContext) -> Bool {
    guard case .call(let use, let lines) = step.choices[index].action else { return false }
    return mayBeDenied(use, lines) || mayBeIllegal(use, context) || mayBeOwed(use, context)
  }

  /// Whether the modules deny a call, and the step stays.
  private func mayBeDenied(_ use: CallUse, _ lines: [Transition]) -> Bool {
    guard !use.gate.isEmpty else { return false }
    return (lines + step.transitions).line(taking: .deny)?.target.staysAtStep(of: step) ?? false
  }

  /// Whether an interrupt may change the phase into one in which a call is not legal, while the step stays where it is.
  private func mayBeIllegal(_ use: CallUse, _ context: CheckContext) -> Bool {
    guard mayWaitForAnother else { return false }
    let (contract, legal) = (context.flow.contract, context.relation.phases(of: use.call))
    return contract.events.indices.contains { index in
      let spec = contract.events[index]
      guard spec.kind == .interrupt, !spec.isTerminal, let phase = spec.phase, legal & 1 << UInt64(phase.index) == 0
      else {
        return false
      }
      return stays(at: EventID(index: UInt16(truncatingIfNeeded: index)), context)
    }
  }

  /// Whether the step is at work again after an interrupt, or goes on being so.
  private func stays(at event: EventID, _ context: CheckContext) -> Bool {
    let contract = context.flow.contract
    if let line = step.transitions.first(where: { $0.trigger.names(event) }) {
      return line.target.asksAgain
    }
    guard let entry = context.relation.entries[Int(event.index)] else { return false }
    if step.isInterrupt, let own = step.awaited?.event, own != event, contract[event].rank <= contract[own].rank {
      return !contract.cancelled(by: contract[event]).contains(own)
    }
    return context.everyStep[entry].resumes
  }

  /// Whether an interrupt may be cancelled while a call of it is open that the SDK need never answer: no other of its name can be made.
  private func mayBeOwed(_ use: CallUse, _ context: CheckContext) -> Bool {
    let contract = context.flow.contract
    guard step.isInterrupt, let own = step.awaited?.event, !contract[use.call].replies.isEmpty,
      contract[use.call].patience == nil
    else { return false }
    return contract.events.contains { contract.cancelled(by: $0).contains(own) && !$0.isTerminal }
  }

  /// Whether the step waits for an event other than its own though it has nothing to offer.
  private var mayWaitForAnother: Bool {
    if case .wait = step.kind { return true }
    return step.pickCount == 0
      && step.transitions.contains { line in
        if case .event(let event, _, _) = line.trigger { event != step.awaited?.event } else { false }
      }
  }
}
