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

  /// Checks of items each of which can hold, and not all of them at once: those of one pick or, where each of these lets something be picked,
  /// those of all picks.
  private static func excluded(_ facts: StepFacts, _ contract: Contract) -> [Diagnostic] {
    let ofOne: [Diagnostic] = facts.step.inputs.compactMap { input in
      guard let checks = input.pick?.checks, checks.count > 1 else { return nil }
      return checks.firstExcluded(knowing: facts.facts(contract)).map { check, earlier in
        finding(
          "\(Diagnostic.quoting(check.expression.text)) is never true, too", at: check.range,
          help: "mend one of the checks: together they let nothing be picked", notes: earlier)
      }
    }
    return ofOne.isEmpty ? excludedByPicks(facts, contract).map { [$0] } ?? [] : ofOne
  }

  /// A check that cannot hold where the picks before it leave something to be picked, and each list has an item: only what can be picked
  /// from each list is offered.
  private static func excludedByPicks(_ facts: StepFacts, _ contract: Contract) -> Diagnostic? {
    let checks = facts.step.inputs.flatMap { $0.pick?.checks ?? [] }
    let known = facts.facts(contract) + facts.step.filledLists
    let excluded = checks.indices.first { index in
      !Guard.canAllBe(checks[...index].map { ($0.expression, true) }, knowing: known)
    }
    guard let excluded else { return nil }
    let (check, earlier) = (checks[excluded], checks[..<excluded].prefix(3))
    return finding(
      "\(Diagnostic.quoting(check.expression.text)) is never true of what can be picked", at: check.range,
      help: "mend it: an item is offered only if something can be picked from each list",
      notes: earlier.map { Note("and this", at: $0.range) })
  }
}

extension Step {
  /// That each list from which something is picked has an item.
  fileprivate var filledLists: [Guard.Fact] {
    inputs.compactMap { input in
      let path: [String]
      switch input.pick?.source {
      case .event(let members): path = ["event"] + members
      case .picked(let index, let members): path = [inputs[index].name] + members
      case nil: return nil
      }
      return Guard.Fact(path, isIn: 1...Int.max)
    }
  }
}
