// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// The session is over, and the flow would go on as if it were not.
enum SessionEndIgnored: Rule {
  static let code = DiagnosticCode("MFA406", "session-end-ignored", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    context.forEachTarget(after: endsSession) { target, place in
      guard isIgnored(target, place) else { return }
      findings.append(
        finding(
          "after \(place.words(context.flow.contract)) the flow cannot go on where it was", at: target.range,
          help: "nobody is signed in any more: lead to an end, or to a step where the user signs in again"))
    }
    guard context.graph != nil else { return }
    context.forEachTarget(after: signsOff) { target, place in
      guard case .step(let id) = target.move else { return }
      let near = context.stepsWithoutCall(from: context.flow[id])
      guard near.contains(where: \.isWait) else { return }
      let signedIn = context.signedIn
      guard let step = near.first(where: { $0.isWait && signedIn[$0] && $0.goesOn(context.flow, signedIn) }) else {
        return
      }
      let way = step.id == id ? step.quoted : "\(step.quoted), to which \(context.flow[id].quoted) leads,"
      findings.append(
        finding(
          "after \(place.words(context.flow.contract)) nobody is signed in, but \(way) is for signed-in users",
          at: target.range, help: "lead to an end, or to a step of its own from which the user signs in again",
          notes: [Note("signed-in users come here, too", at: step.name.range)]))
    }
  }

  /// Whether nobody is signed in any more once an event has come.
  private static func signsOff(_ contract: Contract, _ event: Int) -> Bool {
    guard let phase = contract.events[event].phase, contract.signedInPhase != nil else { return false }
    return contract.events[event].losesProofs && phase != contract.signedInPhase
      && !contract.events[event].isTerminal
  }

  /// Whether an interrupt takes what the user has shown; after a terminal one there is nothing at all.
  private static func endsSession(_ contract: Contract, _ event: Int) -> Bool {
    contract.events[event].kind == .interrupt && contract.events[event].losesProofs
      && !contract.events[event].isTerminal
  }

  /// Whether the run would be where it was; an entry that stays only goes on showing itself.
  private static func isIgnored(_ target: Target, _ place: CheckContext.TargetPlace) -> Bool {
    switch target.move {
    case .step, .end: false
    case .resume: true
    case .stay, .retry: if case .line = place { true } else { false }
    }
  }
}

extension CheckContext {
  /// A step, and those that a run comes to from there without a call and without an event: nobody signs in on the way.
  fileprivate func stepsWithoutCall(from first: Step) -> [Step] {
    var found: [Step] = []
    var known: Set<Int> = []
    var open = [first]
    while let step = open.popLast() {
      guard known.insert(step.index).inserted else { continue }
      found.append(step)
      var targets = [step.to].compactMap { $0 }
      for choice in step.choices {
        if case .go(let target) = choice.action { targets.append(target) }
      }
      let facts = everyStep[step.index]
      var lines = step.isGate ? facts.verdicts : []
      for call in facts.calls where !call.use.gate.isEmpty {
        lines += [call.lines.line(taking: .deny)].compactMap(\.self)
      }
      if step.within != nil, let line = facts.timeoutLine { lines.append(line) }
      if step.mayOfferNothing(flow.contract), let line = facts.exhaustedLine { lines.append(line) }
      targets += lines.map(\.target)
      for target in targets {
        if case .step(let id) = target.move { open.append(flow[id]) }
      }
    }
    return found
  }
}

extension Step {
  /// Whether it offers what only a signed-in user may do, and does not merely say goodbye.
  fileprivate func goesOn(_ flow: Flow, _ signedIn: SignedInSteps) -> Bool {
    choices.contains { choice in
      switch choice.action {
      case .go(let target):
        switch target.move {
        case .step(let id): id != self.id && signedIn[flow[id]]
        case .end(let id): flow[id].outcome == .success
        case .stay, .retry, .resume: false
        }
      case .call(let use, _): flow.contract.signedInPhase.map { flow.contract[use.call].phases == [$0] } ?? false
      }
    }
  }
}
