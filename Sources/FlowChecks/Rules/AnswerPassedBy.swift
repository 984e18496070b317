// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// An interrupt that wants an answer, and a way on that gives none.
enum AnswerPassedBy: Rule {
  static let code = DiagnosticCode("MFA407", "answer-passed-by", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    for facts in context.everyStep {
      // What a step does that could not be read is not known.
      guard facts.step.isWhole, let awaited = facts.step.awaited, flow.contract[awaited.event].needsAnswer else {
        continue
      }
      func report(_ target: Target) {
        guard target.leadsOn || flow.isSuccess(target) else { return }
        findings.append(
          finding(
            "\(facts.step.quoted) is left here without an answer", at: target.range,
            help: help(for: awaited.event, flow)))
      }
      if let to = facts.step.to { report(to) }
      for index in facts.step.choices.indices {
        guard case .go(let target) = facts.step.choices[index].action else { continue }
        // Another step for what is open asks it still.
        if case .step(let id) = target.move, !facts.step.isInterrupt, flow[id].awaited?.event == awaited.event {
          continue
        }
        report(target)
      }
      for line in facts.step.transitions {
        // Nothing is left to be answered where the question is taken back, or the session is over.
        if case .event(let other, _, _) = line.trigger, flow.contract.settles(awaited.event, by: other) { continue }
        if !isAnswered(line, by: facts.calls, awaited.event, flow) { report(line.target) }
      }
      // What is wrong with a call that answers something else is told elsewhere.
      for call in facts.calls where flow.contract[call.use.call].mayAnswer(awaited.event) {
        for line in call.over where !isAnswered(line, by: [call], awaited.event, flow) { report(line.target) }
      }
    }
    // Where something is not understood, nobody knows what a step is for.
    guard flow.isWhole else { return }
    diagnoseLines(context, &findings)
    diagnoseOthers(context, &findings)
  }

  /// A line of another step that names the event takes it, and nothing of it is left to be answered: it must lead to a step
  /// that is for the event.
  private static func diagnoseLines(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    for facts in context.everyStep {
      facts.forEachLine { line in
        guard case .event(let event, _, _) = line.trigger, flow.contract[event].needsAnswer,
          facts.step.awaited?.event != event, !flow.endsWithoutSuccess(line.target)
        else { return }
        if case .step(let id) = line.target.move, flow[id].awaited?.event == event { return }
        findings.append(
          finding(
            "`\(line.trigger.words(flow.contract))` is left here without an answer", at: line.target.range,
            help: "take the line out, so that `interrupts:` has it\(orEnd(event, flow))"))
      }
    }
  }

  /// Whether a line is taken only once the SDK has an answer.
  private static func isAnswered(_ line: Transition, by calls: [CallFacts], _ event: EventID, _ flow: Flow) -> Bool {
    let answersAll = calls.allSatisfy { flow.contract[$0.use.call].answers.contains(event) }
    switch line.trigger {
    case .error, .rejected, .timeout, .exhausted, .deny, .otherwise: return false
    case .event(let other, let mode, let outcome):
      // What no answer leads to comes whether there is one or not.
      let replies = calls.flatMap(\.arrivals).filter { reply in
        reply.event == other && (mode == nil || reply.mode == nil || reply.mode == mode)
      }
      // A question that comes again was not answered: it has to be asked at a step that is for it.
      if other == event {
        guard case .step(let id) = line.target.move else { return false }
        return answersAll && !replies.isEmpty && flow[id].awaited?.event == event
      }
      return answersAll && !flow.contract.isFailure(outcome, of: other)
        && replies.contains { !flow.contract.isFailure($0.outcome, of: other) }
    case .accepted, .allow: return answersAll
    }
  }

  private static func help(for event: EventID, _ flow: Flow) -> String {
    let calls = flow.contract.calls.filter { $0.answers.contains(event) }.map { "`\($0.name)`" }
    return
      "go on only once \(calls.joined(separator: " or ")) is accepted\(orEnd(event, flow, "else"))"
  }

  /// An end is no way out of what bars all other calls: nothing could be closed there.
  private static func orEnd(_ event: EventID, _ flow: Flow, _ or: String = "or") -> String {
    flow.contract[event].barsCalls ? "" : "; \(or) lead to an end such as `\(flow.failureEnd)`" + flow.failureEndToAdd
  }
}

extension Flow {
  /// Whether it leads straight to a success end.
  func isSuccess(_ target: Target) -> Bool {
    guard case .end(let id) = target.move else { return false }
    return self[id].outcome == .success
  }

  /// Whether it leads straight to an end that is no success.
  func endsWithoutSuccess(_ target: Target) -> Bool { target.isEnd && !isSuccess(target) }
}

extension CallSpec {
  fileprivate func mayAnswer(_ event: EventID) -> Bool { answers.isEmpty || answers.contains(event) }
}
