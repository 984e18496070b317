// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// Tries that are counted for each user where the SDK names none, or for each session where nobody is ever signed in.
enum BudgetOfNobody: Rule {
  static let code = DiagnosticCode("MFA426", "budget-of-nobody", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.everyStep {
      let event = facts.step.awaited?.event
      if let tries = facts.step.tries {
        let place = facts.step.sharedTries?.range ?? tries.range
        diagnose(
          facts.step.triesScope, event, at: place,
          "write `\(facts.step.sharedTries?.value ?? "tries"): \(tries.value)`, for the whole run", context, &findings)
      }
      for choice in facts.step.choices {
        guard let limit = choice.scopedMax else { continue }
        diagnose(
          limit.scope, event, at: limit.count.range, "write `max: \(limit.count.value)`, for the whole run", context,
          &findings)
      }
    }
  }

  private static func diagnose(
    _ scope: BudgetScope, _ event: EventID?, at place: SourceRange, _ help: @autoclosure () -> String,
    _ context: CheckContext, _ findings: inout [Diagnostic]
  ) {
    let contract = context.flow.contract
    switch scope {
    case .session where contract.signedInPhase == nil:
      findings.append(
        finding("`\(contract.name)` has no phase in which users are signed in", at: place, help: help()))
    case .user:
      guard let event, contract[event].userField == nil else { return }
      findings.append(finding("`\(contract[event].name)` does not say whose tries these are", at: place, help: help()))
    case .run, .session: return
    }
  }
}
