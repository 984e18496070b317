// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// A budget that no step draws on: a protection that is none.
///
/// What stands in a part may be for other flows.
enum UnusedBudget: Rule {
  static let code = DiagnosticCode("MFA332", "unused-budget", .warning, isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    guard !flow.budgets.isEmpty else { return }
    let used = Set(flow.steps.flatMap(\.sharedLimits).map(\.value))
    for budget in flow.budgets where !used.contains(budget.name.value) && budget.name.range.file == flow.range.file {
      findings.append(
        finding(
          "no step draws on the budget \(Diagnostic.quoting(budget.name.value))", at: budget.name.range,
          help: "write `tries: \(budget.name.value)` or `max: \(budget.name.value)` where it is shared, or take it out")
      )
    }
  }
}
