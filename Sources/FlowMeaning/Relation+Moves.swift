// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
import SDKContract

extension Relation {
  /// Everything that can happen to a frame at a place, but for interrupts that open above it.
  package func moves(at place: Place) -> [Move] {
    var list = MoveList(self, place)
    list.addAll()
    return list.moves
  }

  /// What happens to a frame at a place by people, deadlines, security modules and the flow itself.
  func ownMoves(at place: Place) -> [Move] {
    var list = MoveList(self, place)
    list.addOwn()
    return list.moves
  }

  /// Whether what waits for the SDK or the modules holds all else: nothing opens above a frame that is there.
  package func isPassing(_ place: Place) -> Bool {
    let step = steps[place.step].step
    switch step.kind {
    case .gate: return true
    case .call: return place.site == nil
    default: return step.to != nil
    }
  }

  fileprivate func hasDeadline(at place: Place) -> Bool {
    let step = steps[place.step].step
    if step.within != nil { return true }
    guard let site = place.site else { return false }
    let call = sites[site].call
    if case .choice(let index) = call.origin, steps[sites[site].step].step.choices[index].within != nil { return true }
    return steps[sites[site].step].step.within != nil || flow.contract[call.use.call].patience != nil
  }

  /// The part of the step whose call is open at a place.
  func origin(at place: Place) -> Origin {
    guard let site = place.site, sites[site].step == place.step else { return .itself }
    return sites[site].call.origin
  }

  /// The lines in force at a place: those of the choice whose call is open there, over those of the step.
  package func lines(at place: Place) -> [Transition] {
    guard let site = place.site, sites[site].step == place.step else { return steps[place.step].step.transitions }
    return sites[site].call.lines
  }
}

/// The moves of places, as they are gathered: of one after the other, in one list.
struct MoveList {
  let relation: Relation
  /// The place whose moves are gathered now.
  private(set) var place: Place
  private var facts: StepFacts
  /// The lines in force there.
  private(set) var lines: [Transition]
  private(set) var moves: [Move] = []
  /// What the SDK may send to the place; the list is used again for the next one.
  var signals: [Signal] = []

  init(_ relation: Relation, _ place: Place) {
    self.relation = relation
    self.place = place
    facts = relation.steps[place.step]
    lines = relation.lines(at: place)
  }

  /// Makes room for as many moves as most flows of so many places have.
  mutating func reserve(places: Int) { moves.reserveCapacity(places * 8) }

  /// Adds everything that can happen at another place, and gives where that stands in the list.
  mutating func addAll(at place: Place) -> Range<Int> {
    self.place = place
    facts = relation.steps[place.step]
    lines = relation.lines(at: place)
    let first = moves.count
    addAll()
    return first..<moves.count
  }

  mutating func addAll() {
    addOwn()
    if !relation.isPassing(place) { addEvents() }
  }

  mutating func addOwn() {
    let step = facts.step
    switch step.kind {
    case .gate: addVerdicts()
    case .call where place.site == nil: addCall(relation.sites(of: place.step).lowerBound)
    default:
      if let to = step.to { return add(.flow, .itself, to: to, at: to.range) }
      if place.isAsking { addAnswers() }
      if relation.hasDeadline(at: place) {
        addUnnamed(.time, relation.origin(at: place), by: .timeout, draws: true)
      }
    }
  }

  private mutating func addVerdicts() {
    guard case .gate(let questions) = facts.step.kind else { return }
    addUnnamed(.modules, .itself, by: .allow, verdict(true, questions))
    addUnnamed(.modules, .itself, by: .deny, verdict(false, questions))
  }

  private func verdict(_ isAllowed: Bool, _ questions: [String]) -> Effect {
    var effect = Effect.none
    if isAllowed { effect.allows = relation.bits(questions) } else { effect.denies = relation.bits(questions) }
    return effect
  }

  /// What somebody can do: answer, choose, spend what there is.
  private mutating func addAnswers() {
    let step = facts.step
    for index in step.choices.indices {
      if case .go(let target) = step.choices[index].action {
        var effect = Effect.none
        effect.draws = relation.budgets.use(of: .choice(index), at: place.step)
        add(.person, .choice(index), to: target, at: target.range, effect, draws: true)
      }
    }
    for site in relation.sites(of: place.step) where relation.sites[site].call.origin != .call { addCall(site) }
    // A check that errs.
    if !step.checks.isEmpty { addOtherwise(.person, .answer) }
    if step.canRunOut(relation.flow.contract) {
      addUnnamed(.flow, .exhausted, by: .exhausted)
    } else if step.mayBeLeft, case let offered = relation.offeredPhases(step), offered != .max {
      addLine(facts.step.transitions.line(taking: .exhausted), .flow, .exhausted, in: ~offered)
    }
  }

  /// A call is made: taken, refused, or impossible.
  private mutating func addCall(_ site: Int) {
    let call = relation.sites[site].call
    let contract = relation.flow.contract
    let isOwn = call.origin == .call
    let cause: Move.Cause = isOwn ? .flow : .person
    let phases = legalPhases(call)
    let lines = call.lines
    let otherwise = lines.first(where: \.trigger.isOtherwise)
    // Where it cannot be made a step that only makes it goes to `else`; so does any whose arguments are missing.
    if isOwn, phases != .max { addLine(otherwise, cause, call.origin, in: ~phases) }
    if isOwn, facts.step.max != nil { addUnnamed(.flow, .exhausted, by: .exhausted) }
    if call.use.readsEvent(contract) { addLine(otherwise, cause, call.origin, in: phases) }
    var leave = Effect.none
    if !call.use.gate.isEmpty {
      leave = verdict(true, call.use.gate)
      addLine(
        lines.line(taking: .deny), .modules, call.origin, verdict(false, call.use.gate), in: phases, makesCall: true)
    }
    // Refused: what was open before still is.
    var isCaught = false
    for line in lines {
      guard case .rejected(let number) = line.trigger else { continue }
      isCaught = isCaught || number == nil
      addLine(line, cause, call.origin, leave, in: phases, makesCall: true)
    }
    if !isCaught { addLine(otherwise, cause, call.origin, leave, in: phases, makesCall: true) }
    // Taken.
    var effect = Effect(of: call.use.call, in: contract)
    effect.allows = leave.allows
    let spec = contract[call.use.call]
    let isOver = spec.replies.isEmpty
    // What is open stays so where nothing comes of the new call.
    if !isOver, let replaced = place.site { effect.giveUp(replaced, relation, isOver: relation.isOverdue(place)) }
    effect.renames = relation.naming.contains(site)
    effect.losesUser = !effect.renames && relation.mayBringAnother(site: site)
    effect.supersedes = relation.lateCalls.superseded(by: spec)
    effect.givesUp &= spec.losesProofs ? 0 : ~effect.supersedes
    if !spec.supersedes.isEmpty {
      effect.supersedesOwed = relation.owable.superseded(by: spec)
      effect.supersedesSignIns = relation.signInCalls.isSubset(of: spec.supersedes)
      if let replaced = place.site, spec.supersedes.contains(relation.sites[replaced].call.use.call) {
        effect.givesUpSignIn = false
      }
    }
    effect.draws = relation.budgets.use(of: call.origin, at: place.step)
    effect.renews = relation.budgets.ofSession
    let accepted = lines.first(where: \.trigger.isAccepted)
    // It was asked for another user then.
    if isOver, effect.renames, let open = place.site {
      effect.giveUp(open, relation, isOver: relation.isOverdue(place))
    }
    let next = isOver ? place : relation.place(afterTaking: site)
    if let accepted {
      // A call that leads to nothing leaves what was open before, for which the SDK may have had its time.
      addLine(
        accepted, cause, call.origin, effect, from: isOver ? nil : next, in: phases, makesCall: true, draws: true)
    } else if isOver, isOwn {
      addLine(otherwise, cause, call.origin, effect, in: phases, makesCall: true, draws: true)
    } else {
      moves.append(
        Move(
          cause: cause, origin: call.origin, draws: true, effect: effect, target: .place(next), phases: phases,
          makesCall: true, entered: nil, claim: .none, range: call.use.range, line: nil))
    }
  }

  /// The phases in which the step may make a call: one that is for an event that bars calls makes none but those that answer it.
  private func legalPhases(_ call: CallFacts) -> UInt64 {
    let contract = relation.flow.contract
    if let awaited = facts.step.awaited, contract[awaited.event].barsCalls,
      !contract[call.use.call].answers.contains(awaited.event)
    {
      return 0
    }
    return relation.phases(of: call.use.call)
  }

  /// Takes the line for what is no event, else `else`.
  private mutating func addUnnamed(
    _ cause: Move.Cause, _ origin: Origin, by trigger: Trigger, _ effect: Effect = .none, draws: Bool = false
  ) {
    addLine(lines.line(taking: trigger), cause, origin, effect, draws: draws)
  }

  private mutating func addOtherwise(_ cause: Move.Cause, _ origin: Origin) {
    addLine(lines.first(where: \.trigger.isOtherwise), cause, origin)
  }

  /// - Parameter line: nil for a missing `else`, which another rule tells of: there the run is over.
  mutating func addLine(
    _ line: Transition?, _ cause: Move.Cause, _ origin: Origin, _ effect: Effect = .none, from: Place? = nil,
    in phases: UInt64 = .max, makesCall: Bool = false, draws: Bool = false
  ) {
    guard let line else { return }
    add(
      cause, origin, to: line.target, at: line.target.range, effect, from: from, in: phases, makesCall: makesCall,
      draws: draws, by: line)
  }

  /// The step asks again, though no line says so.
  mutating func addStaying(_ cause: Move.Cause, _ origin: Origin, _ effect: Effect) {
    var effect = effect
    effect.isOld = place.isOld
    moves.append(
      Move(
        cause: cause, origin: origin, draws: false, effect: effect,
        target: .place(Place(step: place.step, site: nil, isAsking: true, hearing: place.hearing)), phases: .max,
        makesCall: false, entered: nil, claim: .none, range: facts.step.name.range, line: nil))
  }

  private mutating func add(
    _ cause: Move.Cause, _ origin: Origin, to target: Target, at range: SourceRange, _ effect: Effect = .none,
    from: Place? = nil, in phases: UInt64 = .max, makesCall: Bool = false, draws: Bool = false,
    by line: Transition? = nil
  ) {
    guard phases != 0, !relation.broken.contains(range), !(line.map { relation.broken.contains($0.range) } ?? false)
    else { return }
    let goal = goal(of: target, isEvent: cause.isEvent, from: from ?? place)
    var entered: Int?
    var effect = effect
    effect.isOld = (from ?? place).isOld
    // A call that is given up may have set up what it can.
    if !cause.isEvent, let site = (from ?? place).site, goal.site != site {
      let isOver = from == nil && (cause == .time ? relation.isPatienceOver(at: place) : relation.isOverdue(place))
      effect.giveUp(site, relation, isOver: isOver)
    }
    if case .step(let id) = target.move {
      entered = Int(id.index)
      if let mark = relation.marks.firstIndex(of: id) { effect.enters = 1 << UInt8(mark) }
    }
    moves.append(
      Move(
        cause: cause, origin: origin, draws: draws, effect: effect, target: goal, phases: phases, makesCall: makesCall,
        entered: entered, claim: target.claim, range: range, line: line))
  }

  /// A `wait:` step inherits the open call where the flow gets there by what is no event; any other step closes it.
  private func goal(of target: Target, isEvent: Bool, from: Place) -> Move.Target {
    switch target.move {
    case .step(let id):
      let step = Int(id.index)
      let isWait = if case .wait = relation.steps[step].step.kind { true } else { false }
      let site = isWait && !isEvent ? from.site : nil
      let isOld = from.isOld || relation.marks.contains(id)
      return .place(Place(step: step, site: site, isAsking: true, hearing: from.hearing, isOld: isOld))
    case .end(let id): return .end(id)
    case .stay, .retry:
      return .place(
        Place(
          step: from.step, site: isEvent ? nil : from.site, isAsking: true, hearing: from.hearing, isOld: from.isOld))
    case .resume: return .resume
    }
  }
}

extension Move.Cause {
  var isEvent: Bool { if case .event = self { true } else { false } }
}

extension CallUse {
  /// Whether an argument comes out of the event, or is the user, and may be missing.
  func readsEvent(_ contract: Contract) -> Bool {
    let spec = contract[call]
    return spec.requiresField != nil || spec.each != nil || !spec.echoes.isEmpty
      || arguments.contains { argument in
        switch argument.source {
        case .event, .picked, .user: true
        case .literal, .input: false
        }
      }
  }
}
