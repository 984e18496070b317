// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract
import Values

/// A question to the user that can be answered in one way only, which is to accept: that is no consent.
enum OneAnswerOnly: Rule {
  static let code = DiagnosticCode("MFA442", "one-answer-only", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.steps where facts.step.awaited != nil {
      if let call = facts.calls.first(where: { $0.mustBeYes(facts, contract) }) {
        findings.append(finding(call, facts.step))
        continue
      }
      guard
        let call = facts.calls.first(where: {
          $0.accepted(contract) == .flow && !context.isUnasked($0, at: facts.step)
        }), !mayRefuse(call, facts, context)
      else { continue }
      findings.append(finding(call, facts.step))
    }
  }

  private static func finding(_ call: CallFacts, _ step: Step) -> Diagnostic {
    finding(
      "all that a user can do at \(step.quoted) is to accept", at: call.use.range,
      help: "add a choice that declines, and offer it whenever this one is")
  }

  /// Whether something else can be done wherever this call can be made.
  private static func mayRefuse(_ call: CallFacts, _ facts: StepFacts, _ context: CheckContext) -> Bool {
    let (step, contract) = (facts.step, context.flow.contract)
    if step.answer != nil, call.origin != .answer { return true }
    var others: [(Guard, Bool)] = []
    for index in step.choices.indices where call.origin != .choice(index) {
      if let other = facts.calls.first(where: { $0.origin == .choice(index) }), other.accepted(contract) == .flow {
        continue
      }
      if case .go(let target) = step.choices[index].action {
        if target.staysAtStep(of: step) || context.onlyLeadsBack(target, to: step) { continue }
      }
      guard let when = step.choices[index].when else { return true }
      others.append((when, false))
    }
    guard !others.isEmpty else { return false }
    if case .choice(let index) = call.origin, let when = step.choices[index].when { others.append((when, true)) }
    return !Guard.canAllBe(others, knowing: facts.facts(contract))
  }
}

extension CheckContext {
  /// Whether all that can be done at a target is to come back, as on a help screen.
  fileprivate func onlyLeadsBack(_ target: Target, to step: Step) -> Bool {
    guard case .step(let id) = target.move else { return false }
    let other = everyStep[Int(id.index)]
    guard other.calls.isEmpty, other.step.within == nil, other.step.to == nil, !other.step.choices.isEmpty else {
      return false
    }
    return other.step.choices.allSatisfy { choice in
      if case .go(let back) = choice.action { back.staysAtStep(of: step) } else { false }
    }
  }
}

extension CallFacts {
  /// Whether the user hands in a yes or no, of which the requirements let only a yes be handed in, and can do nothing else.
  fileprivate func mustBeYes(_ facts: StepFacts, _ contract: Contract) -> Bool {
    guard case .flag(let name) = contract.calls[Int(use.call.index)].accepts, origin == .answer,
      facts.step.choices.isEmpty,
      case .input(let index)? = use.arguments.first(where: { $0.name == name })?.source
    else { return false }
    let no = Guard.Fact([facts.step.inputs[index].name], is: .flag(false))
    return !Guard.canAllBe(facts.step.checks.map { ($0.expression, true) }, knowing: facts.facts(contract) + [no])
  }
}
