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
    for facts in context.steps where isMissing(facts, context) {
      let end = context.flow.failureEnd
      let toAdd = context.flow.failureEndToAdd
      if let word = missingAnswer(facts) {
        findings.append(
          finding(
            "\(facts.step.quoted) does not say where `\(word)` leads", at: facts.step.name.range,
            help: "add `\(word):` below its `then:`" + (word == "deny" ? ", such as `deny: \(end)`\(toAdd)" : "")))
        continue
      }
      findings.append(
        finding(
          "\(facts.step.quoted) does not say where everything else goes", at: facts.step.name.range,
          help: facts.step.transitions.isEmpty
            ? "add `then: { else: \(end) }`\(toAdd)"
            : "add `else:` below its `then:`, such as `else: \(end)`\(toAdd)"))
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

  static func isMissing(_ facts: StepFacts, _ context: CheckContext) -> Bool {
    guard facts.otherwise == nil else { return false }
    if facts.step.isGate {
      return !facts.step.transitions.contains { $0.trigger == .allow }
        || !facts.step.transitions.contains { $0.trigger == .deny }
    }
    return !facts.step.transitions.isEmpty || facts.step.mayOfferNothing(context.flow.contract) || facts.mayTimeOut
      || facts.calls.contains { call in !call.over.contains(where: \.trigger.isOtherwise) }
      || facts.step.isWait && context.inheriting.contains(facts.step.index)
  }
}

extension StepFacts {
  /// Whether the step's own time may run out.
  ///
  /// It cannot if an automatic choice leads away at once.
  fileprivate var mayTimeOut: Bool {
    guard step.within != nil else { return false }
    return !step.autos.contains { index in
      let choice = step.choices[index]
      guard choice.isUnconditional, case .go(let target) = choice.action else { return false }
      return !target.asksAgain
    }
  }
}

extension CheckContext {
  /// The `wait:` steps that a run may come to while the call of another step is open, so that its reply may still come, as indices.
  func stepsThatInherit() -> Set<Int> {
    guard flow.isWhole else { return [] }
    var found: Set<Int> = []
    var seen: Set<Place> = []
    // A call that leads to no event, or whose line leads away, is never waited for at its own step.
    let awaited = relation.sites.indices.filter { site in
      let call = relation.sites[site].call
      return call.departure == nil && !flow.contract[call.use.call].replies.isEmpty
    }
    var open = relation.steps.indices.map { Place(step: $0) } + awaited.map(relation.place(afterTaking:))
    while let place = open.popLast() {
      for move in moves.moves(at: place, relation) {
        guard case .place(let next) = move.target, let site = next.site, relation.sites[site].step != next.step,
          // The SDK has had its time for the call.
          move.cause != .time || !relation.isPatienceOver(at: place), seen.insert(next).inserted
        else { continue }
        found.insert(next.step)
        open.append(next)
      }
    }
    return found
  }
}
