// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract
import Values

/// A step, and what may come back at it.
///
/// A class, as every rule looks at every step, and copying a step is dear.
final class StepFacts: Sendable {
  let step: Step
  /// The calls that it can make: its own, its answer, then those of its choices.
  let calls: [CallFacts]

  init(_ step: Step, _ contract: Contract) {
    self.step = step
    var calls: [CallFacts] = []
    calls.reserveCapacity(step.choices.count + 1)
    if case .call(let use) = step.kind {
      calls.append(CallFacts(use, at: step, contract, from: .call, over: [], isBudgeted: step.max != nil))
    }
    if let answer = step.answer {
      calls.append(CallFacts(answer, at: step, contract, from: .answer, over: [], isBudgeted: step.tries != nil))
    }
    for index in step.choices.indices {
      guard case .call(let use, let over) = step.choices[index].action else { continue }
      let isBudgeted = step.choices[index].max != nil
      calls.append(CallFacts(use, at: step, contract, from: .choice(index), over: over, isBudgeted: isBudgeted))
    }
    self.calls = calls
    otherwise = step.transitions.first(where: \.trigger.isOtherwise)
  }

  /// Where what nobody named goes; nil if the step does not say.
  let otherwise: Transition?

  /// Visits every line of the step: its own, then those of its choices.
  func forEachLine(_ body: (Transition) -> Void) {
    for line in step.transitions { body(line) }
    for call in calls {
      for line in call.over { body(line) }
    }
  }

  /// Visits every place that the step may go to.
  func forEachTarget(_ body: (Target) -> Void) {
    if let to = step.to { body(to) }
    for index in step.choices.indices {
      if case .go(let target) = step.choices[index].action { body(target) }
    }
    forEachLine { body($0.target) }
  }

  /// Whether somebody may leave it by pressing a button that makes no call, or by answering.
  var asks: Bool { step.answer != nil || !step.choices.isEmpty }
}

extension Flow {
  /// Whether it has steps of other flows, which it runs.
  var runsFlows: Bool { steps.contains { $0.run != nil } }
}

extension Step {
  /// Whether it asks the security modules.
  var isGate: Bool { if case .gate = kind { true } else { false } }

  /// Whether it may go to `exhausted`: it has `tries:`, makes its own call at most so often, or may offer nothing.
  var canRunOut: Bool { tries != nil || max != nil || mayOfferNothing }

  /// Whether it may come to ask for nothing at all, since every choice has a condition or a limit, and its answer wants
  /// something picked of lists that may be empty.
  var mayOfferNothing: Bool {
    let picks = answer != nil && pickCount > 0
    guard answer == nil || picks, picks || !choices.isEmpty, within == nil else { return false }
    if case .wait = kind { return false }
    // What its answer leads to does not come by itself.
    return choices.allSatisfy { $0.when != nil || $0.max != nil }
      && (picks || !transitions.contains { waitsFor($0.trigger) })
  }

  /// Whether a line is for another event than the step's own: then it may just wait for that.
  private func waitsFor(_ trigger: Trigger) -> Bool {
    guard case .event(let event, _, _) = trigger else { return false }
    return event != awaited?.event
  }
}

extension Step {
  /// How often a part of the step may be used in a run; nil for no limit of its own.
  func budget(of origin: Origin) -> Spanned<Int>? {
    switch origin {
    case .answer: tries
    case .call: max
    case .choice(let index): choices[index].max
    case .itself, .exhausted: nil
    }
  }
}

/// From what part of a step something happens.
enum Origin: Hashable, Sendable {
  /// The step's own call.
  case call
  case answer
  /// A choice, as an index.
  case choice(Int)
  /// What comes by itself: an event that nobody asked for here, or a deadline.
  case itself
  /// The tries of the step are spent, or nothing is offered.
  case exhausted
}

/// A call that a step can make, and what may come back from it.
///
/// A class, as every rule looks at every call, and copying its lists is dear.
final class CallFacts: Sendable {
  let use: CallUse
  let origin: Origin
  /// The transitions that lie over the step's own, key by key.
  let over: [Transition]
  /// All that counts of what it shows; nil for what the contract says.
  let earns: EarnLimit?
  /// Whether the flow itself bounds how often the call is made in a run.
  let isBudgeted: Bool
  /// What the contract lets come back, for the step's mode and the literal arguments.
  let arrivals: [Arrival]
  /// The line that leads away as soon as the SDK takes the call; nil if its replies come back to the step.
  let departure: Transition?

  init(
    _ use: CallUse, at step: Step, _ contract: Contract, from origin: Origin, over: [Transition], isBudgeted: Bool
  ) {
    self.use = use
    self.origin = origin
    self.over = over
    self.isBudgeted = isBudgeted
    earns = step.earns
    let mode = step.awaited?.mode
    let replies = contract.calls[Int(use.call.index)].replies
    var arrivals: [Arrival] = []
    arrivals.reserveCapacity(replies.count)
    // By index, since a copy of a whole reply is dear.
    for index in replies.indices {
      if let under = replies[index].underMode, let mode, under != mode { continue }
      if !replies[index].given.isEmpty, use.contradicts(replies[index]) { continue }
      arrivals.append(Arrival(replies, index))
    }
    self.arrivals = arrivals
    let accepted = over.first(where: \.trigger.isAccepted) ?? step.transitions.first(where: \.trigger.isAccepted)
    departure = accepted.flatMap { $0.target.staysAtStep(of: step) ? nil : $0 }
  }

  /// Whether a line of the step is hidden by one that lies over it.
  func hides(_ line: Transition) -> Bool {
    over.contains { $0.trigger == line.trigger && $0.range != line.range }
  }

  /// Whether a line may be taken once the call is made.
  func mayTake(_ trigger: Trigger) -> Bool {
    switch trigger {
    case .event, .error: arrivals.contains { $0.matches(trigger) }
    case .accepted, .rejected, .timeout, .otherwise: true
    case .exhausted, .allow, .deny: false
    }
  }
}

/// One thing that the contract lets come back.
struct Arrival: Sendable, Equatable {
  let event: EventID
  /// Nil if it has no mode, or may have any.
  let mode: Int?
  let outcome: ReplyOutcome

  /// Its place among the call's replies.
  let reply: Int
  /// Whether it shows anything.
  let earns: Bool

  init(_ replies: [Reply], _ index: Int) {
    event = replies[index].event
    mode = replies[index].mode
    outcome = replies[index].outcome
    reply = index
    earns = !replies[index].earns.isEmpty
  }

  /// Whether nothing that arrives like this goes past a line.
  func isSurely(_ trigger: Trigger) -> Bool {
    guard case .event(let event, let mode, let outcome) = trigger else { return false }
    return event == self.event && (mode == nil || mode == self.mode) && outcome == self.outcome
  }

  func matches(_ trigger: Trigger) -> Bool {
    switch trigger {
    case .event(let event, let mode, let outcome):
      event == self.event && (mode == nil || self.mode == nil || mode == self.mode) && self.outcome.is(outcome)
    case .error(let number): outcome.is(.error(number))
    default: false
    }
  }
}

extension ReplyOutcome {
  /// Whether this may be what was named; an error of any number may be each one.
  fileprivate func `is`(_ named: ReplyOutcome) -> Bool {
    switch (self, named) {
    case (.error(let number), .error(let wanted)): number == nil || wanted == nil || number == wanted
    default: self == named
    }
  }
}

extension CallUse {
  /// Whether a literal argument rules a reply out.
  fileprivate func contradicts(_ reply: Reply) -> Bool {
    arguments.contains { argument in
      guard case .literal(let value) = argument.source, let wanted = reply.given[argument.name] else { return false }
      return value != wanted
    }
  }
}
