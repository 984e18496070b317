// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A limit that is none: no person presses a button so often, and a program does.
enum CallFlood: Rule {
  static let code = DiagnosticCode("MFA446", "call-flood", .warning, isNeverAllowed: true)
  /// As many as anybody may have a call made in one run.
  static let most = 100

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.steps {
      for call in facts.calls {
        guard let budget = facts.step.budget(of: call.origin), budget.value > most,
          // What is sent, and what extends a session, have limits of their own.
          !contract[call.use.call].sends, !contract[call.use.call].extends
        else { continue }
        findings.append(
          finding(
            "a run may call `\(contract[call.use.call].name)` \(budget.value) times here", at: budget.range,
            help: "write \(most) or less: no user needs more in one run"))
      }
    }
  }
}
