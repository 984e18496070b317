// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract

/// A way on over a threat that no call accepts, and that nobody takes.
struct WayPastThreat {
  /// What tells of the threat.
  let event: EventID
  let origin: Origin
  let range: SourceRange
  /// Whether the user was asked meanwhile.
  var isAsked = false
  /// What must hold of the event, or must not, for the way to be taken.
  var wanted: [(Guard, Bool)] = []
}

extension CheckContext {
  /// Ways on, with nobody asked or nobody answering, at events that tell of threats: by a call that does not accept them according to the
  /// contract, or by no call at all.
  func waysPastThreats(at facts: StepFacts) -> [WayPastThreat] {
    let (step, contract) = (facts.step, flow.contract)
    var ways: [WayPastThreat] = []
    if let event = step.awaited?.event, contract[event].severity != nil, !contract[event].isTerminal {
      // What must be answered, and is not, is told on its own.
      let isFree = !contract[event].needsAnswer
      if isFree, let to = step.to, to.leadsOn {
        ways.append(WayPastThreat(event: event, origin: .itself, range: to.range))
      }
      for index in step.takenAutos {
        let goesOn: Bool
        switch step.choices[index].action {
        case .go(let target): goesOn = isFree && target.leadsOn
        case .call(let use, _):
          guard contract[use.call].accepts == nil, let call = facts.calls.first(where: { $0.origin == .choice(index) })
          else { continue }
          goesOn = call.departure.map(\.target.leadsOn) ?? call.goesOn(at: step, contract)
        }
        guard goesOn else { continue }
        ways.append(WayPastThreat(event: event, origin: .choice(index), range: step.choices[index].name.range))
      }
      if isFree { ways += waysThatNobodyTakes(at: facts, event) }
    }
    func add(_ event: EventID, by line: Transition) {
      guard contract[event].tellsOfFreeThreat,
        !ways.contains(where: { $0.event == event && $0.range == line.target.range }),
        // A step for the event asks about one that has come again.
        line.target.staysAtStep(of: step) ? step.awaited?.event != event : goesOn(line.target, past: event)
      else { return }
      ways.append(WayPastThreat(event: event, origin: .itself, range: line.target.range))
    }
    facts.forEachLine { line in
      if case .event(let event, _, _) = line.trigger, step.awaited?.event != event { add(event, by: line) }
    }
    guard flow.isWhole, contract.events.contains(where: \.tellsOfFreeThreat) else { return ways }
    // What an `else` takes, and what a call leads to where the step asks about one that came before; an error tells of no threat.
    moves.forEachMove(at: step.index) { move in
      guard case .event(let signal) = move.cause, !signal.outcome.isError, let line = move.line,
        step.awaited?.event == signal.event ? move.origin != .itself : line.trigger.isOtherwise
      else { return }
      add(signal.event, by: line)
    }
    return ways
  }

  /// Ways from a question about a threat that are no decision of the user: by its time, by what comes meanwhile, or since nothing is
  /// offered.
  private func waysThatNobodyTakes(at facts: StepFacts, _ event: EventID) -> [WayPastThreat] {
    let (step, contract) = (facts.step, flow.contract)
    guard step.to == nil else { return [] }
    // What an automatic choice takes at once does not wait here.
    var waiting: [(Guard, Bool)] = []
    for index in step.autos where step.choices[index].isHiddenByGuardOnly(at: event, contract) {
      guard facts.surelyLeaves(by: index) else { continue }
      guard let when = step.choices[index].when else { return [] }
      waiting.append((when, false))
    }
    var ways: [WayPastThreat] = []
    func add(_ line: Transition, isAsked: Bool, _ wanted: [(Guard, Bool)] = []) {
      guard goesOn(line.target, past: event), !ways.contains(where: { $0.range == line.target.range }) else { return }
      ways.append(
        WayPastThreat(
          event: event, origin: .itself, range: line.target.range, isAsked: isAsked, wanted: waiting + wanted))
    }
    if step.within != nil, let line = facts.timeoutLine { add(line, isAsked: facts.asks) }
    for line in step.transitions where mayCome(by: line, at: facts, past: event) {
      add(line, isAsked: facts.asks)
    }
    if step.mayOfferNothing(contract), let line = facts.exhaustedLine {
      let offered = step.choices.filter { !$0.isLimited && contract.requiredField(of: $0) == nil }.compactMap(\.when)
      add(line, isAsked: false, offered.map { ($0, false) })
    }
    return ways
  }

  /// Whether a line is for what comes though no call of the user led to it, and the threat is still there then: the end of the session
  /// takes nothing off the device.
  private func mayCome(by line: Transition, at facts: StepFacts, past event: EventID) -> Bool {
    let contract = flow.contract
    let trigger = line.trigger
    switch trigger {
    case .event(let other, _, _):
      let spec = contract[other]
      if spec.isTerminal || contract.cancelled(by: spec).contains(event) { return false }
      // Another rule tells of a flow that goes on as if its session were there.
      if spec.kind == .interrupt, spec.losesProofs, line.target.move == .resume { return false }
    case .error: break
    case .otherwise: return true
    case .rejected, .accepted, .timeout, .exhausted, .allow, .deny: return false
    }
    return !facts.calls.contains { call in
      !isUnasked(call, at: facts.step) && call.arrivals.contains { $0.mayBe(trigger, contract) }
    }
  }

  /// Whether a way leads back, to success, or to a step at which the user goes on, and nothing on it answers the threat, or asks about it.
  ///
  /// - Parameter isDecided: whether the user has decided on the way, so that the end of the session is an answer, too. Otherwise the threat
  ///   is still there when somebody signs in again.
  func goesOn(_ target: Target, past event: EventID, onDecision isDecided: Bool = false) -> Bool {
    let contract = flow.contract
    func settles(_ other: EventID) -> Bool {
      isDecided
        ? contract.settles(event, by: other) : contract.cancelled(by: contract[other]).contains(event)
    }
    func onward(_ facts: StepFacts) -> [Target] {
      if facts.step.isOwnScreen(contract) { return targets(ofScreen: facts, past: event) }
      guard facts.step.isCall || facts.step.isGate else { return [] }
      let isOver = facts.calls.contains { call in
        isDecided && contract.endsSession(call.use.call) || contract[call.use.call].answers.contains(event)
      }
      guard !isOver else { return [] }
      return facts.step.transitions.filter { line in
        if case .event(let other, _, _) = line.trigger { !settles(other) } else { true }
      }.map(\.target)
    }
    let place = first(behind: target, onward) { target -> Bool? in
      if target.move == .resume || flow.isSuccess(target) { return true }
      guard let step = step(at: target)?.step, step.isWhole, !step.isCall, !step.isGate, step.awaited?.event != event
      else {
        return nil
      }
      // A screen of its own may ask about it; one of which every button leads on does not.
      return step.isOwnScreen(contract) && !step.choices.isEmpty ? nil : true
    }
    return place != nil
  }

  /// Where the buttons of a screen lead; nowhere where one of them answers the threat, or ends the session or the run: there, the user
  /// decides.
  private func targets(ofScreen facts: StepFacts, past event: EventID) -> [Target] {
    let contract = flow.contract
    guard facts.step.isWhole else { return [] }
    var targets: [Target] = []
    for (index, choice) in facts.step.choices.enumerated() {
      switch choice.action {
      case .go(let target):
        if case .end = target.move, !flow.isSuccess(target) { return [] }
        targets.append(target)
      case .call(let use, let lines):
        if contract.endsSession(use.call) || contract[use.call].answers.contains(event) { return [] }
        guard let call = facts.calls.first(where: { $0.origin == .choice(index) }) else { return [] }
        targets += call.departure.map { [$0.target] } ?? lines.map(\.target)
      }
    }
    return targets
  }
}

extension Flow {
  /// The severities of threats of which an event tells that may not pass without a question.
  func heeded(of event: EventSpec) -> [String] {
    event.severities.filter { severity in !silentThreats.contains { $0.value == severity } }
  }
}

extension EventSpec {
  /// Whether it tells of a threat to which the SDK waits for no answer.
  fileprivate var tellsOfFreeThreat: Bool { severity != nil && !needsAnswer && !isTerminal }
}

extension Step {
  /// Whether it is a screen that asks for nothing of the flow: one that waits, or that tells of the end of the session.
  fileprivate func isOwnScreen(_ contract: Contract) -> Bool {
    if case .event = kind, let awaited { return contract[awaited.event].losesProofs }
    return isWait
  }
}

extension StepFacts {
  /// Whether the flow leaves the step as soon as a choice is made.
  fileprivate func surelyLeaves(by index: Int) -> Bool {
    switch step.choices[index].action {
    case .go(let target): !target.staysAtStep(of: step)
    case .call: calls.first { $0.origin == .choice(index) }?.departure != nil
    }
  }
}

extension CallFacts {
  /// Whether something that follows the call leads on, and to no end.
  fileprivate func goesOn(at step: Step, _ contract: Contract) -> Bool {
    var goesOn = false
    for arrival in arrivals where !contract[arrival.event].isTerminal {
      forEachLine(for: arrival, at: step, contract) { if $0.target.leadsOn { goesOn = true } }
    }
    return goesOn
  }
}
