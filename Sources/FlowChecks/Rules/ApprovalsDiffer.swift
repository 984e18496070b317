// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A success end to which several ways lead, each past a gate that asks something else: what the modules have approved hangs
/// on the way that was taken, and the flow does not say which of it the end takes.
enum ApprovalsDiffer: ProofRule {
  static let code = DiagnosticCode("MFA437", "approvals-differ", .warning)

  private static let cure =
    "ask the same at each gate, or say with `require: { gates: [...] }` what the end takes"

  static func diagnose(_ proofs: ProofFacts, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    let (states, flow) = (proofs.states, context.flow)
    guard flow.asksModules, states.relation.questions.count > 1,
      flow.requirement?.gates.isEmpty ?? true
    else { return }
    for (index, end) in flow.ends.enumerated() where end.outcome == .success && end.requirement?.gates.isEmpty ?? true {
      var least: [ProofStates.Claim] = []
      for claim in states.claims where claim.target == .end(EndID(index)) {
        let passed = claim.assurance.passed
        guard !least.contains(where: { $0.assurance.passed & ~passed == 0 }) else { continue }
        least.removeAll { passed & ~$0.assurance.passed == 0 }
        least.append(claim)
      }
      guard let first = least.first else { continue }
      guard least.count > 1 else {
        // A way around every gate has a finding of its own.
        if proofs.passings.isEmpty,
          let gate = proofs.gates.all.first(where: { $0.isBeforeSignIn && lacks($0, first, EndID(index), context) })
        {
          findings.append(lacking(gate, first, end, states, flow))
        }
        continue
      }
      let other = least[1]
      let missing = names(of: other.assurance.passed & ~first.assurance.passed, states.relation)
      findings.append(
        finding(
          "one way to \(Diagnostic.quoting(end.name.value)) has the approval of \(missing), and another has not",
          at: end.name.range,
          help: cure,
          notes: [
            Note("not on this way", at: first.range),
            Note(
              "not of \(names(of: first.assurance.passed & ~other.assurance.passed, states.relation)) on this way",
              at: other.range),
          ], way: states.way(to: first)))
    }
  }

  /// Whether a way to an end lacks what a gate asks for, though the sign-in behind that gate leads to the end as well.
  private static func lacks(
    _ gate: GuardedWays.Gate, _ claim: ProofStates.Claim, _ end: EndID, _ context: CheckContext
  ) -> Bool {
    guard gate.asks & ~claim.assurance.passed != 0, let graph = context.graph else { return false }
    return DeniedWays(context, graph).reachedEnds(from: gate.step).contains(end)
  }

  private static func lacking(
    _ gate: GuardedWays.Gate, _ claim: ProofStates.Claim, _ end: End, _ states: ProofStates, _ flow: Flow
  ) -> Diagnostic {
    let missing = names(of: gate.asks & ~claim.assurance.passed, states.relation)
    return finding(
      "one way to \(Diagnostic.quoting(end.name.value)) lacks the approval of \(missing)", at: end.name.range,
      help: cure,
      notes: [
        Note("not on this way", at: claim.range), Note("asked for at \(flow.steps[gate.step].quoted)", at: gate.range),
      ], way: states.way(to: claim))
  }

  private static func names(of questions: UInt8, _ relation: Relation) -> String {
    relation.questions.enumerated().filter { questions & 1 << UInt8($0.offset) != 0 }.map { "`\($0.element)`" }
      .joined(separator: " and ")
  }
}
