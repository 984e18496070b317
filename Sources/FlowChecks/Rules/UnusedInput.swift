// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards

/// Something that the user has to type and that nothing is done with.
enum UnusedInput: Rule {
  static let code = DiagnosticCode("MFA319", "unused-input", .warning, isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps {
      guard let answer = facts.step.answer, !facts.step.inputs.isEmpty else { continue }
      for (index, input) in facts.step.inputs.enumerated() where input.pick == nil {
        let isUsed =
          answer.arguments.contains { $0.source == .input(index) }
          || facts.step.checks.contains { $0.expression.names.contains(input.name) }
        guard !isUsed else { continue }
        findings.append(
          finding(
            "nothing is done with \(Diagnostic.quoting(input.name)), which the user has to type", at: input.range,
            help: "compare it below `require:`, pass it on below `with:`, or take it out"))
      }
    }
  }
}
