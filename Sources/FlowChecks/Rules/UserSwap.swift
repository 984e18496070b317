// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract
import Values

/// A name that is asked for once something was shown, under a contract whose events never say who the user is: what two people
/// have shown would count as if one had.
enum UserSwap: Rule {
  static let code = DiagnosticCode("MFA438", "user-swap", .warning, isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    // Where events name the user, a run sees that it is another one, and takes the proofs away.
    guard let graph = context.graph, !context.relation.earnable.isEmpty,
      !contract.events.indices.contains(where: { contract.events[$0].userField != nil })
    else { return }
    let proofs = UInt32.max
    for facts in context.steps {
      guard let answer = facts.calls.first(where: { $0.origin == .answer }), facts.asksForName(by: answer, contract),
        context.mayBeEntered(facts.step.id, withAnyOf: proofs, graph)
      else { continue }
      let name = contract[answer.use.call].name
      findings.append(
        finding(
          "another user may be named here: `\(name)` takes away nothing that was shown before",
          at: answer.use.range,
          help:
            "the contract says who the user is by a field `user text` of its events, or `losesProofs: true` of `\(name)`"
        ))
    }
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
