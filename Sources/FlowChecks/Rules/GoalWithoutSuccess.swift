// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// A goal, or a requirement of the whole flow, that no end is held to: a proof of nothing looks like one.
///
/// That all ends are failures is told by itself.
enum GoalWithoutSuccess: Rule {
  static let code = DiagnosticCode("MFA434", "goal-without-success", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    guard flow.isWhole, !flow.ends.contains(where: { $0.outcome == .success }),
      !flow.ends.allSatisfy({ $0.outcome == .failure })
    else { return }
    if let goal = flow.goal {
      return findings.append(
        finding(
          "the goal \(Diagnostic.quoting(goal.value)) holds for success ends, and this flow has none", at: goal.range,
          help: "give the end at which somebody is signed in `outcome: success`, or take the goal out, "
            + "and write `require:` at the steps that need a proof"))
    }
    guard let requirement = flow.requirement else { return }
    findings.append(
      finding(
        "what is required holds for success ends, and this flow has none", at: requirement.range,
        help: "give the end at which somebody is signed in `outcome: success`, or write the requirement at the "
          + "steps that need it"))
  }
}
