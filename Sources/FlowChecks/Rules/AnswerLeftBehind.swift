// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// An interrupt without whose answer the SDK takes no call, and another one by which it is left behind, unanswered.
extension AnswerPassedBy {
  static func diagnoseOthers(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    let barring = contract.events.indices.filter { contract.events[$0].barsCalls && !contract.events[$0].isTerminal }
    guard !barring.isEmpty else { return }
    let others = context.steps.compactMap { OtherWay($0, context.flow) }
    for index in barring {
      let event = EventID(index: UInt16(truncatingIfNeeded: index))
      diagnoseSteps(for: event, others, context, &findings)
      guard context.relation.entries[index] != nil else { continue }
      diagnoseClosing(event, others, context, &findings)
    }
  }

  /// An interrupt that leads on, and the first place where it does.
  private struct OtherWay {
    let event: EventID
    let target: Target

    init?(_ facts: StepFacts, _ flow: Flow) {
      guard facts.step.isInterrupt, let event = facts.step.awaited?.event, !flow.contract[event].isTerminal else {
        return nil
      }
      var found: Target?
      facts.forEachTarget { target in
        if case .step = target.move, found == nil { found = target }
        if flow.isSuccess(target), found == nil { found = target }
      }
      guard let found else { return nil }
      (self.event, target) = (event, found)
    }
  }

  /// A line takes the interrupt to a step of the flow: others open above that, and take the flow elsewhere; and while others are open, it
  /// is kept for the line, and dropped if they lead on.
  private static func diagnoseSteps(
    for event: EventID, _ others: [OtherWay], _ context: CheckContext, _ findings: inout [Diagnostic]
  ) {
    let (flow, contract) = (context.flow, context.flow.contract)
    for facts in context.steps where !facts.step.isInterrupt {
      facts.forEachLine { line in
        guard case .event(event, _, _) = line.trigger, facts.step.awaited?.event != event,
          case .step(let id) = line.target.move, flow[id].awaited?.event == event
        else { return }
        let step = flow[id]
        let ways = others.filter { other in
          if contract.cancelled(by: contract[other.event]).contains(event) { return false }
          let isTaken = step.transitions.contains { $0.trigger.names(other.event) }
          return !isTaken || other.event != event && contract[other.event].rank >= contract[event].rank
        }
        guard !ways.isEmpty else { return }
        findings.append(
          finding(
            "`\(line.trigger.words(contract))` may be left at \(step.quoted) without an answer", at: line.target.range,
            help: "take the line out, so that `interrupts:` has it: nothing but its own answer leads on from there",
            notes: ways.prefix(3).map {
              Note("`\(contract[$0.event].name)` may come meanwhile, and leads on here", at: $0.target.range)
            }))
      }
    }
  }

  /// Another interrupt outranks it, and closes it.
  private static func diagnoseClosing(
    _ event: EventID, _ others: [OtherWay], _ context: CheckContext, _ findings: inout [Diagnostic]
  ) {
    let (flow, contract) = (context.flow, context.flow.contract)
    func closes(_ other: EventID) -> Bool {
      contract[other].kind == .interrupt && !contract[other].isTerminal && contract[other].rank > contract[event].rank
        && !contract.cancelled(by: contract[other]).contains(event)
    }
    func report(_ other: EventID, _ target: Target) {
      findings.append(
        finding(
          "`\(contract[other].name)` may come while `\(contract[event].name)` is open, which is left here without an answer",
          at: target.range, help: "go back with `resume`, or lead to an end that fails"))
    }
    for other in others where closes(other.event) { report(other.event, other.target) }
    for facts in context.steps where !facts.step.isInterrupt {
      facts.forEachLine { line in
        guard case .event(let other, _, _) = line.trigger, closes(other), facts.step.awaited?.event != other,
          !flow.endsWithoutSuccess(line.target)
        else { return }
        report(other, line.target)
      }
    }
  }
}
