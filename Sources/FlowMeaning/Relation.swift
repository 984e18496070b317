// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
package import SDKContract

/// The transition relation of a flow: what can happen at each place, where it leads, and what it does to the proofs.
///
/// What the flow cannot know goes both ways: guards, verdicts, silence, and how often a budget was drawn on, unless that is counted.
/// The SDK keeps to its contract: an event comes as the reply to an open call, as an interrupt, or where a line names it that no call of the step
/// leads to.
///
/// Why a class: whatever looks at a place holds the relation, and a copy of all its lists would be costly.
package final class Relation: Sendable {
  package let flow: Flow
  package let steps: [StepFacts]
  /// Every call that a step of the flow can make, in the order of the steps.
  package let sites: [CallSite]
  /// The calls of the flow whose reply may sign the user in.
  let signInCalls: Set<CallID>
  /// By step: where its calls begin in `sites`.
  private let firstSites: [Int]
  /// Every proof that a call of the flow can show or set up; its place is its bit.
  package let proofs: [Proof]
  /// Those of them that a call can show.
  package let earnable: [Proof]
  /// By proof: the one that stands for it, as an index; nil where each stands for itself.
  private let standIns: [Int]?
  /// The steps that an `after` names of which it is told what was shown since; the place of each is its bit.
  package let marks: [StepID]
  /// The other steps that an `after` names: all that was ever shown counts as shown since, so that nothing is missed on their account.
  package let otherMarks: [StepID]
  /// What modules are asked, and what is required of them; the place of each is its bit.
  package let questions: [String]
  /// By event: the interrupt that the flow has for it, as an index of the steps; nil for none.
  package let entries: [Int?]
  /// The calls of interrupts that may be owed.
  package let owable: OwedCalls
  /// The calls whose reply could be mistaken for another once nobody waits for it.
  package let lateCalls: LateCalls
  /// The calls that may say who the user is.
  package let naming: NamingCalls
  /// By event: whether it is looked at as an interrupt that opens, or is taken by `else`; all are where nobody says otherwise.
  let isFollowed: [Bool]
  /// By event: whether it is an interrupt that does something by its arrival, and nothing more, so that it need not be followed.
  let isNoted: [Bool]
  /// Whether interrupts are looked at, too, that merely wait for another.
  let looksAtWaiting: Bool
  /// Where something is wrong already: no way is followed on from there, since what is found behind would merely follow.
  package let broken: Set<SourceRange>
  /// By step: whether it is an interrupt that leads to a step which does something before it asks.
  package let leadsToActing: [Bool]
  /// The budgets that are counted; none unless somebody asks for it.
  package let budgets: CountedBudgets
  /// The phases that the SDK may be in while it starts, as a set of bits.
  private let whileStarting: UInt64
  /// In which mode the events come that lead to `call:` steps.
  let enteringModes: EnteringModes
  /// The interrupts of the contract.
  let interruptEvents: [EventID]
  /// Where those may come that come only after certain calls.
  package let started: StartedInterrupts
  /// By event: what is so by its mere arrival, but for whom it names.
  private let plainFacts: [Effect]
  private let knownPlaces: KnownPlaces

  package init(_ flow: Flow, _ steps: [StepFacts]) {
    self.flow = flow
    self.steps = steps
    var sites: [CallSite] = []
    var firstSites: [Int] = []
    var proofs: [Proof] = []
    var earnable: [Proof] = []
    firstSites.reserveCapacity(steps.count)
    sites.reserveCapacity(steps.count)
    for (index, facts) in steps.enumerated() {
      firstSites.append(sites.count)
      for call in facts.calls {
        sites.append(CallSite(step: index, call: call))
        let replies = flow.contract[call.use.call].replies
        for arrival in call.arrivals {
          for proof in replies[arrival.reply].earns where arrival.isCertain && call.earns?.keeps(proof) ?? true {
            if !earnable.contains(proof) { earnable.append(proof) }
            if !proofs.contains(proof) { proofs.append(proof) }
          }
          for proof in replies[arrival.reply].enrols where !proofs.contains(proof) {
            proofs.append(proof)
          }
        }
      }
    }
    self.sites = sites
    signInCalls = Set(sites.filter(\.call.maySignIn).map(\.call.use.call))
    owable = OwedCalls(steps, flow.contract)
    naming = NamingCalls(flow, steps)
    lateCalls = LateCalls(flow, steps, naming)
    self.firstSites = firstSites
    let (marks, questions) = (flow.stepsOfAfter, flow.questions)
    self.earnable = earnable
    standIns = nil
    self.proofs = Array(proofs.prefix(Assurance.mostProofs))
    self.marks = Array(marks.prefix(Assurance.mostMarks))
    otherMarks = Array(marks.dropFirst(Assurance.mostMarks))
    self.questions = Array(questions.prefix(Assurance.mostQuestions))
    var entries: [Int?] = Array(repeating: nil, count: flow.contract.events.count)
    for step in flow.interrupts {
      if let event = step.awaited?.event { entries[Int(event.index)] = Int(step.id.index) }
    }
    self.entries = entries
    leadsToActing = steps.map { facts in
      guard facts.step.isInterrupt else { return false }
      var leads = false
      facts.forEachTarget { target in
        if case .step(let id) = target.move, flow[id].actsFirst(flow.contract) { leads = true }
      }
      return leads
    }
    isFollowed = Array(repeating: true, count: flow.contract.events.count)
    isNoted = Array(repeating: false, count: flow.contract.events.count)
    looksAtWaiting = false
    broken = []
    budgets = CountedBudgets()
    var whileStarting: UInt64 = 1
    for index in flow.contract.events.indices where flow.contract.events[index].kind == .notice {
      if let phase = flow.contract.events[index].phase { whileStarting |= 1 << UInt64(phase.index) }
    }
    self.whileStarting = whileStarting
    enteringModes = EnteringModes(flow)
    let events = flow.contract.events.indices.map { EventID(index: UInt16($0)) }
    interruptEvents = events.filter { flow.contract[$0].kind == .interrupt }
    started = StartedInterrupts(steps, flow.contract)
    plainFacts = events.map { Effect(of: $0, in: flow.contract) }
    knownPlaces = KnownPlaces(steps: steps.count, sites: sites.count)
  }

  /// The same, but for what is given.
  private init(
    _ other: Relation, isFollowed: [Bool]? = nil, isNoted: [Bool]? = nil, looksAtWaiting: Bool? = nil,
    broken: Set<SourceRange>? = nil, budgets: CountedBudgets? = nil, standIns: [Int]? = nil, marks: [StepID]? = nil
  ) {
    flow = other.flow
    steps = other.steps
    sites = other.sites
    signInCalls = other.signInCalls
    firstSites = other.firstSites
    proofs = other.proofs
    earnable = other.earnable
    self.marks = marks ?? other.marks
    otherMarks = marks.map { marks in other.flow.stepsOfAfter.filter { !marks.contains($0) } } ?? other.otherMarks
    questions = other.questions
    entries = other.entries
    owable = other.owable
    lateCalls = other.lateCalls
    naming = other.naming
    leadsToActing = other.leadsToActing
    whileStarting = other.whileStarting
    enteringModes = other.enteringModes
    interruptEvents = other.interruptEvents
    started = other.started
    plainFacts = other.plainFacts
    self.isFollowed = isFollowed ?? other.isFollowed
    self.isNoted = isNoted ?? other.isNoted
    self.looksAtWaiting = looksAtWaiting ?? other.looksAtWaiting
    self.broken = broken ?? other.broken
    self.budgets = budgets ?? other.budgets
    self.standIns = standIns ?? other.standIns
    // What is known was made by what is another now.
    knownPlaces = KnownPlaces(steps: steps.count, sites: sites.count)
  }

  /// The same, without what leads on from where something is wrong already.
  package func leavingOut(_ broken: Set<SourceRange>) -> Relation {
    broken == self.broken ? self : Relation(self, broken: broken)
  }

  /// Whether a way leads on from where something is wrong already.
  package func isBroken(_ move: Move) -> Bool {
    // That a call is made is no way on, whatever is wrong with the call.
    !broken.isEmpty && !move.isTaking
      && (broken.contains(move.range) || move.line.map { broken.contains($0.range) } ?? false)
  }

  /// The same, without interrupts that make no difference to the caller.
  ///
  /// - Parameters:
  ///   - isNoted: those of which the arrival alone makes a difference.
  ///   - waiting: whether those are looked at, too, that merely wait for another.
  package func following(_ isFollowed: [Bool], noting isNoted: [Bool]? = nil, waiting: Bool = false) -> Relation {
    Relation(self, isFollowed: isFollowed, isNoted: isNoted, looksAtWaiting: waiting)
  }

  /// The same, with budgets counted: exact, and costly where a flow has many of them.
  package func countingBudgets() -> Relation { Relation(self, budgets: CountedBudgets(steps)) }

  /// The same, where proofs that are one and the same to all that the flow claims are not told apart; nil if there are none such.
  package func tellingApartWhatIsClaimed() -> Relation? {
    let setUp = sites.indices.reduce(UInt32(0)) { $0 | settingUp($1) }
    return AlikeProofs(proofs, settingUp: setUp, flow).first.map { Relation(self, standIns: $0) }
  }

  /// The same for the other steps that an `after` names, as many at a time as are told apart: what was shown since one of them hangs on no
  /// other one.
  package func forOtherMarks() -> [Relation] {
    stride(from: 0, to: otherMarks.count, by: Assurance.mostMarks).map { first in
      Relation(self, marks: Array(otherMarks[first...].prefix(Assurance.mostMarks)))
    }
  }

  /// What a run has come to at its start: one that begins at a step for an event asks only once that is there.
  package var first: Assurance {
    var effect = flow[flow.start].awaited.map { facts(of: $0.event) } ?? .none
    if let mark = marks.firstIndex(of: flow.start) { effect.enters = 1 << UInt8(mark) }
    return effect.applied(to: Assurance(phase: 0))
  }

  /// What is so by an event's mere arrival.
  package func facts(of signal: Signal) -> Effect {
    var effect = plainFacts[Int(signal.event.index)]
    if signal.outcome != .success, flow.contract.signsIn(signal.event) {
      effect = Effect(of: signal.event, signal.outcome, in: flow.contract)
    }
    effect.renews = budgets.ofSession
    effect.losesUser = mayBringAnother(signal.event)
    if flow.contract[signal.event].userField != nil { effect.naming = lateCalls.naming(by: signal) }
    return effect
  }

  /// Whether another user may be at work once the SDK has accepted the call of a site: it may say who that is or, where no call says so,
  /// it takes the proofs away.
  package func mayBringAnother(site: Int) -> Bool {
    naming.isEmpty ? flow.contract[sites[site].call.use.call].losesProofs : naming.contains(site)
  }

  /// Whether another user may be at work once an event has come: where no call says who that is, it takes the proofs away.
  package func mayBringAnother(_ event: EventID) -> Bool { naming.isEmpty && flow.contract[event].losesProofs }

  /// What can happen at a place, worked out once.
  func known(_ place: Place) -> KnownPlace { knownPlaces.place(place, self) }

  /// What is so by the mere arrival of an event, however it comes.
  package func facts(of event: EventID) -> Effect { facts(of: Signal(event, mode: nil, .success)) }

  /// The calls of a step, as indices of `sites`.
  package func sites(of step: Int) -> Range<Int> {
    firstSites[step]..<(step + 1 < firstSites.count ? firstSites[step + 1] : sites.count)
  }

  /// The phases in which the contract lets a call be made, as a set of bits.
  package func phases(of call: CallID) -> UInt64 {
    let named = flow.contract[call].phases
    guard !named.isEmpty else {
      return flow.contract.phases.indices.reduce(.max) { bits, phase in
        flow.contract.phases[phase].isClosed ? bits & ~(1 << UInt64(phase)) : bits
      }
    }
    let phases = named.reduce(UInt64(0)) { $0 | 1 << UInt64($1.index) }
    return phases & whileStarting == 0 ? phases : phases | 1 << UInt64(Assurance.starting)
  }

  /// A set of proofs as bits.
  func bits(_ proofs: [Proof], keptBy limit: EarnLimit?) -> UInt32 {
    proofs.reduce(0) { bits, proof in
      guard limit?.keeps(proof) ?? true, let place = self.proofs.firstIndex(of: proof) else { return bits }
      return bits | 1 << UInt32(standIns?[place] ?? place)
    }
  }

  /// What the replies to the call of a site may set up, as bits of `proofs`.
  func settingUp(_ site: Int) -> UInt32 {
    let call = sites[site].call
    return call.arrivals.reduce(0) { bits, arrival in
      guard arrival.enrols else { return bits }
      return bits | self.bits(flow.contract[call.use.call].replies[arrival.reply].enrols, keptBy: nil)
    }
  }

  /// The proofs of a set of bits.
  package func proofs(in bits: UInt32) -> [Proof] {
    proofs.indices.filter { bits & 1 << UInt32($0) != 0 }.map { proofs[$0] }
  }

  /// A set of questions as bits.
  package func bits(_ questions: [String]) -> UInt8 {
    questions.reduce(0) { bits, question in
      self.questions.firstIndex(of: question).map { bits | 1 << UInt8($0) } ?? bits
    }
  }

  /// What a run has, as a requirement asks for it.
  package func shown(_ assurance: Assurance) -> Shown {
    let allowed = assurance.pending | assurance.held
    var fresh: [StepID: [Proof]] = [:]
    for (index, mark) in marks.enumerated() { fresh[mark] = proofs(in: assurance.fresh[index]) }
    for mark in otherMarks { fresh[mark] = proofs(in: assurance.proofs) }
    return Shown(
      proofs(in: assurance.proofs),
      allowed: questions.indices.filter { allowed & 1 << UInt8($0) != 0 }.map { questions[$0] },
      fresh: fresh)
  }

  /// Whether a run that has come to this may pass a success end of a flow inside.
  package func meets(claim: ClaimID, _ assurance: Assurance) -> Bool {
    meets(flow.demand(claimed: claim), assurance)
  }

  /// Whether a run that has come to this may enter a step.
  package func meets(step: Int, _ assurance: Assurance) -> Bool {
    guard let requirement = steps[step].step.requirement else { return true }
    return requirement.unmet(by: shown(assurance), in: flow.contract).isEmpty
  }

  /// Whether a run that has come to this reaches a success end.
  package func meets(_ demand: Demand, _ assurance: Assurance) -> Bool {
    if let signedIn = flow.contract.signedInPhase, signedIn.index != assurance.phase { return false }
    return demand.isEmpty || demand.isMet(by: shown(assurance), in: flow.contract)
  }
}

extension Step {
  /// Whether it may do something before it asks: it makes a call, asks the modules, or finds its budget spent.
  fileprivate func actsFirst(_ contract: Contract) -> Bool {
    switch kind {
    case .call, .gate: true
    case .challenge, .event, .wait, .interrupt: canRunOut(contract)
    }
  }
}
