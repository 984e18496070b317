// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A consent that the flow gives for the user: nobody was asked, and the records say that somebody agreed.
enum ConsentWithoutUser: Rule {
  static let code = DiagnosticCode("MFA441", "consent-without-user", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.steps {
      for call in facts.calls {
        guard let input = call.inputThatAccepts(facts.step, contract), input.suggestion != nil else { continue }
        findings.append(
          finding(
            "\(facts.step.quoted) offers \(Diagnostic.quoting(input.name)) as said already, which consents by `\(contract[call.use.call].name)`",
            at: input.range, help: "take `default:` out: the user must say yes or no"))
      }
      for call in facts.calls where call.accepted(contract) == .flow && context.isUnasked(call, at: facts.step) {
        guard contract.threats(answeredBy: call, at: facts.step).isEmpty else { continue }
        let isChoice = if case .choice = call.origin { true } else { false }
        findings.append(
          finding(
            "\(facts.step.quoted) consents for the user by `\(contract[call.use.call].name)`", at: call.use.range,
            help: isChoice
              ? "take `auto: \(facts.step.choiceName(of: call.origin))` out: the user must press the button"
              : "make the call in a choice, beside one that declines"))
      }
    }
  }
}

extension Step {
  /// The name of the choice that makes a call; empty if none does.
  func choiceName(of origin: Origin) -> String {
    if case .choice(let index) = origin { choices[index].name.value } else { "" }
  }
}
