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
      // However a wrong answer comes back, the SDK has so many attempts in all.
      let attempts = flow.contract.codes(in: event, mode: step.awaited?.mode).compactMap(\.attempts).max()
      func tell(_ attempts: Int?, _ say: MessageID?, at range: SourceRange) {
        guard let attempts, tries.value < attempts, let say, flow[say].shows(field) else { return }
        findings.append(
          finding(
            "`{\(field)}` counts the \(attempts) attempts of the SDK, and \(step.quoted) takes \(tries.value)",
            at: tries.range,
            help: "write `{tries.left}` in its place, which is what both leave, "
              + (context.showsElsewhere(say, than: step) ? "in a message of its own, " : "")
              + "or `tries: \(attempts)` or more",
            notes: [Note("shown here", at: range)]))
      }
      if let say = step.say { tell(attempts, say, at: step.name.range) }
      facts.forEachLine { line in
        guard line.target.staysAt(step.id) else { return }
        switch line.trigger {
        case .event(event, _, outcome: .code(let number)):
          tell(flow.contract.codes.first { $0.number == number }?.attempts, line.target.say, at: line.target.range)
        case .event(event, _, outcome: .success), .otherwise:
          tell(attempts, line.target.say, at: line.target.range)
        default: return
        }
      }
    }
  }
}

extension CheckContext {
  /// Whether a step without `tries` shows a message, too, where nothing would be left to tell.
  fileprivate func showsElsewhere(_ say: MessageID, than step: Step) -> Bool {
    steps.contains { facts in
      guard facts.step.id != step.id, facts.step.tries == nil else { return false }
      var isShown = facts.step.say == say
      facts.forEachLine { if $0.target.say == say { isShown = true } }
      return isShown
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
