// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract

/// A condition that is never true: the choice is never offered, no item is, and nobody sees why.
enum ConditionNeverHolds: Rule {
  static let code = DiagnosticCode("MFA317", "condition-never-holds", .warning, isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps {
      let count = findings.count
      facts.forEachCondition(context.flow.contract) { condition in
        guard condition.use != .check,
          !condition.expression.canBe(true, knowing: condition.facts + condition.demands)
        else { return }
        findings.append(
          finding(
            "\(Diagnostic.quoting(condition.expression.text)) is never true here", at: condition.range,
            help: condition.use == .choice
              ? "mend it, or take the choice out: it is never offered" : "mend it: nothing is ever offered to be picked"
          ))
      }
      if findings.count == count { findings += excluded(facts, context.flow.contract) }
    }
  }

  /// Checks of items each of which can hold, and not all of them at once.
  private static func excluded(_ facts: StepFacts, _ contract: Contract) -> [Diagnostic] {
    facts.step.inputs.compactMap { input in
      guard let checks = input.pick?.checks, checks.count > 1 else { return nil }
      return checks.firstExcluded(knowing: facts.facts(contract)).map { check, earlier in
        finding(
          "\(Diagnostic.quoting(check.expression.text)) is never true, too", at: check.range,
          help: "mend one of the checks: together they let nothing be picked", notes: earlier)
      }
    }
  }
}
