// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A call that stands behind a gate, or behind its denial, and shows who the user is, but can be made without the gate's leave.
enum GatePassedBy: ProofRule {
  static let code = DiagnosticCode("MFA405", "gate-passed-by")

  static func diagnose(_ states: ProofStates, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard !states.moves.gates.isEmpty else { return }
    for gate in states.moves.gates.dropFirst(ProofEffect.most) {
      findings.append(
        finding(
          "not proved: what \(context.flow.steps[gate].quoted) guards", at: context.flow.steps[gate].name.range,
          help: "the first \(ProofEffect.most) gates of a flow are followed: ask several questions in one gate"))
    }
    for gate in states.moves.gates { diagnoseDenial(at: gate, context, &findings) }
    for (number, gate) in states.moves.gates.prefix(ProofEffect.most).enumerated() {
      // Who was denied may no more sign in by another call than by the one behind the gate.
      let guarded = guardedCalls(of: gate, by: .allow, states.moves, context)
        .merging(guardedCalls(of: gate, by: .deny, states.moves, context)) { $0.union($1) }
      let bit: UInt64 = 1 << UInt64(ProofEffect.most + number)
      var isTold: Set<Int> = []
      for (index, state) in states.states.enumerated() where state.proofs & bit == 0 {
        for call in context.steps[state.place.step].calls where isGuarded(call, guarded) {
          guard states.moves.phases(of: call.use.call) & 1 << UInt64(state.phase) != 0,
            isTold.insert(state.place.step).inserted
          else { continue }
          findings.append(finding(call, gate, states.route(to: index, in: context.flow), context.flow))
        }
      }
    }
  }

  /// A denial that leads where leave leads, unless that is an end that fails, is none.
  private static func diagnoseDenial(at gate: Int, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    let step = context.steps[gate].step
    guard let allowed = step.transitions.first(where: { $0.trigger == .allow })?.target,
      !context.flow.endsWithoutSuccess(allowed)
    else { return }
    for line in step.transitions where line.trigger == .deny && line.target.move == allowed.move {
      findings.append(
        finding(
          "\(step.quoted) leads to the same place whether it is allowed or denied", at: line.target.range,
          help: "lead the denial to an end such as `\(context.flow.failureEnd)`, which shows its reasons"))
    }
  }

  /// Calls, each with the replies that show something.
  private typealias GuardedCalls = [CallID: Set<Int>]

  private static func isGuarded(_ call: CallFacts, _ guarded: GuardedCalls) -> Bool {
    guard let replies = guarded[call.use.call] else { return false }
    return call.arrivals.contains { $0.earns && replies.contains($0.reply) }
  }

  /// The calls behind a verdict that can show who the user is, until what was shown there is lost.
  private static func guardedCalls(
    of gate: Int, by verdict: Trigger, _ moves: ProofMoves, _ context: CheckContext
  ) -> GuardedCalls {
    var calls: GuardedCalls = [:]
    var known: Set<Ahead> = []
    var open: [Ahead] = []
    for line in context.steps[gate].step.transitions where line.trigger == verdict {
      if case .step(let id) = line.target.move { open.append(Ahead(place: ProofPlace(step: Int(id.index)))) }
    }
    while let here = open.popLast() {
      guard here.place.step != gate, known.insert(here).inserted else { continue }
      for call in context.steps[here.place.step].calls where call.arrivals.contains(where: \.earns) {
        calls[call.use.call, default: []].formUnion(call.arrivals.filter(\.earns).map(\.reply))
      }
      for move in moves.moves(from: here.place) {
        guard case .place(let next) = move.target, !(move.effect.loses && here.hasShown) else { continue }
        open.append(Ahead(place: next, hasShown: here.hasShown || move.effect.earns != 0))
      }
    }
    return calls
  }

  /// A place behind a gate.
  private struct Ahead: Hashable {
    let place: ProofPlace
    /// Whether anything was shown on the way from the gate.
    var hasShown = false
  }

  private static func finding(
    _ call: CallFacts, _ gate: Int, _ way: [WayStep], _ flow: Flow
  ) -> Diagnostic {
    let gate = flow.steps[gate]
    return finding(
      "`\(flow.contract.calls[Int(call.use.call.index)].name)` can be called here without the gate \(gate.quoted)",
      at: call.use.range, help: "lead this way through \(gate.quoted), or ask the modules in a gate of its own",
      notes: [Note("the gate", at: gate.name.range)], way: way)
  }
}
