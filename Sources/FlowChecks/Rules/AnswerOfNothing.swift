// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// An answer that asks for nothing: there is nothing to hand in, so that nobody at a terminal, no scenario and no file of answers can give it.
enum AnswerOfNothing: Rule {
  static let code = DiagnosticCode("MFA340", "answer-of-nothing", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps where facts.step.inputs.isEmpty {
      guard let answer = facts.step.answer else { continue }
      let name = context.flow.contract[answer.call].name
      findings.append(
        finding(
          "the answer of \(facts.step.quoted) asks for nothing, so nobody can give it", at: answer.range,
          help: "make the call in a choice, such as `choices: { go: { call: \(name) } }`, or `ask` for something"))
    }
  }
}
