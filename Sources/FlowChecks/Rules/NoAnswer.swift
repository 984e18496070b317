// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A step that no way leads out of: it asks and takes no answer, or waits for nothing.
enum NoAnswer: Rule {
  static let code = DiagnosticCode("MFA306", "no-answer", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps {
      if holdsFast(facts) {
        findings.append(
          finding(
            "nobody can leave \(facts.step.quoted)", at: facts.step.name.range, help: cure(facts.step, context.flow)))
      }
      for line in stranded(facts) {
        findings.append(
          finding(
            "\(facts.step.quoted) has nothing to ask and cannot stay", at: line.target.range,
            help:
              "name the step or the end to go to; \(facts.step.isGate ? "a gate is not asked" : "a call is not made") "
              + "again by staying"))
      }
    }
  }

  /// Lines by which a step that only makes a call, or only asks the security modules, would wait for nothing.
  private static func stranded(_ facts: StepFacts) -> [Transition] {
    switch facts.step.kind {
    case .call, .gate: break
    case .challenge, .event, .wait, .interrupt: return []
    }
    return facts.step.transitions.filter { line in
      guard line.target.move == .stay else { return false }
      switch line.trigger {
      case .event, .error, .rejected, .otherwise, .exhausted, .allow, .deny: return true
      case .accepted, .timeout: return false
      }
    }
  }

  static func holdsFast(_ facts: StepFacts) -> Bool {
    let step = facts.step
    guard !facts.asks, step.to == nil else { return false }
    switch step.kind {
    case .call, .gate: return false
    case .challenge: return true
    case .event, .wait, .interrupt: return step.within == nil && !step.transitions.contains { $0.trigger.isNamed }
    }
  }

  private static func cure(_ step: Step, _ flow: Flow) -> String {
    guard case .challenge(let awaited) = step.kind else {
      return "give it `choices:`, or name below `then:` what it waits for"
    }
    let calls = flow.contract.calls.filter { $0.answers.contains(awaited.event) }.prefix(3)
    guard let first = calls.first else { return "give it `choices:`" }
    let rest = calls.dropFirst().map { " or `\($0.name)`" }.joined()
    return "give it `choices:`, or an `answer:` with `\(first.name)`\(rest)"
  }
}

extension Trigger {
  /// Whether it is something that may come by itself.
  fileprivate var isNamed: Bool {
    switch self {
    case .event, .error: true
    case .rejected, .accepted, .timeout, .exhausted, .otherwise, .allow, .deny: false
    }
  }
}
