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
      let isWarning = facts.step.awaited.map { contract.warnsOfEnd($0.event) } ?? false
      for call in facts.calls where context.isUnattended(call, at: facts.step) {
        let extends = contract[call.use.call].extends
        guard extends || isWarning else { continue }
        let isChoice = if case .choice = call.origin { true } else { false }
        findings.append(
          finding(
            extends
              ? "\(facts.step.quoted) extends the session without a button being pressed"
              : "\(facts.step.quoted) makes a call by itself, which keeps the session alive",
            at: call.use.range,
            help: isChoice
              ? "take `auto: \(facts.step.choiceName(of: call.origin))` out: only a user who is there may extend it"
              : "make the call in a choice: only a user who is there may extend it"))
      }
    }
  }
}

extension Contract {
  /// Whether an interrupt warns of the end of the session, which takes the proofs and closes it.
  ///
  /// A threat is no such warning.
  fileprivate func warnsOfEnd(_ event: EventID) -> Bool {
    self[event].kind == .interrupt && self[event].severity == nil
      && events.contains { $0.losesProofs && $0.cancels.contains(event) }
  }
}
