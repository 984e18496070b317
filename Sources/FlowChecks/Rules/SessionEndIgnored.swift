// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// The session is over, and the flow would go on as if it were not.
enum SessionEndIgnored: Rule {
  static let code = DiagnosticCode("MFA406", "session-end-ignored")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.everyStep {
      if case .interrupt(let awaited) = facts.step.kind, context.flow.contract.endsSession(awaited.event) {
        facts.forEachTarget { target in
          guard case .resume = target.move else { return }
          findings.append(finding(facts.step.quoted, target, context.flow))
        }
        continue
      }
      facts.forEachLine { line in
        guard case .event(let event, _, _) = line.trigger, context.flow.contract.endsSession(event) else { return }
        switch line.target.move {
        case .step, .end: break
        case .stay, .retry, .resume:
          findings.append(finding("`\(line.trigger.words(context.flow.contract))`", line.target, context.flow))
        }
      }
    }
  }

  private static func finding(_ event: String, _ target: Target, _ flow: Flow) -> Diagnostic {
    finding(
      "after \(event) the flow cannot go on where it was", at: target.range,
      help: "nobody is signed in any more: lead to an end, or to a step where the user signs in again")
  }
}

extension Contract {
  /// Whether an interrupt takes what the user has shown; after a terminal one there is nothing at all.
  fileprivate func endsSession(_ event: EventID) -> Bool {
    let index = Int(event.index)
    return events[index].kind == .interrupt && events[index].losesProofs && !events[index].isTerminal
  }
}
