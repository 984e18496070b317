// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// An interrupt after which the SDK is gone, and a flow that would go on.
enum TerminalResume: Rule {
  static let code = DiagnosticCode("MFA402", "terminal-resume")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.everyStep {
      guard case .interrupt(let awaited) = facts.step.kind,
        context.flow.contract.events[Int(awaited.event.index)].isTerminal
      else { continue }
      facts.forEachTarget { target in
        guard target.goesOn else { return }
        findings.append(
          finding(
            "after \(facts.step.quoted) the flow cannot go on", at: target.range,
            help: "the SDK has shut itself down: lead to an end, such as `\(context.flow.failureEnd)`"))
      }
    }
  }
}

extension Target {
  /// Whether the flow goes on elsewhere.
  var goesOn: Bool {
    switch move {
    case .step, .resume: true
    case .end, .stay, .retry: false
    }
  }
}
