// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A line of `require:` that no run can meet, since no call of the flow shows what it asks for.
///
/// Source: NIST SP 800-63B-4 sections 2.2.1 and 3.2.5.
enum RequirementOutOfReach: ProofRule {
  static let code = DiagnosticCode("MFA409", "requirement-out-of-reach", isNeverAllowed: true)

  static func diagnose(_ proofs: ProofFacts, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    let states = proofs.states
    let flow = context.flow
    let proofs = states.relation.earnable
    for unmet in unmet(in: flow, by: proofs) {
      if case .gate(let question) = unmet.demand {
        findings.append(unasked(question, at: unmet.range))
        continue
      }
      let known = flow.contract.calls.flatMap { $0.replies.flatMap(\.earns) }
      let isOfContract = !unmet.isMet(by: known.counted, in: flow.contract)
      findings.append(
        finding(
          isOfContract
            ? "nothing in the contract `\(flow.contract.name)` meets `\(unmet.text)`"
            : "nothing in this flow meets `\(unmet.text)`",
          at: unmet.range, help: help(unmet, proofs, known, flow), notes: [note(proofs)]))
    }
  }

  /// The lines of the flow's own `require:` that all its proofs together do not meet.
  static func unmet(in flow: Flow, by proofs: [Proof]) -> [RequiredLine] {
    let ofSteps = flow.steps.filter { $0.requirement != nil && $0.run == nil }.compactMap { $0.requirement }
    let all = flow.requirements + ofSteps
    guard !all.isEmpty else { return [] }
    let most = flow.most(showing: proofs)
    return all.flatMap { $0.unmet(by: most, in: flow.contract) }
  }

  private static func help(_ unmet: RequiredLine, _ shown: [Proof], _ known: [Proof], _ flow: Flow) -> String {
    if unmet.lacksPossession(besides: shown, in: flow.contract) {
      let owned = names(known.filter { $0.factor == .possession })
      return "a biometric counts only with something that the user has: "
        + (owned.isEmpty ? "take the line out" : "have possession by \(owned) shown, too, or take the line out")
    }
    let others: [Proof]
    switch unmet.demand {
    case .phishingResistance:
      others = known.filter { flow.contract.isPhishingResistant($0) }
      if others.isEmpty {
        return "take the line out; or have the contract say `phishingResistant: true` of an authenticator, if one is"
      }
    case .proof(let name): others = known.filter { name.names($0) }
    case .kinds, .authenticators, .gate:
      return "it takes \(unmet.needs): add a step that asks for more, or lower the number"
    }
    return "add a step that asks for \(names(others)), or take the line out"
  }

  private static func names(_ proofs: [Proof]) -> String {
    proofs.map(\.authenticator).unique.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func unasked(_ question: String, at range: SourceRange) -> Diagnostic {
    finding(
      "no gate of this flow asks `\(question)`", at: range,
      help: "write `gate: [\(question)]` beside the call that begins the sign-in, or take the line out")
  }

  private static func note(_ proofs: [Proof]) -> Note {
    let words = proofs.map(\.words).joined(separator: ", ")
    return Note(words.isEmpty ? "this flow shows nothing" : "all that this flow can show: \(words)")
  }
}
