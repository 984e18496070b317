// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A session that the flow extends though nobody is there: a device that was left alone stays signed in.
enum UnattendedExtension: Rule {
  static let code = DiagnosticCode("MFA445", "unattended-extension")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.steps {
      for call in facts.calls where contract[call.use.call].extends && context.isUnattended(call, at: facts.step) {
        let isChoice = if case .choice = call.origin { true } else { false }
        findings.append(
          finding(
            "\(facts.step.quoted) extends the session, and nobody has pressed a button", at: call.use.range,
            help: isChoice
              ? "take `auto: \(facts.step.choiceName(of: call.origin))` out: only a user who is there may extend it"
              : "make the call in a choice: only a user who is there may extend it"))
      }
    }
  }
}
