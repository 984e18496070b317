// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// The session is over without the user's doing, and nothing tells the user.
enum SessionEndUntold: Rule {
  static let code = DiagnosticCode("MFA444", "session-end-untold", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    guard flow.isWhole else { return }
    for facts in context.steps {
      if let event = facts.step.awaited?.event, facts.step.isInterrupt, flow.contract.endsByItself(event) {
        var untold: Target?
        func look(_ target: Target) { if untold == nil, !context.tells(target) { untold = target } }
        if facts.step.say == nil || !facts.asks {
          facts.forEachTarget(look)
        } else {
          facts.waysPastItsQuestion(flow.contract).forEach(look)
        }
        if let untold { findings.append(finding(facts.step.quoted, untold)) }
        continue
      }
      facts.forEachLine { line in
        guard case .event(let event, _, _) = line.trigger, flow.contract.endsByItself(event),
          !context.tells(line.target)
        else { return }
        findings.append(finding("`\(line.trigger.words(flow.contract))`", line.target))
      }
    }
  }

  private static func finding(_ event: String, _ target: Target) -> Diagnostic {
    finding(
      "the user is not told that \(event) has ended the session", at: target.range,
      help:
        "show a message on the way: write `{ to: NAME, say: MESSAGE }` in place of the name, or add `say:` to what follows"
    )
  }
}

extension Contract {
  /// Whether an event ends the session though no call asked for it.
  func endsByItself(_ event: EventID) -> Bool {
    let spec = self[event]
    guard spec.kind == .interrupt, spec.losesProofs, !spec.isTerminal else { return false }
    return !calls.contains { call in call.replies.contains { $0.event == event } }
  }
}

extension CheckContext {
  /// Whether a message is shown by the next question, or by the end if that comes first.
  fileprivate func tells(_ target: Target) -> Bool {
    var seen: Set<StepID> = []
    var open = [target]
    while let target = open.popLast() {
      guard target.say == nil else { continue }
      switch target.move {
      case .end(let id): if flow[id].say == nil { return false }
      case .stay, .retry, .resume: continue
      case .step(let id):
        guard seen.insert(id).inserted, let facts = step(at: target) else { continue }
        let step = facts.step
        switch step.kind {
        case .call, .gate: if step.say == nil { open += step.transitions.map(\.target) }
        case .challenge, .event, .wait, .interrupt:
          guard step.say != nil else { return false }
          open += facts.waysPastItsQuestion(flow.contract)
        }
      }
    }
    return true
  }
}

extension StepFacts {
  /// Where the flow goes on without a question: nobody is shown what the question would say.
  fileprivate func waysPastItsQuestion(_ contract: Contract) -> [Target] {
    let automatic = step.takenAutos.flatMap { index -> [Target] in
      if case .go(let target) = step.choices[index].action { return [target] }
      let call = calls.first { $0.origin == .choice(index) }
      return call.map { call in call.lines.filter { call.mayTake($0, at: step, contract) }.map(\.target) } ?? []
    }
    return automatic + (step.mayOfferNothing(contract) ? [exhaustedLine?.target].compactMap(\.self) : [])
  }
}
