// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract
import Values

/// A name that is asked for once something was shown, where no event has said before that who the user is, or none says so on a way
/// from there to a success: what two people have shown would count as if one had.
enum UserSwap: Rule {
  static let code = DiagnosticCode("MFA438", "user-swap", .warning, isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    guard let graph = context.graph, !context.relation.earnable.isEmpty else { return }
    let proofs = UInt32.max
    for facts in context.steps {
      guard let answer = facts.calls.first(where: { $0.origin == .answer }), facts.asksForName(by: answer, contract),
        context.mayBeEntered(facts.step.id, withAnyOf: proofs, graph),
        context.comesUnnamed(to: facts.step.id) || context.succeedsUnnamed(answer, of: facts)
      else { continue }
      let name = contract[answer.use.call].name
      findings.append(
        finding(
          "another user may be named here: `\(name)` takes away nothing that was shown before",
          at: answer.use.range,
          help:
            "let an event name the user before the first proof, and one on every way from here (`user text` in the contract), or write `losesProofs: true` of `\(name)` there"
        ))
    }
  }
}

extension CheckContext {
  /// Whether a run may come to a step with something shown, and nothing has said by then who the user is.
  fileprivate func comesUnnamed(to step: StepID) -> Bool {
    struct Stop: Hashable {
      let place: Place
      let hasShown: Bool
    }
    var open = [Stop(place: Place(step: Int(flow.start.index)), hasShown: false)]
    var known: Set<Stop> = []
    while let stop = open.popLast() {
      guard known.insert(stop).inserted else { continue }
      if stop.hasShown, stop.place.step == Int(step.index) { return true }
      for move in moves.moves(at: stop.place, relation) where !namesUser(move) {
        guard case .place(let next) = move.target else { continue }
        open.append(Stop(place: next, hasShown: move.effect.earns != 0 || stop.hasShown && !move.effect.loses))
      }
    }
    return false
  }

  /// Whether a success is reached once an answer was taken, and nothing has said by then who the user is, or has taken the proofs away.
  ///
  /// Where an event names another user, a run takes the proofs away by itself.
  fileprivate func succeedsUnnamed(_ answer: CallFacts, of facts: StepFacts) -> Bool {
    let site = relation.sites(of: Int(facts.step.id.index)).first { relation.sites[$0].call.origin == answer.origin }
    guard let site else { return false }
    var open = [relation.place(afterTaking: site)]
    var known: Set<Place> = []
    while let place = open.popLast() {
      guard known.insert(place).inserted else { continue }
      for move in moves.moves(at: place, relation) where !move.effect.loses && !namesUser(move) {
        switch move.target {
        case .end(let end) where flow[end].outcome == .success: return true
        case .place(let next): open.append(next)
        case .end, .resume, .unhandled: continue
        }
      }
    }
    return false
  }

  private func namesUser(_ move: Move) -> Bool {
    guard case .event(let signal) = move.cause else { return false }
    return flow.contract[signal.event].userField != nil
  }
}

extension StepFacts {
  /// Whether an answer hands in nothing but words that are typed, before anybody is signed in, and shows nothing by it.
  fileprivate func asksForName(by answer: CallFacts, _ contract: Contract) -> Bool {
    let call = contract[answer.use.call]
    guard !step.inputs.isEmpty, !call.losesProofs, !answer.arrivals.contains(where: \.earns),
      !answer.arrivals.allSatisfy({ contract[$0.event].losesProofs })
    else { return false }
    if let signedIn = contract.signedInPhase, call.phases.allSatisfy({ $0 == signedIn }), !call.phases.isEmpty {
      return false
    }
    return step.inputs.allSatisfy { $0.pick == nil && $0.type == .text }
  }
}
