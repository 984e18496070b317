// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A call that some way makes in a phase in which the contract does not let it be made: the run goes to `else` there,
/// or the user can do nothing; or a choice whose call is never legal; or a call for which what it needs is never there.
enum CallOutOfPhase: ProofRule {
  static let code = DiagnosticCode("MFA404", "call-out-of-phase", isNeverAllowed: true)

  static func diagnose(_ proofs: ProofFacts, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    let states = proofs.states
    var isTold: Set<Int> = []
    for index in states.states.indices where !isTold.contains(states.states[index].place.step) {
      let (place, assurance) = (states.states[index].place, states.states[index].assurance)
      for call in due(at: place, assurance, states.relation) {
        isTold.insert(place.step)
        findings.append(finding(call, states.route(to: index), assurance.phase, context.flow))
      }
    }
    for (from, exit) in states.passed {
      guard let place = exit.place, !isTold.contains(place.step) else { continue }
      for call in due(at: place, exit.assurance, states.relation) {
        isTold.insert(place.step)
        findings.append(finding(call, states.route(to: from, then: exit.way), exit.assurance.phase, context.flow))
      }
    }
    diagnoseChoices(context, states, &findings)
    diagnoseBarredChoices(context, &findings)
    diagnoseUnmade(context, &findings)
  }

  /// Calls that are made in no phase, since what they need is never there.
  private static func diagnoseUnmade(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let told = Set(findings.map(\.range))
    let contract = context.flow.contract
    for unmade in UnmadeCalls(context).all where !told.contains(unmade.call.use.range) {
      let spec = contract[unmade.call.use.call]
      var maker = unmade.step.quoted
      if case .choice(let index) = unmade.call.origin {
        let name = unmade.step.choices[index].name
        // That it is never legal is told already.
        if told.contains(name.range) { continue }
        maker = "the choice \(Diagnostic.quoting(name.value))"
      }
      switch unmade.lack {
      case .field(let field):
        let answered = spec.answers.map { "`\(contract[$0].name)`" }.joined(separator: " or ")
        findings.append(
          finding(
            "\(maker) never makes its call: no event with `\(field)` leads there", at: unmade.call.use.range,
            help: "make the call in a choice of the step for \(answered), or "
              + (unmade.step.isWait ? "lead here from that step" : "let that event itself lead there")))
      case .user:
        findings.append(
          finding(
            "\(maker) never makes its call: no event has named `$user` before", at: unmade.call.use.range,
            help: "make the call once an event has named the user, or give it something else than `$user`"))
      }
    }
  }

  /// The calls that a step is there for, and that no run can make which comes there.
  private static func due(at place: Place, _ assurance: Assurance, _ relation: Relation) -> [CallFacts] {
    relation.steps[place.step].calls.filter { call in
      isDue(call, at: place) && relation.mayUse(call.origin, at: place.step, assurance)
        && relation.phases(of: call.use.call) & 1 << UInt64(assurance.phase) == 0
    }
  }

  /// Whether it is what the step is there for, and not under way.
  private static func isDue(_ call: CallFacts, at place: Place) -> Bool {
    call.origin == .call ? place.site == nil : call.origin == .answer && place.isAsking
  }

  /// While an interrupt that bars calls is open, only what answers it may be called.
  private static func diagnoseBarredChoices(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.steps {
      guard case .interrupt(let awaited) = facts.step.kind, contract[awaited.event].barsCalls else {
        continue
      }
      for call in facts.calls where !contract[call.use.call].answers.contains(awaited.event) {
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

  /// A choice that cannot be offered now is hidden, and may be so; one that never is, is none.
  private static func diagnoseChoices(
    _ context: CheckContext, _ states: ProofStates, _ findings: inout [Diagnostic]
  ) {
    guard !states.isCut else { return }
    var phases = Array(repeating: UInt64(0), count: context.steps.count)
    var interrupted = phases
    for index in states.states.indices {
      let (place, phase) = (states.states[index].place, states.states[index].phase)
      if place.isAsking { phases[place.step] |= 1 << UInt64(phase) }
      if !states.relation.isPassing(place) { interrupted[place.step] |= 1 << UInt64(phase) }
    }
    var ofInterrupts: [UInt64]??
    for facts in context.steps {
      for call in facts.calls {
        guard case .choice(let choice) = call.origin else { continue }
        let legal = states.relation.phases(of: call.use.call)
        var asking = phases[facts.step.index]
        if facts.step.isInterrupt {
          if legal & comesIn(facts.step, interrupted, context) != 0 { continue }
          let all = ofInterrupts ?? states.phasesOfInterrupts()
          ofInterrupts = .some(all)
          guard let all else { continue }
          asking = all[facts.step.index]
        }
        guard asking != 0, legal & asking == 0 else { continue }
        let name = facts.step.choices[choice].name
        findings.append(
          finding(
            "the choice \(Diagnostic.quoting(name.value)) is never offered: its call is not legal here", at: name.range,
            help: help(call, context.flow)))
      }
    }
  }

  /// Some of the phases in which an interrupt comes: that which it enters, or those of the steps that it surely opens above.
  private static func comesIn(_ interrupt: Step, _ phases: [UInt64], _ context: CheckContext) -> UInt64 {
    guard let event = interrupt.awaited?.event else { return 0 }
    if let own = context.flow.contract[event].phase { return 1 << UInt64(own.index) }
    return context.steps.reduce(into: 0) { bits, facts in
      if !facts.step.transitions.contains(where: { $0.trigger.names(event) }) { bits |= phases[facts.step.index] }
    }
  }

  private static func finding(
    _ call: CallFacts, _ way: [WayStep], _ phase: UInt8, _ flow: Flow
  ) -> Diagnostic {
    let name = flow.contract[call.use.call].name
    // Until an event tells the phase, it is one of those at the start.
    let when =
      phase == Assurance.starting
      ? "before \(legalPhases(of: call, flow))" : "in the phase `\(flow.contract.phases[Int(phase)].name)`"
    return finding("`\(name)` can be called \(when)", at: call.use.range, help: help(call, flow), way: way)
  }

  private static func help(_ call: CallFacts, _ flow: Flow) -> String {
    let name = flow.contract[call.use.call].name
    return "the SDK takes `\(name)` only in \(legalPhases(of: call, flow)): lead this way to another step"
  }

  private static func legalPhases(of call: CallFacts, _ flow: Flow) -> String {
    flow.contract.phases.indices.filter { flow.contract.isLegal(call.use.call, in: PhaseID(index: UInt8($0))) }
      .map { "`\(flow.contract.phases[$0].name)`" }.joined(separator: " and ")
  }
}
