// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// A budget that steps share, and that every way to a success spends before it gets there: nobody can come to an end that is one.
enum SpentBeforeSuccess: ProofRule {
  static let code = DiagnosticCode("MFA334", "spent-before-success", isNeverAllowed: true)

  static func diagnose(_ states: ProofStates, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    let shared = context.flow.budgets.filter { $0.scope == .run }
    guard let budget = shared.min(by: { $0.count.value < $1.count.value }) else { return }
    let isCounted = !states.relation.budgets.isEmpty
    guard let counted = isCounted ? states : states.counting(), !counted.comesToSuccess else { return }
    let plain = isCounted ? ProofStates(context.relation, context.moves) : states
    guard plain.comesToSuccess else { return }
    findings.append(
      finding(
        "\(Diagnostic.quoting(budget.name.value)) is spent on every way before a success end can be reached",
        at: budget.count.range, help: "make it as many as the steps of the way to that end need, and more for mistakes")
    )
  }
}

extension ProofStates {
  /// Whether some run comes to an end that is a success, or nothing is sure.
  fileprivate var comesToSuccess: Bool {
    isCut || claims.contains { if case .end = $0.target { true } else { false } }
  }
}
