// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract

/// A question to the user that can be answered in one way only, which is to accept: that is no consent.
enum OneAnswerOnly: Rule {
  static let code = DiagnosticCode("MFA442", "one-answer-only", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.steps where facts.step.awaited != nil {
      guard
        let call = facts.calls.first(where: {
          $0.accepted(contract) == .flow && !context.isUnattended($0, at: facts.step)
        }), !mayRefuse(call, facts, contract)
      else { continue }
      findings.append(
        finding(
          "all that a user can do at \(facts.step.quoted) is to accept", at: call.use.range,
          help: "add a choice that declines, and offer it whenever this one is"))
    }
  }

  /// Whether something else can be done wherever this call can be made.
  private static func mayRefuse(_ call: CallFacts, _ facts: StepFacts, _ contract: Contract) -> Bool {
    let step = facts.step
    if step.answer != nil, call.origin != .answer { return true }
    var others: [(Guard, Bool)] = []
    for index in step.choices.indices where call.origin != .choice(index) {
      if let other = facts.calls.first(where: { $0.origin == .choice(index) }), other.accepted(contract) == .flow {
        continue
      }
      guard let when = step.choices[index].when else { return true }
      others.append((when, false))
    }
    guard !others.isEmpty else { return false }
    if case .choice(let index) = call.origin, let when = step.choices[index].when { others.append((when, true)) }
    return !Guard.canAllBe(others, knowing: facts.facts(contract))
  }
}
