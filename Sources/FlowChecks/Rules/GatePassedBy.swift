// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// What stands behind a gate, or behind its denial, and can be reached without the leave of the modules: a call, a success end,
/// or a sign-in beside the one that asks.
enum GatePassedBy: ProofRule {
  static let code = DiagnosticCode("MFA405", "gate-passed-by", isNeverAllowed: true)

  static func diagnose(_ states: ProofStates, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard context.flow.asksModules else { return }
    let gates = GuardedWays(states, context.steps)
    var isTold: Set<Int> = []
    for gate in gates.all {
      if diagnoseDenial(at: gate.step, context, &findings) { continue }
      if diagnoseCalls(behind: gate, states, context, &isTold, &findings) { continue }
      if diagnoseIdleVerdict(of: gate, context, &findings) { continue }
      diagnoseEnds(behind: gate, states, context, &findings)
    }
    diagnoseSignIns(gates, states, context, &findings)
  }

  /// A denial that leads where leave leads, unless that is an end that fails, is none.
  ///
  /// - Returns: whether it is so here.
  private static func diagnoseDenial(at gate: Int, _ context: CheckContext, _ findings: inout [Diagnostic]) -> Bool {
    let step = context.steps[gate].step
    guard step.isGate, let allowed = step.transitions.line(taking: .allow)?.target,
      !context.flow.endsWithoutSuccess(allowed), let line = step.transitions.line(taking: .deny),
      // Another rule tells of an `else` that leads to success.
      !line.trigger.isOtherwise || !OpenElse.tells(of: line.target, context),
      let screen = context.screen(from: line.target, to: allowed, past: step)
    else { return false }
    findings.append(
      finding(
        "\(step.quoted) leads to the same place whether it is allowed or denied"
          + (line.target.move == allowed.move ? "" : ", by \(screen.quoted)"), at: line.target.range,
        help: "lead the denial to an end such as `\(context.flow.failureEnd)`, which shows its reasons"))
    return true
  }

  /// A success to which only this gate leads, and its denial too, by whatever other calls.
  ///
  /// - Returns: whether it is so here.
  private static func diagnoseIdleVerdict(
    of gate: GuardedWays.Gate, _ context: CheckContext, _ findings: inout [Diagnostic]
  ) -> Bool {
    guard let graph = context.graph,
      case let ways = DeniedWays(context, graph), let (line, end) = ways.denial(at: gate.step, of: gate.origin),
      case let step = context.steps[gate.step].step,
      // Another rule tells where all goes that nobody foresaw.
      line.trigger == .deny || step.isGate && !OpenElse.tells(of: line.target, context)
    else { return false }
    let name = Diagnostic.quoting(context.flow[end].name.value)
    findings.append(
      finding(
        ways.isReached(end, byLeaveAt: gate.step, of: gate.origin, without: line)
          ? "the success end \(name) is reached whether \(step.quoted) allows or denies"
          : "the success end \(name) is reached only when \(step.quoted) denies",
        at: line.target.range,
        help: "lead the denial to an end such as `\(context.flow.failureEnd)`, or back to where the gate asks again",
        notes: [Note("the gate", at: gate.range)]))
    return true
  }

  /// Calls that stand behind the gate, made without its leave.
  private static func diagnoseCalls(
    behind gate: GuardedWays.Gate, _ states: ProofStates, _ context: CheckContext, _ isTold: inout Set<Int>,
    _ findings: inout [Diagnostic]
  ) -> Bool {
    for (index, state) in states.states.enumerated() where !gate.hasAllowed(state.assurance) {
      for call in context.steps[state.place.step].calls where gate.guards(call) {
        let isDue = call.origin == .call ? state.place.site == nil : state.place.isAsking
        guard isDue, states.relation.bits(call.use.gate) & gate.asks != gate.asks,
          states.relation.phases(of: call.use.call) & 1 << UInt64(state.phase) != 0
        else { continue }
        // What stands behind it is open, too: that merely follows.
        if isTold.insert(state.place.step).inserted {
          findings.append(finding(call, gate, states.route(to: index), context.flow))
        }
        return true
      }
    }
    return false
  }

  /// A success end that leave leads to, and another way to it.
  private static func diagnoseEnds(
    behind gate: GuardedWays.Gate, _ states: ProofStates, _ context: CheckContext, _ findings: inout [Diagnostic]
  ) {
    for end in gate.ends {
      let claim = states.claims.first {
        $0.target == .end(end) && !gate.hasAllowed($0.assurance)
      }
      guard let claim else { continue }
      findings.append(finding(claim, end, gate, states, context.flow))
    }
  }

  /// A success end to which no gate in front of a sign-in has given leave, where some sign-in of the flow asks.
  private static func diagnoseSignIns(
    _ gates: GuardedWays, _ states: ProofStates, _ context: CheckContext, _ findings: inout [Diagnostic]
  ) {
    let before = gates.all.filter(\.isBeforeSignIn)
    guard let first = before.first, !findings.contains(where: { $0.code == code }) else { return }
    var isTold: Set<EndID> = []
    for claim in states.claims {
      guard case .end(let end) = claim.target, !isTold.contains(end),
        !before.contains(where: { $0.hasAllowed(claim.assurance) })
      else { continue }
      isTold.insert(end)
      findings.append(finding(claim, end, first, states, context.flow))
    }
  }

  private static func finding(
    _ call: CallFacts, _ gate: GuardedWays.Gate, _ way: [WayStep], _ flow: Flow
  ) -> Diagnostic {
    let step = flow.steps[gate.step]
    return finding(
      "`\(flow.contract[call.use.call].name)` can be called here without the "
        + (step.isGate ? "gate \(step.quoted)" : "approval that \(step.quoted) asks for"), at: call.use.range,
      help: "ask the modules here, too: write `gate: [\(gate.words.joined(separator: ", "))]` beside the call",
      notes: [Note("the gate", at: gate.range)], way: way)
  }

  private static func finding(
    _ claim: ProofStates.Claim, _ end: EndID, _ gate: GuardedWays.Gate, _ states: ProofStates, _ flow: Flow
  ) -> Diagnostic {
    finding(
      "\(Diagnostic.quoting(flow[end].name.value)) can be reached without the approval that \(flow.steps[gate.step].quoted) asks for",
      at: claim.range,
      help: "ask the modules on this way, too, or lead it to an end that is no success",
      notes: [Note("the gate", at: gate.range)], way: states.way(to: claim))
  }
}

extension CheckContext {
  /// The last screen on the way from one target to another, by buttons alone that make no call and past a gate; nil where there is no
  /// such way, and the gate itself where both are the same.
  fileprivate func screen(from target: Target, to goal: Target, past gate: Step) -> Step? {
    func buttons(_ facts: StepFacts) -> [Target] {
      if let to = facts.step.to { return [to] }
      return facts.step.choices.compactMap { choice in
        if case .go(let target) = choice.action { target } else { nil }
      }
    }
    let found = first(behind: target, past: gate.id, buttons) { $0.move == goal.move ? true : nil }
    return found.map { $0.from ?? gate }
  }
}
