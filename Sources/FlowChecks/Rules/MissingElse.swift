// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A step at which something may come back that no line names, and which does not say where it goes.
///
/// Nothing falls through: at run time such a thing would end the flow.
enum MissingElse: Rule {
  static let code = DiagnosticCode("MFA301", "missing-else")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps where isMissing(facts, context.flow.contract) {
      let end = context.flow.failureEnd
      if let word = missingAnswer(facts) {
        findings.append(
          finding(
            "\(facts.step.quoted) does not say where `\(word)` leads", at: facts.step.name.range,
            help: "add `\(word):` below its `then:`" + (word == "deny" ? ", such as `deny: \(end)`" : "")))
        continue
      }
      findings.append(
        finding(
          "\(facts.step.quoted) does not say where everything else goes", at: facts.step.name.range,
          help: facts.step.transitions.isEmpty
            ? "add `then: { else: \(end) }`" : "add `else:` below its `then:`, such as `else: \(end)`"))
    }
  }

  /// The one answer of the modules that a gate has no line for; nil where it is no gate, or has neither.
  private static func missingAnswer(_ facts: StepFacts) -> String? {
    guard facts.step.isGate else { return nil }
    let triggers = facts.step.transitions.map(\.trigger)
    return switch (triggers.contains(.allow), triggers.contains(.deny)) {
    case (true, false): "deny"
    case (false, true): "allow"
    default: nil
    }
  }

  static func isMissing(_ facts: StepFacts, _ contract: Contract) -> Bool {
    guard facts.otherwise == nil else { return false }
    if facts.step.isGate {
      return !facts.step.transitions.contains { $0.trigger == .allow }
        || !facts.step.transitions.contains { $0.trigger == .deny }
    }
    return !facts.step.transitions.isEmpty || facts.step.mayOfferNothing(contract)
      || facts.calls.contains { call in !call.over.contains(where: \.trigger.isOtherwise) }
  }
}
