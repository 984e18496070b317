// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// A message that nothing shows: its text was written for a place that does not name it.
///
/// What stands in a part may be for other flows. In a flow that runs others, what they never come to may be why.
enum UnusedMessage: Rule {
  static let code = DiagnosticCode("MFA311", "unused-message", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    var isShown = Array(repeating: false, count: flow.messages.count)
    for facts in context.everyStep { facts.step.forEachMessage { isShown[Int($0.index)] = true } }
    for case let say? in flow.ends.map(\.say) { isShown[Int(say.index)] = true }
    guard isShown.contains(false), !flow.runsFlows else { return }
    for index in isShown.indices where !isShown[index] && flow.messages[index].name.range.file == flow.range.file {
      findings.append(
        finding(
          "nothing shows the message \(Diagnostic.quoting(flow.messages[index].name.value))",
          at: flow.messages[index].name.range,
          help: "name it where it is to be shown, such as behind `say:`, or take it out"))
    }
  }
}
