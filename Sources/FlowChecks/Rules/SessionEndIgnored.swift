// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// The session is over, and the flow would go on as if it were not.
enum SessionEndIgnored: Rule {
  static let code = DiagnosticCode("MFA406", "session-end-ignored")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    context.forEachTarget(after: endsSession) { target, place in
      guard isIgnored(target, place) else { return }
      findings.append(
        finding(
          "after \(place.words(context.flow.contract)) the flow cannot go on where it was", at: target.range,
          help: "nobody is signed in any more: lead to an end, or to a step where the user signs in again"))
    }
  }

  /// Whether an interrupt takes what the user has shown; after a terminal one there is nothing at all.
  private static func endsSession(_ contract: Contract, _ event: Int) -> Bool {
    contract.events[event].kind == .interrupt && contract.events[event].losesProofs
      && !contract.events[event].isTerminal
  }

  /// Whether the run would be where it was; an entry that stays only goes on showing itself.
  private static func isIgnored(_ target: Target, _ place: CheckContext.TargetPlace) -> Bool {
    switch target.move {
    case .step, .end: false
    case .resume: true
    case .stay, .retry: if case .line = place { true } else { false }
    }
  }
}
