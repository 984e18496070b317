// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// A `retry` that nothing counts: the step has no tries, the choice no limit, and the SDK counts none either.
enum UnboundedRetry: Rule {
  static let code = DiagnosticCode("MFA307", "retry-without-bound")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    findings += context.rounds.retries.map(finding)
  }

  private static func finding(_ retry: UnlimitedRounds.Retry) -> Diagnostic {
    let step = retry.step
    let missing =
      if case .choice(let index) = retry.origin {
        "\(Diagnostic.quoting(step.choices[index].name.value)) has no `max`"
      } else {
        "\(step.quoted) has no `tries`"
      }
    return finding("nothing limits this `retry`: \(missing)", at: retry.line.target.range, help: retry.cure)
  }
}
