// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// A flow all of whose ends are failures: nobody can ever get through it.
enum MissingSuccess: Rule {
  static let code = DiagnosticCode("MFA309", "missing-success", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let ends = context.flow.ends
    guard context.flow.isWhole, let first = ends.first, ends.allSatisfy({ $0.outcome == .failure }) else { return }
    findings.append(
      finding(
        "every end of this flow is a failure", at: first.name.range,
        help: "add an end with `outcome: success`, or with `outcome: ended` if nothing is to be proved"))
  }
}
