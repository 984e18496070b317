// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// `exhausted` where nothing is counted, or `timeout` where no time runs: a line that looks like a protection and is
/// none.
enum OutcomeWithoutLimit: Rule {
  static let code = DiagnosticCode("MFA308", "outcome-without-limit", .warning)

  static func diagnose(_ context: CheckContext) -> [Diagnostic] {
    context.steps.flatMap { facts in
      let exhausted = facts.step.canRunOut ? [] : facts.lines.filter { $0.trigger == .exhausted }
      let timeouts = idleTimeouts(facts, context.flow.contract)
      return exhausted.map { line in
        finding(
          "`exhausted` never comes: \(facts.step.quoted) has no `tries`", at: line.range,
          help: "add `tries: 5` to the step, or take the line out")
      }
        + timeouts.map { line in
          finding(
            "`timeout` never comes: nothing runs out at \(facts.step.quoted)", at: line.range,
            help: "add `within: 30s` to the step or the choice, or take the line out")
        }
    }
  }

  private static func idleTimeouts(_ facts: StepFacts, _ contract: Contract) -> [Transition] {
    let step = facts.step
    // A step that only waits inherits the deadline of the call that is under way.
    if step.within != nil { return [] }
    if case .wait = step.kind { return [] }
    let calls = facts.calls.map { (call: $0, isTimed: isTimed($0, step, contract)) }
    let own = calls.contains { $0.isTimed } ? [] : step.transitions
    let over = calls.filter { !$0.isTimed }.flatMap { $0.call.over }
    return (own + over).filter { $0.trigger == .timeout }
  }

  private static func isTimed(_ call: CallFacts, _ step: Step, _ contract: Contract) -> Bool {
    if contract.calls[Int(call.use.call.index)].patience != nil { return true }
    guard case .choice(let index) = call.origin else { return false }
    return step.choices[index].within != nil
  }
}
