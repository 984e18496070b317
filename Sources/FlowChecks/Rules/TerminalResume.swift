// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// The SDK is gone, and a flow would go on: from the interrupt itself, or by a line that names it anywhere else.
enum TerminalResume: Rule {
  static let code = DiagnosticCode("MFA402", "terminal-resume")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.everyStep {
      if case .interrupt(let awaited) = facts.step.kind, contract.isTerminal(awaited.event) {
        facts.forEachTarget { target in
          if target.leadsOn { findings.append(finding(facts.step.quoted, target, context.flow)) }
        }
        continue
      }
      facts.forEachLine { line in
        guard case .event(let event, _, _) = line.trigger, contract.isTerminal(event), !line.target.isEnd else {
          return
        }
        findings.append(finding("`\(line.trigger.words(contract))`", line.target, context.flow))
      }
    }
  }

  private static func finding(_ event: String, _ target: Target, _ flow: Flow) -> Diagnostic {
    finding(
      "after \(event) the flow cannot go on", at: target.range,
      help: "the SDK has shut itself down: lead to an end, such as `\(flow.failureEnd)`")
  }
}

extension Contract {
  fileprivate func isTerminal(_ event: EventID) -> Bool { events[Int(event.index)].isTerminal }
}

extension Target {
  /// Whether the run goes on elsewhere, or as if nothing had been.
  var leadsOn: Bool {
    switch move {
    case .step, .resume: true
    case .end, .stay, .retry: false
    }
  }

  var isEnd: Bool { if case .end = move { true } else { false } }
}
