// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// A file with more steps than a reviewer can hold in mind.
///
/// The figure is our own: a step takes some eight lines, and 50 of them are 400 lines, about as much as one reads with
/// care in a sitting.
enum OverlongFlow: Rule {
  static let code = DiagnosticCode("MFA321", "overlong-flow", .warning)
  static let mostSteps = 50

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    guard flow.isWhole, flow.steps.count > mostSteps else { return }
    let own = flow.steps.filter { $0.name.range.file == flow.range.file }
    guard own.count > mostSteps else { return }
    findings.append(
      finding(
        "this file has \(own.count) steps, and \(mostSteps) are as many as can be reviewed",
        at: own[mostSteps].name.range,
        help: "put what belongs together into a part, or into a flow that a `run:` step runs"))
  }
}
