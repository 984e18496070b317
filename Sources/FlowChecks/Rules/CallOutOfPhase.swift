// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A call that some way makes in a phase in which the contract does not let it be made: the run goes to `else` there,
/// or the user can do nothing; or a choice whose call is never legal.
enum CallOutOfPhase: ProofRule {
  static let code = DiagnosticCode("MFA404", "call-out-of-phase")

  static func diagnose(_ states: ProofStates, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    var isTold: Set<Int> = []
    for (index, state) in states.states.enumerated() where !isTold.contains(state.place.step) {
      for call in context.steps[state.place.step].calls where isDue(call, at: state.place) {
        guard states.relation.phases(of: call.use.call) & 1 << UInt64(state.phase) == 0 else { continue }
        isTold.insert(state.place.step)
        findings.append(finding(call, states.route(to: index), state.phase, context.flow))
      }
    }
    diagnoseChoices(context, states, &findings)
    diagnoseBarredChoices(context, &findings)
  }

  /// Whether it is what the step is there for, and not under way.
  private static func isDue(_ call: CallFacts, at place: Place) -> Bool {
    call.origin == .call ? place.site == nil : call.origin == .answer && place.isAsking
  }

  /// While an interrupt that bars calls is open, only what answers it may be called.
  private static func diagnoseBarredChoices(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.steps {
      guard case .interrupt(let awaited) = facts.step.kind, contract.events[Int(awaited.event.index)].barsCalls else {
        continue
      }
      for call in facts.calls where !contract.calls[Int(call.use.call.index)].answers.contains(awaited.event) {
        guard case .choice(let choice) = call.origin else { continue }
        let name = facts.step.choices[choice].name
        let answers = contract.calls.filter { $0.answers.contains(awaited.event) }.map { "`\($0.name)`" }
        findings.append(
          finding(
            "the choice \(Diagnostic.quoting(name.value)) is never offered: \(facts.step.quoted) bars its call",
            at: name.range,
            help: "until it is answered only \(answers.joined(separator: " and ")) can be called: take the choice out"))
      }
    }
  }

  /// The phases in which interrupts can be at work, and perhaps some more: they may come anywhere, and what they do themselves, or
  /// others above them, may change the phase.
  private static func addInterrupts(_ context: CheckContext, _ states: ProofStates, to phases: inout [UInt64]) {
    let contract = context.flow.contract
    let everywhere = states.states.reduce(into: UInt64(0)) { $0 |= 1 << UInt64($1.phase) }
    var entered: UInt64 = 0
    for facts in context.steps where facts.step.isInterrupt {
      if let phase = facts.step.awaited.flatMap({ contract[$0.event].phase }) { entered |= 1 << UInt64(phase.index) }
      context.moves.forEachMove(at: facts.step.index) { move in
        if let phase = move.effect.phase { entered |= 1 << UInt64(phase) }
      }
    }
    for facts in context.steps where facts.step.isInterrupt {
      let own = facts.step.awaited.flatMap { contract[$0.event].phase }
      phases[facts.step.index] = (own.map { 1 << UInt64($0.index) } ?? everywhere) | entered
    }
  }

  /// A choice that cannot be offered now is hidden, and may be so; one that never is, is none.
  private static func diagnoseChoices(
    _ context: CheckContext, _ states: ProofStates, _ findings: inout [Diagnostic]
  ) {
    guard !states.isCut else { return }
    var phases = Array(repeating: UInt64(0), count: context.steps.count)
    for state in states.states where state.place.isAsking { phases[state.place.step] |= 1 << UInt64(state.phase) }
    addInterrupts(context, states, to: &phases)
    for (index, facts) in context.steps.enumerated() where phases[index] != 0 {
      for call in facts.calls {
        guard case .choice(let choice) = call.origin else { continue }
        guard states.relation.phases(of: call.use.call) & phases[index] == 0 else { continue }
        let name = facts.step.choices[choice].name
        findings.append(
          finding(
            "the choice \(Diagnostic.quoting(name.value)) is never offered: its call is not legal here", at: name.range,
            help: help(call, context.flow)))
      }
    }
  }

  private static func finding(
    _ call: CallFacts, _ way: [WayStep], _ phase: UInt8, _ flow: Flow
  ) -> Diagnostic {
    let name = flow.contract.calls[Int(call.use.call.index)].name
    // Until an event tells the phase, it is one of those at the start.
    let when =
      phase == Assurance.starting
      ? "before \(legalPhases(of: call, flow))" : "in the phase `\(flow.contract.phases[Int(phase)].name)`"
    return finding("`\(name)` can be called \(when)", at: call.use.range, help: help(call, flow), way: way)
  }

  private static func help(_ call: CallFacts, _ flow: Flow) -> String {
    let name = flow.contract.calls[Int(call.use.call.index)].name
    return "the SDK takes `\(name)` only in \(legalPhases(of: call, flow)): lead this way to another step"
  }

  private static func legalPhases(of call: CallFacts, _ flow: Flow) -> String {
    flow.contract.phases.indices.filter { flow.contract.isLegal(call.use.call, in: PhaseID(index: UInt8($0))) }
      .map { "`\(flow.contract.phases[$0].name)`" }.joined(separator: " and ")
  }
}
