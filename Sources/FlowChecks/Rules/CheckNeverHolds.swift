// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards

/// A requirement that nothing a person types can meet: the answer is never handed in.
enum CheckNeverHolds: Rule {
  static let code = DiagnosticCode("MFA318", "check-never-holds")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps {
      facts.forEachCondition(context.flow.contract) { condition in
        guard condition.use == .check, !condition.expression.canBe(true, knowing: condition.facts) else { return }
        findings.append(
          finding(
            "nothing that is typed can meet \(Diagnostic.quoting(condition.expression.text))", at: condition.range,
            help: "mend the requirement, or take it out: nobody can answer \(facts.step.quoted)"))
      }
    }
  }
}
