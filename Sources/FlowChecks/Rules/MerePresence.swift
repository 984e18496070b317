// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import Values

/// A `has` that stands for a decision it does not take: a flag that is there may be false, and a requirement that is met as
/// soon as some field is there, or is not, lets through whatever is typed.
enum MerePresence: Rule {
  static let code = DiagnosticCode("MFA339", "mere-presence", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps {
      let inputs = Set(facts.step.inputs.map(\.name))
      facts.forEachCondition(context.flow.contract) { condition in
        let mere = condition.expression.merePresences
        guard !mere.isEmpty else { return }
        if let flag = mere.first(where: { $0.isWanted && $0.type == .flag }) {
          findings.append(
            finding(
              "`has(\(flag.path))` holds as soon as the flag is there, be it true or false", at: condition.range,
              help: "write `\(flag.path)`, which holds only where it is true"))
        } else if condition.use == .check,
          let open = condition.expression.presencesThatSuffice(without: inputs).first
        {
          let has = "\(open.isWanted ? "" : "!")has(\(open.path))"
          findings.append(
            finding(
              "`\(has)` alone lets through whatever is typed", at: condition.range,
              help: "compare the input with what `\(open.path)` says, or take `\(has)` out"))
        }
      }
    }
  }
}
