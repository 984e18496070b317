// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// How what stands behind a gate, or behind its denial, can be reached without the leave of the modules.
enum GatePassing {
  /// The denial of a `gate:` step leads where leave leads, by a screen.
  case byDenial(Step, Transition, allowed: Target, screen: Step)
  /// A call is made without leave, in a state.
  case byCall(CallFacts, GuardedWays.Gate, state: Int)
  /// The denial leads to a success, and leave may lead there, too.
  case byEitherVerdict(GuardedWays.Gate, Transition, EndID, isOfLeave: Bool)
  /// A run comes to a success end without leave.
  case byClaim(ProofStates.Claim, EndID, GuardedWays.Gate)

  /// Those of a flow, by what all runs come to.
  static func all(_ gates: GuardedWays, _ states: ProofStates, _ context: CheckContext) -> [GatePassing] {
    guard context.flow.asksModules else { return [] }
    var found: [GatePassing] = []
    var isTold: Set<Int> = []
    for gate in gates.all {
      if let denial = byDenial(at: gate.step, context) {
        found.append(denial)
      } else if let call = byCall(behind: gate, of: gates, states, context) {
        // What stands behind it is open, too: that merely follows.
        if isTold.insert(states.states[call.state].place.step).inserted {
          found.append(.byCall(call.facts, gate, state: call.state))
        }
      } else if let verdict = byEitherVerdict(of: gate, context) {
        found.append(verdict)
      } else {
        found += toEnds(behind: gate, states)
      }
    }
    return found.isEmpty ? pastSignIns(gates, states) : found
  }

  /// A denial that leads where leave leads, unless that is an end that fails, is none.
  private static func byDenial(at gate: Int, _ context: CheckContext) -> GatePassing? {
    let step = context.steps[gate].step
    guard step.isGate, let allowed = step.transitions.line(taking: .allow)?.target,
      !context.flow.endsWithoutSuccess(allowed), let line = step.transitions.line(taking: .deny),
      // Another rule tells of an `else` that leads to success.
      !line.trigger.isOtherwise || !OpenElse.tells(of: line.target, context),
      let screen = context.screen(from: line.target, to: allowed, past: step)
    else { return nil }
    return .byDenial(step, line, allowed: allowed, screen: screen)
  }

  /// A call that stands behind the gate, made without its leave.
  private static func byCall(
    behind gate: GuardedWays.Gate, of gates: GuardedWays, _ states: ProofStates, _ context: CheckContext
  ) -> (facts: CallFacts, state: Int)? {
    for (index, state) in states.states.enumerated() where !gate.hasAllowed(state.assurance) {
      for call in context.steps[state.place.step].calls where gate.guards(call) {
        let isDue = call.origin == .call ? state.place.site == nil : state.place.isAsking
        guard isDue, states.relation.bits(call.use.gate) & gate.asks != gate.asks,
          states.relation.phases(of: call.use.call) & 1 << UInt64(state.phase) != 0,
          !gates.isInOtherOrder(call, behind: gate, state.assurance)
        else { continue }
        return (call, index)
      }
    }
    return nil
  }

  /// A success to which only this gate leads, and its denial too, by whatever other calls.
  private static func byEitherVerdict(of gate: GuardedWays.Gate, _ context: CheckContext) -> GatePassing? {
    guard let graph = context.graph,
      case let ways = DeniedWays(context, graph), let (line, end) = ways.denial(at: gate.step, of: gate.origin),
      // Another rule tells where all goes that nobody foresaw.
      line.trigger == .deny || context.steps[gate.step].step.isGate && !OpenElse.tells(of: line.target, context)
    else { return nil }
    return .byEitherVerdict(
      gate, line, end, isOfLeave: ways.isReached(end, byLeaveAt: gate.step, of: gate.origin, without: line))
  }

  /// Success ends that leave leads to, and another way to them.
  private static func toEnds(behind gate: GuardedWays.Gate, _ states: ProofStates) -> [GatePassing] {
    gate.ends.compactMap { end in
      let claim = states.claims.first {
        $0.target == .end(end) && !gate.hasAllowed($0.assurance)
      }
      return claim.map { .byClaim($0, end, gate) }
    }
  }

  /// Success ends to which no gate in front of a sign-in has given leave, where some sign-in of the flow asks.
  private static func pastSignIns(_ gates: GuardedWays, _ states: ProofStates) -> [GatePassing] {
    let before = gates.all.filter(\.isBeforeSignIn)
    guard let first = before.first else { return [] }
    var found: [GatePassing] = []
    var isTold: Set<EndID> = []
    for claim in states.claims {
      guard case .end(let end) = claim.target, !isTold.contains(end),
        !before.contains(where: { $0.hasAllowed(claim.assurance) })
      else { continue }
      isTold.insert(end)
      found.append(.byClaim(claim, end, first))
    }
    return found
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
