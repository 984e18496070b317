// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// A call that stands behind a gate on one way, and shows who the user is, but is made on another way without the gate.
enum GatePassedBy: ProofRule {
  static let code = DiagnosticCode("MFA405", "gate-passed-by")

  static func diagnose(_ states: ProofStates, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard !states.moves.gates.isEmpty else { return }
    for (number, gate) in states.moves.gates.prefix(ProofEffect.most).enumerated() {
      let guarded = guardedCalls(of: gate, states.moves, context)
      let bit: UInt64 = 1 << UInt64(ProofEffect.most + number)
      var isTold: Set<Int> = []
      for (index, state) in states.states.enumerated() where state.proofs & bit == 0 {
        for call in context.steps[state.place.step].calls where guarded.contains(GuardedCall(call)) {
          guard states.moves.phases(of: call.use.call) & 1 << UInt64(state.phase) != 0,
            isTold.insert(state.place.step).inserted
          else { continue }
          findings.append(finding(call, gate, states.route(to: index, in: context.flow), context.flow))
        }
      }
    }
  }

  /// A call with what it may show.
  private struct GuardedCall: Hashable {
    let call: CallID
    /// The replies that show something.
    let replies: [Int]

    init(_ facts: CallFacts) {
      call = facts.use.call
      replies = facts.arrivals.filter(\.earns).map(\.reply)
    }
  }

  /// The calls behind a gate that can show who the user is, until what was shown there is lost.
  private static func guardedCalls(of gate: Int, _ moves: ProofMoves, _ context: CheckContext) -> Set<GuardedCall> {
    var calls: Set<GuardedCall> = []
    var known: Set<Ahead> = []
    var open: [Ahead] = []
    for line in context.steps[gate].step.transitions where line.trigger == .allow {
      if case .step(let id) = line.target.move { open.append(Ahead(place: ProofPlace(step: Int(id.index)))) }
    }
    while let here = open.popLast() {
      guard here.place.step != gate, known.insert(here).inserted else { continue }
      for call in context.steps[here.place.step].calls where call.arrivals.contains(where: \.earns) {
        calls.insert(GuardedCall(call))
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
