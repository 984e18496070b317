// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A success end of which neither the flow nor the end claims anything: then nothing is proved, and nothing is wrong.
///
/// Only where the contract has something to claim.
enum NothingClaimed: Rule {
  static let code = DiagnosticCode("MFA433", "nothing-claimed", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    guard flow.isWhole, flow.goal == nil, !(flow.requirement?.asksForProofs ?? false) else { return }
    guard let end = flow.ends.first(where: { $0.outcome == .success && !($0.requirement?.asksForProofs ?? false) }),
      flow.contract.calls.contains(where: { $0.replies.contains { !$0.earns.isEmpty } })
    else { return }
    let name = Diagnostic.quoting(end.name.value)
    findings.append(
      finding(
        "nothing is claimed of the success end \(name), so nothing is proved of it", at: end.name.range,
        help: "write a `goal:` at the top, such as `goal: aal2`, or what the end takes with `require:`"))
  }
}
