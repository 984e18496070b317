// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// What nobody foresaw, or what went wrong, ends in success: a door that stands open to whoever makes things go wrong.
enum OpenElse: Rule {
  static let code = DiagnosticCode("MFA401", "open-else")

  static func diagnose(_ context: CheckContext) -> [Diagnostic] {
    let flow = context.flow
    return context.everyStep.flatMap { facts in
      facts.lines.compactMap { line in
        guard case .end(let id) = line.target.move, flow[id].outcome == .success, line.trigger.isFailure
        else { return nil }
        let end = flow[id].name
        return finding(
          "`\(line.trigger.words(flow.contract))` must not lead to the success end \(Diagnostic.quoting(end.value))",
          at: line.target.range, help: "lead it to an end with `outcome: failure`, such as `\(flow.failureEnd)`",
          notes: [Note("the end", at: end.range)])
      }
    }
  }
}

extension Trigger {
  /// Whether nothing was proved when it comes.
  fileprivate var isFailure: Bool {
    switch self {
    case .otherwise, .timeout, .exhausted, .error, .rejected, .event(_, mode: _, outcome: .error): true
    case .accepted, .event: false
    }
  }
}
