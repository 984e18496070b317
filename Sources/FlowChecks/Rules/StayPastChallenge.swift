// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// An `else` or an `error` that stays at its step, and takes a challenge with it that then nobody answers: the SDK waits
/// for one thing, and the user is asked for another.
enum StayPastChallenge: StepRule {
  static let code = DiagnosticCode("MFA431", "stay-past-challenge", isNeverAllowed: true)

  static func diagnose(_ facts: StepFacts, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard !facts.calls.isEmpty || facts.step.isWait, facts.mayStayUnnamed else { return }
    let contract = context.flow.contract
    var found: [(line: Transition, arrivals: [Arrival])] = []
    func note(_ arrival: Arrival, by line: Transition) {
      guard line.staysUnnamed else { return }
      if let index = found.firstIndex(where: { $0.line.range == line.range }) {
        if !found[index].arrivals.contains(arrival) { found[index].arrivals.append(arrival) }
      } else {
        found.append((line, [arrival]))
      }
    }
    for call in facts.calls where call.departure == nil {
      for arrival in call.arrivals where isLeft(arrival, at: facts.step, contract) {
        call.forEachLine(for: arrival, at: facts.step, contract) { note(arrival, by: $0) }
      }
    }
    if facts.step.isWait, context.graph != nil {
      // The reply is to the call of the step that leads here.
      for heard in context.heardCalls(at: facts.step) where heard.maker.id != facts.step.id {
        for arrival in heard.call.arrivals where isLeft(arrival, at: facts.step, contract) {
          contract.forEachLine(
            for: arrival, among: context.relation.lines(at: heard.place), own: facts.step.awaited
          ) {
            note(arrival, by: $0)
          }
        }
      }
    }
    for (line, arrivals) in found { findings.append(finding(line, arrivals, contract)) }
  }

  private static func isLeft(_ arrival: Arrival, at step: Step, _ contract: Contract) -> Bool {
    contract[arrival.event].kind == .challenge && !arrival.isOwn(of: step)
  }

  private static func finding(_ line: Transition, _ arrivals: [Arrival], _ contract: Contract) -> Diagnostic {
    finding(
      "`\(line.trigger.words(contract))` stays, and leaves `\(arrivals[0].words(contract))` without an answer",
      at: line.target.range,
      help: "go to a step with `challenge: \(contract[arrivals[0].event].name)` or to an end, or name what may stay",
      notes: arrivals.prefix(4).map { Note("`\($0.words(contract))` comes here", at: line.range) })
  }
}

extension StepFacts {
  /// Whether a line for what has no line of its own stays at the step; a `call:` step cannot stay.
  fileprivate var mayStayUnnamed: Bool {
    if case .call = step.kind { return false }
    var mayStay = false
    forEachLine { if $0.staysUnnamed { mayStay = true } }
    return mayStay
  }
}

extension Transition {
  fileprivate var staysUnnamed: Bool {
    guard target.move == .stay else { return false }
    switch trigger {
    case .otherwise, .error: return true
    default: return false
    }
  }
}
