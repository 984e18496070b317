// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards

/// A condition that is never false: it looks like a protection and is none.
enum ConditionAlwaysHolds: Rule {
  static let code = DiagnosticCode("MFA316", "condition-always-holds", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps {
      facts.forEachCondition(context.flow.contract) { condition in
        guard !condition.expression.canFail(knowing: condition.facts) else { return }
        findings.append(
          finding(
            "\(Diagnostic.quoting(condition.expression.text)) is never false here", at: condition.range,
            help: condition.use == .check
              ? "name what the input is to be compared with, or take the requirement out"
              : "take it out, or ask with `has(…)` whether a field is there"))
      }
    }
  }
}
