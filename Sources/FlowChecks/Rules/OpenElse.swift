// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// What nobody foresaw, or what went wrong, ends in success: a door that stands open to whoever makes things go wrong.
enum OpenElse: Rule {
  static let code = DiagnosticCode("MFA401", "open-else")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.everyStep {
      facts.forEachLine { line in
        guard line.trigger.isFailure else { return }
        if line.target.claim != 0 { return findings.append(inner(line, context.flow)) }
        guard case .end(let id) = line.target.move, context.flow.ends[Int(id.index)].outcome == .success else { return }
        findings.append(finding(line, context.flow[id], context.flow))
      }
    }
  }

  /// A success end of a flow inside is one, wherever the outer flow goes on.
  private static func inner(_ line: Transition, _ flow: Flow) -> Diagnostic {
    finding(
      "`\(line.trigger.words(flow.contract))` must not lead to a success end of this flow", at: line.range,
      help: "lead it to an end with `outcome: failure`", notes: [Note("the flow is run here", at: line.target.range)])
  }

  private static func finding(_ line: Transition, _ end: End, _ flow: Flow) -> Diagnostic {
    let words = line.trigger.words(flow.contract)
    return finding(
      "`\(words)` must not lead to the success end \(Diagnostic.quoting(end.name.value))", at: line.target.range,
      help: "lead it to an end with `outcome: failure`, such as `\(flow.failureEnd)`",
      notes: [Note("the end", at: end.name.range)])
  }
}

extension Trigger {
  /// Whether nothing was proved when it comes.
  fileprivate var isFailure: Bool {
    switch self {
    case .otherwise, .timeout, .exhausted, .error, .rejected, .deny, .event(_, mode: _, outcome: .error): true
    case .accepted, .allow, .event: false
    }
  }
}
