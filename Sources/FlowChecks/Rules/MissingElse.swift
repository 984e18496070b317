// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A step at which something may come back that no line names, and which does not say where it goes.
///
/// Nothing falls through: at run time such a thing would end the flow.
enum MissingElse: Rule {
  static let code = DiagnosticCode("MFA301", "missing-else")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps where isMissing(facts, context.flow.contract) {
      findings.append(
        finding(
          "\(facts.step.quoted) does not say where everything else goes", at: facts.step.name.range,
          help: facts.step.transitions.isEmpty
            ? "add `then: { else: \(context.flow.failureEnd) }`"
            : "add `else:` below its `then:`, such as `else: \(context.flow.failureEnd)`"))
    }
  }

  static func isMissing(_ facts: StepFacts, _ contract: Contract) -> Bool {
    guard facts.otherwise == nil else { return false }
    if facts.step.isGate {
      return !facts.step.transitions.contains { $0.trigger == .allow }
        || !facts.step.transitions.contains { $0.trigger == .deny }
    }
    return !facts.step.transitions.isEmpty || facts.step.mayOfferNothing(contract)
      || facts.calls.contains { call in !call.over.contains(where: \.trigger.isOtherwise) }
  }
}
