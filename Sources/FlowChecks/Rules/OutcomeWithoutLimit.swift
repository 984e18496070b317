// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// `exhausted` where nothing is counted, or `timeout` where no time runs: a line that looks like a protection and is
/// none.
enum OutcomeWithoutLimit: Rule {
  static let code = DiagnosticCode("MFA308", "outcome-without-limit", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps {
      for call in facts.calls {
        for line in call.over
        where context.flow.isOwn(line.range) && isOutOfForce(line, call, context.flow.contract) {
          findings.append(stray(line))
        }
      }
      facts.forEachLine { line in
        guard line.trigger.isLimit, context.flow.isOwn(line.range),
          !facts.calls.contains(where: { isOutOfForce(line, $0, context.flow.contract) })
        else { return }
        switch line.trigger {
        case .exhausted
        where !facts.step.canRunOut(context.flow.contract) && !context.relation.mayFindNothingLegal(facts.step)
          // The fix for the other rule's finding fixes this one, too.
          && !facts.isAnsweredWithoutLimit(context.flow.contract):
          findings.append(
            finding(
              "this `exhausted` does nothing: \(facts.step.quoted) \(facts.lack(context.flow.contract))",
              at: line.range,
              help: facts.limit.map { Cure("limit the step with `\($0): 5`, or take the line out") }
                ?? Cure("take the line out", .entry)))
        case .timeout where isIdle(line, facts, context.flow.contract):
          findings.append(
            finding(
              "this `timeout` does nothing: \(facts.step.quoted) has no time limit", at: line.range,
              help: facts.step.isGate
                ? Cure("take the line out: a module that is silent for ten seconds denies, and leads to `deny`", .entry)
                : Cure("limit the time with `within: 30s` at the step or the choice, or take the line out")))
        default: break
        }
      }
    }
  }

  /// A line of a choice that is in force only while its call is open, and cannot come then: tries are spent and time runs
  /// out where no call is open.
  private static func isOutOfForce(_ line: Transition, _ call: CallFacts, _ contract: Contract) -> Bool {
    switch line.trigger {
    case .exhausted: break
    case .timeout where contract.leadsToNothing(call.use): break
    default: return false
    }
    return call.over.contains { $0.range == line.range }
  }

  private static func stray(_ line: Transition) -> Diagnostic {
    line.trigger == .timeout
      ? finding(
        "this `timeout` does nothing: the call of this choice has no reply to wait for", at: line.range,
        help: "move the line to the `then:` of the step, whose own time may run out, or take it out")
      : finding(
        "this `exhausted` does nothing below a choice: only the step can run out of tries", at: line.range,
        help: "move the line to the `then:` of the step, or take it out")
  }

  /// Whether no time runs for a `timeout`.
  ///
  /// A step that only waits inherits the deadline of the call that is under way.
  private static func isIdle(_ timeout: Transition, _ facts: StepFacts, _ contract: Contract) -> Bool {
    if facts.step.within != nil { return false }
    if case .wait = facts.step.kind { return false }
    return !facts.calls.contains { call in
      isTimed(call, facts.step, contract) && call.lines.contains { $0.range == timeout.range }
    }
  }

  private static func isTimed(_ call: CallFacts, _ step: Step, _ contract: Contract) -> Bool {
    if contract[call.use.call].patience != nil { return true }
    guard case .choice(let index) = call.origin else { return false }
    return step.choices[index].within != nil
  }
}

extension Trigger {
  /// Whether it comes of a count or a time.
  fileprivate var isLimit: Bool {
    switch self {
    case .exhausted, .timeout: true
    case .event, .error, .rejected, .accepted, .allow, .deny, .otherwise: false
    }
  }
}

extension StepFacts {
  /// The key that would bound the step; nil where none can.
  fileprivate var limit: String? { step.isCall ? "max" : step.answer != nil ? "tries" : nil }

  /// Why it never runs out.
  fileprivate func lack(_ contract: Contract) -> String {
    if let limit { return "has no `\(limit):`" }
    if step.choices.isEmpty { return "has nothing that could run out" }
    let isOffering = step.choices.contains {
      $0.when == nil && !$0.isLimited && contract.requiredField(of: $0) == nil
    }
    return isOffering ? "always has a choice left" : "waits when no choice is left"
  }
}
