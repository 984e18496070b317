// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// An `after` that names a step before which nothing can have been shown: what it lets count is all that there is, so it
/// asks for no second proof.
enum FreshnessOfNothing: Rule {
  static let code = DiagnosticCode("MFA436", "freshness-of-nothing", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    // What was shown before a flow inside begins, only the flow knows that runs it.
    guard let graph = context.graph, !context.relation.marks.isEmpty, !flow.beginsInside else { return }
    let required =
      flow.requirements + flow.claims.flatMap(\.requirements)
      + flow.steps.filter { $0.run == nil }.compactMap(\.requirement)
    var isTold: [SourceRange] = []
    for requirement in required {
      guard let after = requirement.after, requirement.asksForProofs, !isTold.contains(after.range),
        !context.stepsEntered(withAnyOf: context.proofs(for: requirement), graph)[Int(after.value.index)]
      else { continue }
      // What an open call shows, which the run takes along, counts as shown before.
      guard !context.takesAlong(to: after.value) else { continue }
      isTold.append(after.range)
      let step = flow[after.value].quoted
      findings.append(
        finding(
          "this asks for nothing: before \(step) no such proof can have been shown", at: after.range,
          help:
            "name a step that is entered once something was shown, such as that of the payment; or take the line out",
          notes: [Note("the step", at: flow[after.value].name.range)]))
    }
  }
}

extension CheckContext {
  /// Whether a run may enter a step while a call is open that shows something.
  fileprivate func takesAlong(to step: StepID) -> Bool {
    steps.contains { facts in
      facts.calls.contains { call in
        call.departure?.target.move == .step(step) && call.arrivals.contains(where: \.earns)
      }
    }
  }

  /// What a requirement may be met by, as bits of ``Relation/proofs``.
  fileprivate func proofs(for requirement: Requirement) -> UInt32 {
    let names = requirement.proofs.map(\.value)
    let isOpen = requirement.kinds != nil || requirement.authenticators != nil
    return relation.proofs.enumerated().reduce(into: 0) { bits, proof in
      let isMeant =
        isOpen || names.contains { $0.names(proof.element) }
        || requirement.phishingResistant != nil && flow.contract.isPhishingResistant(proof.element)
      if isMeant { bits |= 1 << UInt32(proof.offset) }
    }
  }
}
