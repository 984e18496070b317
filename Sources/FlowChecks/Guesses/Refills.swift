// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract
import Values

/// What makes the SDK count wrong answers from the beginning: a right answer, a sign-in, a call that the contract names, and
/// where all accounts are looked at, another user.
///
/// Where the flow cannot tell it counts as one: then the number of guesses is too large, and never too small.
struct Refills {
  typealias Part = UseNetwork.Part

  /// Calls that do it whatever comes of them.
  private(set) var parts: [Part] = []
  /// By part, the lines by which it has happened.
  private(set) var lines: [Part: Set<SourceRange>] = [:]
  /// Parts after which the step goes on asking.
  private(set) var staying: Set<Part> = []
  /// Interrupts that do it by coming.
  private(set) var interrupts: Set<Int> = []

  /// Where lines lead that say of a guess that it was wrong, and no others.
  private(set) var wrongTargets: Set<SourceRange> = []

  private let contract: Contract
  private let relation: Relation
  private let count: SDKCount?
  private let guesses: Set<Part>
  /// Whether another user begins a count.
  private let countsUsers: Bool

  /// - Parameters:
  ///   - count: what the SDK counts; nil where each sign-in alone begins a count again.
  ///   - guesses: whose right answers begin it again.
  ///   - overAccounts: whether another user's guesses count as well.
  init(of count: SDKCount?, _ guesses: [Guess], _ relation: Relation, overAccounts: Bool) {
    let contract = relation.flow.contract
    self.contract = contract
    self.relation = relation
    self.count = count
    self.guesses = Set(guesses.map { Part(step: $0.step, origin: $0.origin) })
    countsUsers = overAccounts
    for facts in relation.steps {
      for (site, call) in zip(relation.sites(of: facts.step.index), facts.calls) { add(call, site, facts) }
      facts.forEachLine { if isWrong($0) { wrongTargets.insert($0.target.range) } }
      for line in facts.step.transitions {
        guard case .event(let event, _, let outcome) = line.trigger, isRefill(event, outcome) else { continue }
        let part = Part(step: facts.step.index, origin: .itself)
        lines[part, default: []].insert(line.range)
        if line.target.staysAtStep(of: facts.step), facts.step.hearsUnasked { staying.insert(part) }
      }
      if facts.step.isInterrupt, let event = facts.step.awaited?.event, isRefill(event) {
        interrupts.insert(facts.step.index)
      }
    }
    dropSharedTargets()
  }

  /// Where a line leads that several keys share, one of them may mean something else.
  private mutating func dropSharedTargets() {
    guard !wrongTargets.isEmpty else { return }
    for facts in relation.steps {
      facts.forEachLine { if !isWrong($0) { wrongTargets.remove($0.target.range) } }
    }
  }

  /// Every part that may do it, in the order of the flow.
  var all: [Part] {
    (parts + lines.keys.filter { !parts.contains($0) }).sorted {
      ($0.step, $0.origin.order) < ($1.step, $1.origin.order)
    }
  }

  private mutating func add(_ call: CallFacts, _ site: Int, _ facts: StepFacts) {
    let step = facts.step
    let part = Part(step: step.index, origin: call.origin)
    let isRenewal = (count?.isRenewed(by: call.use.call) ?? false) || contract.signsIn(call.use.call)
    if isRenewal || countsUsers && relation.mayBringAnother(site: site) {
      parts.append(part)
      if facts.goesOnAsking(after: call.origin, relation) { staying.insert(part) }
      return
    }
    var isFound = false
    var taken: Set<SourceRange> = []
    for arrival in call.arrivals
    where isRefill(arrival.event, arrival.outcome) || guesses.contains(part) && isRight(arrival) {
      isFound = true
      call.forEachLine(for: arrival, at: step, contract) { line in
        taken.insert(line.range)
        if line.target.staysAtStep(of: step) { staying.insert(part) }
      }
    }
    guard isFound else { return }
    // What the SDK has taken holds, though nobody hears of it.
    if !isToldLater(call, step), let departure = call.departure, !isHeard(behind: departure) {
      taken.insert(departure.range)
    }
    if let late = call.lineInTime(of: step, contract) {
      taken.insert(late.range)
      // The call stays open, and its reply may come while the step asks again.
      if late.target.staysAtStep(of: step) { staying.insert(part) }
    }
    lines[part] = taken
  }

  /// Whether a line leads to a `wait:` step that hears of a wrong answer by a line of its own.
  ///
  /// Then it is not the way there that begins the count again, but whatever else leads on from there.
  private mutating func isHeard(behind departure: Transition) -> Bool {
    guard !relation.interruptsLeadOn, case .step(let id) = departure.target.move,
      case let waiting = relation.steps[Int(id.index)], case .wait = waiting.step.kind
    else { return false }
    let others = waiting.step.transitions.filter { !isWrong($0) }
    guard others.count < waiting.step.transitions.count, !others.contains(where: \.target.asksAgain) else {
      return false
    }
    let step = waiting.step.index
    for choice in waiting.step.choices.indices where !parts.contains(Part(step: step, origin: .choice(choice))) {
      parts.append(Part(step: step, origin: .choice(choice)))
    }
    lines[Part(step: step, origin: .itself), default: []].formUnion(others.map(\.range))
    return true
  }

  /// Whether a line is taken by nothing but a code by which the SDK counts.
  private func isWrong(_ line: Transition) -> Bool {
    guard let count, case .event(let event, _, outcome: .code(let number)) = line.trigger else { return false }
    return count.counts(number, in: event)
  }

  /// Whether an interrupt may begin a count again more than once: it comes as often as it likes, but signs in only who is not signed in.
  func mayRepeat(_ interrupt: Int) -> Bool {
    guard let event = relation.steps[interrupt].step.awaited?.event else { return false }
    if countsUsers, relation.mayBringAnother(event) { return true }
    func leaves(_ phase: PhaseID?) -> Bool { phase.map { $0 != contract.signedInPhase } ?? false }
    return contract.events.contains { $0.kind == .interrupt && !$0.isTerminal && leaves($0.phase) }
      || relation.sites.contains { site in
        leaves(contract[site.call.use.call].entersPhase)
          || site.call.arrivals.contains { leaves(contract[$0.event].phase) }
      }
  }

  private func isRefill(_ event: EventID, _ outcome: ReplyOutcome = .success) -> Bool {
    contract.signsIn(event, outcome) || countsUsers && relation.mayBringAnother(event)
  }

  /// Whether what comes says that the secret was right.
  private func isRight(_ arrival: Arrival) -> Bool {
    if arrival.outcome == .success { return !contract[arrival.event].losesProofs }
    return !contract.isFailure(arrival.outcome, of: arrival.event)
  }

  /// Whether the reply is one that the flow below an interrupt waits for by a call of its own, which counts already.
  private func isToldLater(_ call: CallFacts, _ step: Step) -> Bool {
    guard step.isInterrupt, let event = step.awaited?.event else { return false }
    return !contract[event].after.isEmpty
  }
}

extension Relation {
  /// Whether an interrupt leads into the flow: then any step may come after any other.
  var interruptsLeadOn: Bool {
    flow.interrupts.contains { interrupt in
      var leadsOn = false
      steps[interrupt.index].forEachTarget { target in
        if case .step(let id) = target.move, Int(id.index) < flow.plainCount { leadsOn = true }
      }
      return leadsOn
    }
  }
}

extension Step {
  /// Whether an event may come here that no call has asked for.
  fileprivate var hearsUnasked: Bool {
    switch kind {
    case .wait, .event, .interrupt: true
    case .challenge, .call, .gate: false
    }
  }
}

extension CallFacts {
  /// The line that is taken when nothing comes in time; nil if there is none, or no limit.
  func lineInTime(of step: Step, _ contract: Contract) -> Transition? {
    var hasLimit = step.within != nil || contract[use.call].patience != nil
    if case .choice(let index) = origin, step.choices[index].within != nil { hasLimit = true }
    guard hasLimit else { return nil }
    return timeoutLine
  }
}

extension StepFacts {
  /// Whether the step may ask for something else once a call is made, without being entered again.
  func goesOnAsking(after origin: Origin, _ relation: Relation) -> Bool {
    if case .wait = step.kind { return true }
    return asksAgain(after: origin, relation)
      || calls.contains { call in
        call.origin == origin && origin != .call && relation.flow.contract[call.use.call].replies.isEmpty
          && call.departure == nil
      }
  }
}
