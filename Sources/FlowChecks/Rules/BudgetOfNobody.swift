// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// Tries that are counted for each user where the SDK names none, or for each session where nobody is ever signed in.
enum BudgetOfNobody: Rule {
  static let code = DiagnosticCode("MFA426", "budget-of-nobody")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.everyStep {
      guard let tries = facts.step.tries, let awaited = facts.step.awaited else { continue }
      let event = contract[awaited.event]
      let help = "write `\(facts.step.sharedTries?.value ?? "tries"): \(tries.value)`, for the whole run"
      let place = facts.step.sharedTries?.range ?? tries.range
      switch facts.step.triesScope {
      case .run: continue
      case .session where contract.signedInPhase == nil:
        findings.append(
          finding("`\(contract.name)` has no phase in which users are signed in", at: place, help: help))
      case .user where event.userField == nil:
        findings.append(finding("`\(event.name)` does not say whose tries these are", at: place, help: help))
      case .session, .user: continue
      }
    }
  }
}
