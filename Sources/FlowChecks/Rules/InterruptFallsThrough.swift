// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// An interrupt that must not be skipped, in a flow that has no entry for it, and an `else` that goes on, or ends as the
/// user wished: a threat or the end of the session would be taken for any odd reply.
enum InterruptFallsThrough: Rule {
  static let code = DiagnosticCode("MFA432", "interrupt-falls-through", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let elses = context.openElses
    guard !elses.isEmpty else { return }
    let contract = context.flow.contract
    var open: [(event: Int, lines: [Transition])] = []
    for index in contract.events.indices where contract.events[index].mustBeTaken(by: context.flow) {
      let event = EventID(index: UInt16(truncatingIfNeeded: index))
      guard context.relation.entries[index] == nil else { continue }
      let lines = elses.filter {
        !$0.step.isFor(event) && !$0.beside.contains { $0.names(event) }
          && context.relation.started.mayCome(event, at: $0.step.index)
      }.map(\.line)
      if !lines.isEmpty { open.append((index, lines)) }
    }
    guard let first = open.first, let line = first.lines.first else { return }
    let name = contract.events[first.event].name
    let lines = first.lines
    let others = open.dropFirst().prefix(3).map { Note("`\(contract.events[$0.event].name)` has no entry either") }
    func wouldDo(_ line: Transition) -> String { line.target.isEnd ? "not fail" : "go on" }
    findings.append(
      finding(
        "this `else` would take `\(name)`, and the flow would \(wouldDo(line))",
        at: line.target.range, help: "add `\(name)` below `interrupts:`, or lead `else` to an end that fails",
        notes: others
          + lines.dropFirst().prefix(3).map { Note("here it would \(wouldDo($0)), too", at: $0.target.range) }))
  }
}

extension EventSpec {
  /// Whether a flow must not go on as if it had not come.
  ///
  /// What only comes on the way of some calls, and needs an answer, has a rule of its own. A threat may be missed if it is silent for every
  /// severity.
  fileprivate func mustBeTaken(by flow: Flow) -> Bool {
    let isThreat = !flow.heeded(of: self).isEmpty
    return kind == .interrupt && (isTerminal || losesProofs || (needsAnswer || isThreat) && after.isEmpty)
  }
}

extension CheckContext {
  /// Every `else` that leads to no end, or to one that does not fail, with the lines that are in force where it is.
  ///
  /// That of an interrupt takes no other interrupt, which waits for the flow's own step or closes what is open.
  fileprivate var openElses: [(step: Step, line: Transition, beside: [Transition])] {
    var elses: [(step: Step, line: Transition, beside: [Transition])] = []
    func add(_ lines: [Transition], of step: Step, inForce: [Transition]) {
      for line in lines where line.trigger.isOtherwise {
        // A success has a rule of its own.
        if case .end(let id) = line.target.move, flow[id].outcome != .ended { continue }
        elses.append((step, line, inForce))
      }
    }
    // While the modules are asked, nothing that comes is taken.
    for facts in steps where !facts.step.isInterrupt && !facts.step.isGate {
      add(facts.step.transitions, of: facts.step, inForce: facts.step.transitions)
      for call in facts.calls { add(call.over, of: facts.step, inForce: call.lines) }
    }
    // Most flows have none, and need not be walked through.
    guard !elses.isEmpty, let isEntered = stepsOfRuns else { return elses }
    return elses.filter { isEntered[$0.step.index] }
  }
}

extension CheckContext {
  /// Which steps runs can come to: by no line that nothing takes, and to none that requires what nothing shows; nil where that is
  /// not known.
  fileprivate var stepsOfRuns: [Bool]? {
    guard let graph else { return nil }
    let closed = steps.filter { facts in
      guard let requirement = facts.step.requirement else { return false }
      return !requirement.unmet(by: flow.most(showing: relation.earnable), in: flow.contract).isEmpty
    }
    return graph.reached(from: relation.roots(graph), avoiding: Set(closed.map(\.step.index)), inRuns: true)
  }
}

extension Step {
  fileprivate func isFor(_ event: EventID) -> Bool { awaited?.event == event }
}

extension Transition {
  fileprivate func names(_ event: EventID) -> Bool {
    if case .event(event, _, .success) = trigger { true } else { false }
  }
}
