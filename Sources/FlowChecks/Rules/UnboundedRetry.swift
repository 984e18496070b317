// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A `retry` that nothing counts: the step has no tries, the choice no limit, and the SDK counts none either.
enum UnboundedRetry: Rule {
  static let code = DiagnosticCode("MFA307", "retry-without-bound")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps {
      if let (line, origin) = unbounded(facts, context.flow.contract) {
        findings.append(finding(line, origin, facts.step))
      }
    }
  }

  private static func finding(_ line: Transition, _ origin: Origin, _ step: Step) -> Diagnostic {
    guard case .choice(let index) = origin else {
      return finding(
        "nothing limits this `retry`: \(step.quoted) has no `tries`", at: line.target.range,
        help: step.cure(bounding: .answer))
    }
    let choice = step.choices[index].name.value
    return finding(
      "nothing limits this `retry`: \(Diagnostic.quoting(choice)) has no `max`", at: line.target.range,
      help: step.cure(bounding: origin))
  }

  /// Whether the answer of a step can be repeated without end.
  static func isUnbounded(_ facts: StepFacts, _ contract: Contract) -> Bool {
    unbounded(facts, contract)?.1 == .answer
  }

  /// The first such line of the step, and whose call leads to it: tries are drawn by answers, choices have limits of
  /// their own.
  private static func unbounded(_ facts: StepFacts, _ contract: Contract) -> (Transition, Origin)? {
    for call in facts.calls where !call.isBudgeted {
      let line = call.lines.first { line in
        line.target.move == .retry && !line.trigger.isBounded(by: contract)
          && call.mayTake(line, at: facts.step, contract)
      }
      if let line { return (line, call.origin) }
    }
    return nil
  }
}
