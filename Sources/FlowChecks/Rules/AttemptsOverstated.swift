// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A text that says how many attempts the SDK has left, at a step that takes fewer answers than the SDK does: the user
/// reads of attempts that the flow does not grant.
enum AttemptsOverstated: Rule {
  static let code = DiagnosticCode("MFA333", "attempts-overstated", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    for facts in context.steps {
      let step = facts.step
      guard let tries = step.tries, let event = step.awaited?.event,
        let field = flow.contract[event].attemptsField
      else { continue }
      facts.forEachLine { line in
        guard case .event(event, _, outcome: .code(let number)) = line.trigger, line.target.staysAt(step.id),
          let attempts = flow.contract.codes.first(where: { $0.number == number })?.attempts, tries.value < attempts,
          let say = line.target.say, flow[say].shows(field)
        else { return }
        findings.append(
          finding(
            "`{\(field)}` counts the \(attempts) attempts of the SDK, and \(step.quoted) takes \(tries.value)",
            at: tries.range,
            help: "write `tries: \(attempts)` or more, or words without the number",
            notes: [Note("shown here", at: line.target.range)]))
      }
    }
  }
}

extension Target {
  /// Whether the same step asks again.
  fileprivate func staysAt(_ step: StepID) -> Bool {
    switch move {
    case .stay, .retry: true
    case .step(let other): other == step
    case .end, .resume: false
    }
  }
}

extension Message {
  /// Whether a field of the event is filled in.
  fileprivate func shows(_ field: String) -> Bool {
    pieces.contains { if case .placeholder([field], _) = $0 { true } else { false } }
  }
}
