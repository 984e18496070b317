// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// An end that nothing leads to: a way to be over that never happens.
///
/// What stands in a part may be for other flows. In a flow that runs others, what they never come to may be why.
enum UnusedEnd: Rule {
  static let code = DiagnosticCode("MFA312", "unused-end", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    let isLedTo = areLedTo(context)
    guard isLedTo.contains(false), !flow.runsFlows else { return }
    for index in isLedTo.indices where !isLedTo[index] && flow.ends[index].name.range.file == flow.range.file {
      findings.append(
        finding(
          "nothing leads to the end \(Diagnostic.quoting(flow.ends[index].name.value))",
          at: flow.ends[index].name.range,
          help: "lead a line of a `then:` or a choice to it, or take it out"))
    }
  }

  /// By end: whether anything leads there.
  static func areLedTo(_ context: CheckContext) -> [Bool] {
    var isLedTo = Array(repeating: false, count: context.flow.ends.count)
    for facts in context.everyStep {
      facts.forEachTarget { target in
        if case .end(let end) = target.move { isLedTo[Int(end.index)] = true }
      }
    }
    return isLedTo
  }
}
