// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A call that is over as soon as the SDK takes it, and a step that does not say what comes then: it goes on as if the
/// call had failed, or asks again for what has been answered.
///
/// Beside a question, a call that answers nothing may be made without a word about it: the question stands.
enum TakenCallUnheeded: Rule {
  static let code = DiagnosticCode("MFA323", "taken-call-unheeded", .warning, isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.steps {
      for call in facts.calls
      where contract.leadsToNothing(call.use) && !call.lines.contains(where: \.trigger.isAccepted) {
        let name = contract[call.use.call].name
        switch call.origin {
        case .call:
          findings.append(
            finding(
              "once the SDK has taken `\(name)`, \(facts.step.quoted) goes to `else`", at: call.use.range,
              help: "no event follows `\(name)`: say below `then:` where `accepted` leads"))
        case .answer, .choice:
          guard let awaited = facts.step.awaited, contract[call.use.call].answers.contains(awaited.event) else {
            continue
          }
          let line = facts.step.isInterrupt ? "add `accepted: resume`" : "say where `accepted` leads"
          findings.append(
            finding(
              "once the SDK has taken `\(name)`, \(facts.step.quoted) asks the same again", at: call.use.range,
              help: "no event follows `\(name)`: \(line) below its `then:`"))
        case .itself, .exhausted: break
        }
      }
    }
  }
}
