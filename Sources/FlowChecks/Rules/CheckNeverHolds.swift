// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract
import Values

/// A requirement that nothing a person types can meet: the answer is never handed in.
enum CheckNeverHolds: Rule {
  static let code = DiagnosticCode("MFA318", "check-never-holds", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps {
      let count = findings.count
      facts.forEachCondition(context.flow.contract) { condition in
        guard condition.use == .check,
          !condition.expression.canBe(true, knowing: condition.facts + facts.bounds)
        else { return }
        findings.append(
          finding(
            "nothing that is typed can meet \(Diagnostic.quoting(condition.expression.text))", at: condition.range,
            help: "mend the requirement, or take it out: nobody can answer \(facts.step.quoted)"))
      }
      if findings.count == count, let fixed = fixed(facts) { findings.append(fixed) }
      if findings.count == count, let excluded = excluded(facts, context.flow.contract) { findings.append(excluded) }
    }
  }

  /// A requirement of the event alone, at a step where nothing but the answer leads on: who is refused is refused for ever.
  private static func fixed(_ facts: StepFacts) -> Diagnostic? {
    guard facts.step.choices.isEmpty, facts.step.within == nil else { return nil }
    let inputs = Set(facts.step.inputs.map(\.name))
    return facts.step.checks.first { $0.expression.names.isDisjoint(with: inputs) }.map { check in
      finding(
        "\(Diagnostic.quoting(check.expression.text)) asks for nothing that is typed", at: check.range,
        help: "let it look at an input, or lead users on by a choice: nobody who is refused here can change that")
    }
  }

  /// Requirements each of which can be met, and not all of them at once, or not by what can be picked.
  private static func excluded(_ facts: StepFacts, _ contract: Contract) -> Diagnostic? {
    guard !facts.step.checks.isEmpty else { return nil }
    let picked = facts.step.inputs.flatMap { $0.pick?.checks ?? [] }
    let known = facts.facts(contract) + facts.bounds
    // A list that offers nothing is told on its own.
    guard Guard.canAllBe(picked.map { ($0.expression, true) }, knowing: known) else { return nil }
    return (picked + facts.step.checks).firstExcluded(knowing: known).map { check, earlier in
      finding(
        "nothing that is typed can meet \(Diagnostic.quoting(check.expression.text)), too", at: check.range,
        help: "mend one of the requirements: together they let nobody answer \(facts.step.quoted)", notes: earlier)
    }
  }
}

extension [Check] {
  /// The first that cannot hold where those before it do, with where those are; nil if there is none.
  func firstExcluded(knowing facts: [Guard.Fact]) -> (check: Check, earlier: [Note])? {
    for (index, check) in enumerated().dropFirst() {
      guard !Guard.canAllBe(self[...index].map { ($0.expression, true) }, knowing: facts) else { continue }
      return (check, self[..<index].prefix(3).map { Note("and this", at: $0.range) })
    }
    return nil
  }
}

extension StepFacts {
  /// What the contract takes of what is typed: anything else is refused before the checks are looked at.
  var bounds: [Guard.Fact] {
    step.inputs.compactMap { input in
      guard input.pick == nil else { return nil }
      let parameter = input.parameter
      let hasSize = input.type == .text || input.type == .secret
      let low = hasSize ? input.leastSize : parameter?.minimum ?? .min
      return Guard.Fact(
        [input.name], isIn: low...max(low, parameter?.maximum ?? .max), isTrimmed: parameter?.isTrimmed ?? false)
    }
  }
}
