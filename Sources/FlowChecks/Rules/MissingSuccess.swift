// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// A flow all of whose ends are failures, or in which nothing leads to a success: nobody can ever get through it.
enum MissingSuccess: Rule {
  static let code = DiagnosticCode("MFA309", "missing-success", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let (flow, ends) = (context.flow, context.flow.ends)
    guard flow.isWhole, let first = ends.first else { return }
    if ends.allSatisfy({ $0.outcome == .failure }) {
      findings.append(
        finding(
          "every end of this flow is a failure", at: first.name.range,
          help: "add an end with `outcome: success`, or with `outcome: ended` if nothing is to be proved"))
    }
    let successes = ends.indices.filter { ends[$0].outcome == .success }
    // An end of this file that nothing leads to has a finding of its own.
    guard let success = successes.first, successes.allSatisfy({ ends[$0].name.range.file != flow.range.file }),
      !flow.runsFlows, case let isLedTo = UnusedEnd.areLedTo(context), !successes.contains(where: { isLedTo[$0] })
    else { return }
    findings.append(
      finding(
        "nothing leads to a success end of this flow", at: flow.range,
        help: "lead a choice or a line of a `then:` to `\(ends[success].name.value)`"))
  }
}
