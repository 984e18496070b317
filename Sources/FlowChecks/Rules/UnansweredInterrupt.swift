// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// An interrupt that wants an answer, and a way past it without one: a decision that nobody took.
enum UnansweredInterrupt: Rule {
  static let code = DiagnosticCode("MFA433", "unanswered-interrupt")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.steps {
      guard case .interrupt(let awaited) = facts.step.kind else { continue }
      let event = contract.events[Int(awaited.event.index)]
      guard event.needsAnswer, !event.isTerminal else { continue }
      for range in waysPast(facts, awaited.event, contract) {
        findings.append(
          finding(
            "this goes on before `\(event.name)` is answered", at: range, help: cure(awaited.event, contract)))
      }
    }
  }

  private static func waysPast(_ facts: StepFacts, _ event: EventID, _ contract: Contract) -> [SourceRange] {
    var ranges: [SourceRange] = []
    func add(_ target: Target) {
      if target.goesOn, !ranges.contains(target.range) { ranges.append(target.range) }
    }
    if let to = facts.step.to { add(to) }
    for index in facts.step.choices.indices {
      if case .go(let target) = facts.step.choices[index].action { add(target) }
    }
    for call in facts.calls {
      let answers = contract.calls[Int(call.use.call.index)].answers.contains(event)
      call.forEachLine(of: facts.step) { line in
        if call.mayTake(line.trigger), !answers || line.trigger.isFailure(contract) { add(line.target) }
      }
    }
    if facts.calls.isEmpty {
      for line in facts.step.transitions { add(line.target) }
    }
    return ranges
  }

  private static func cure(_ event: EventID, _ contract: Contract) -> String {
    let call = contract.calls.first { $0.answers.contains(event) }?.name
    return "lead to an end or stay\(call.map { "; only what comes of `\($0)` may go on" } ?? "")"
  }
}
