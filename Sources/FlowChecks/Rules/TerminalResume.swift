// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// The SDK is gone, and a flow would go on: from the interrupt itself, or by a line that names it anywhere else.
enum TerminalResume: Rule {
  static let code = DiagnosticCode("MFA402", "terminal-resume")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    context.forEachTarget(after: \.isTerminal) { event, target, place in
      // An entry that stays only goes on showing itself.
      guard place == .entry ? target.leadsOn : !target.isEnd else { return }
      findings.append(
        finding(
          "after \(event) the flow cannot go on", at: target.range,
          help: "the SDK has shut itself down: lead to an end, such as `\(context.flow.failureEnd)`"))
    }
  }
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
