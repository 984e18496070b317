// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

extension FlowMachine {
  /// Takes a transition at the frame that is at work.
  ///
  /// - Parameter occurrence: the event that led there; nil if none did.
  mutating func follow(_ index: UInt16, with occurrence: Occurrence?, _ effects: inout Effects) {
    let hop = program.hops[Int(index)]
    moves &+= 1
    guard moves <= FlowMachine.moveLimit else {
      effects.mark(now, .tooManyMoves(step: top.step))
      return finish(.unhandled, &effects)
    }
    effects.mark(now, .took(hop: index, step: top.step))
    if hop.claim != .none, !holds(hop.claim) { return finish(.goalNotReached(nil), for: .claim(hop.claim), &effects) }
    switch hop.kind {
    case .step:
      guard below.isEmpty || !isAtTerminal else { return finish(.unhandled, &effects) }
      go(to: hop, with: occurrence, &effects)
    case .end:
      if let occurrence { top.data = occurrence }
      finish(at: hop, &effects)
    case .unhandled: finish(.unhandled, &effects)
    case .stay, .retry:
      if hop.say >= 0 { (top.say, top.news) = (hop.say, .none) }
      let hadNone = top.data == nil
      if let occurrence, program.isOwn(occurrence, program.steps[Int(top.step)]) { top.data = occurrence }
      if occurrence != nil { rearm() }
      answerOrAsk(program.steps[Int(top.step)], hasEvent: hadNone && top.data != nil, &effects)
    case .resume: resume(saying: hop.say, &effects)
    }
  }

  /// Goes to a step of the flow.
  ///
  /// An interrupt that goes there is left, and so is what the flow was doing below it.
  @inline(__always)
  private mutating func go(to hop: Hop, with occurrence: Occurrence?, _ effects: inout Effects) {
    // A message that no question has shown yet goes along.
    let wasShown = top.request != 0 || !below.isEmpty
    if !below.isEmpty { leaveInterrupts(for: program.steps[Int(hop.target)], &effects) }
    if hop.say >= 0 || wasShown { (top.say, top.news) = (hop.say, .none) }
    enter(hop.target, with: occurrence, &effects)
  }

  /// Closes all that is open above the flow.
  ///
  /// A `wait:` step keeps the call of the interrupt that leads there, and a step that is for the interrupt's own event
  /// keeps that.
  private mutating func leaveInterrupts(for target: StepRow, _ effects: inout Effects) {
    let left = top
    release(below[0].kept, &effects)
    for frame in below.dropFirst() { leave(frame, &effects) }
    if target.kind == .wait { release(left.kept, &effects) } else { leave(left, &effects) }
    giveUp(below[0].row, due: below[0].replyDue, isForAnother: below[0].isForAnother, isOld: below[0].isOld)
    top = below[0]
    below.removeAll()
    settleTimes()
    top.kept = []
    top.fresh = 0
    if target.kind == .wait || left.data?.id == target.awaited { top.data = left.data }
    guard target.kind == .wait else { return }
    top.row = left.row
    top.deadline = left.deadline
    top.replyDue = left.replyDue
    (top.isForAnother, top.isVoid, top.isOld) = (left.isForAnother, left.isVoid, left.isOld)
  }

  private mutating func leave(_ frame: Frame, _ effects: inout Effects) {
    release(frame.kept, &effects)
    leaveCall(of: frame, &effects)
  }

  /// What was kept for a step that is left: an interrupt opens by its entry, before the next step begins; all else is dropped.
  private mutating func release(_ kept: [Occurrence], _ effects: inout Effects) {
    for occurrence in kept {
      let event = program.events[Int(occurrence.id)]
      guard event.kind == .interrupt, event.interrupt >= 0 else {
        effects.mark(now, .dropped(occurrence))
        continue
      }
      if event.replaces { waiting.removeAll { $0.id == occurrence.id } }
      waiting.append(occurrence)
      effects.mark(now, .queued(occurrence))
    }
  }

  /// Goes to a step of the flow, or opens the step of an interrupt that was just put on top.
  mutating func enter(_ step: UInt16, with occurrence: Occurrence?, _ effects: inout Effects) {
    let row = program.steps[Int(step)]
    effects.mark(now, .entered(step: step))
    // The contract excludes what the checker could not see; an SDK may send it all the same.
    if let occurrence, row.awaited != .max,
      occurrence.id != row.awaited || row.isNarrowed && !program.isOwn(occurrence, row)
    {
      return finish(.unhandled, &effects)
    }
    if row.after >= 0 { beginAnew(after: Int(row.after)) }
    let carried = row.kind == .wait ? program.row(carriedFrom: top.row, into: step) : nil
    top.step = step
    top.refusals = 0
    top.refusal = 0
    top.request = 0
    if let carried {
      top.row = carried
      if row.after >= 0, program.rows[Int(carried)].call >= 0 { top.isOld = true }
      if row.within > 0 { top.deadline = now + row.within }
    } else {
      giveUp(top.row, due: top.replyDue, isForAnother: top.isForAnother, isOld: top.isOld)
      top.row = row.firstRow
      // A choice may go back to the step of the very event that is open.
      if row.kind != .wait, occurrence != nil || top.data?.id != row.awaited { top.data = occurrence }
      top.deadline = row.within > 0 ? now + row.within : .max
    }
    if row.after >= 0 { age() }
    if row.requires, !meetsRequirement(ofStep: step) { return fallShort(atStep: step, &effects) }
    // Interrupts that waited for the one that was left come first.
    if below.isEmpty, !waiting.isEmpty {
      // The step has not begun, and neither has its time; that of a call which it inherits goes on.
      if carried == nil { top.deadline = .max }
      return settleTop(&effects)
    }
    if row.kind == .call { return call(row.callRow, with: [], &effects) }
    if row.kind == .gate { return askModules(&effects) }
    if row.to != Hop.none { return follow(row.to, with: nil, &effects) }
    answerOrAsk(row, hasEvent: occurrence != nil, &effects)
  }

  /// A step that has its event makes its automatic choice, or asks.
  @inline(__always)
  private mutating func answerOrAsk(_ row: StepRow, hasEvent: Bool, _ effects: inout Effects) {
    if hasEvent, row.hasAutos, pressAutomatic(row, &effects) { return }
    ask(row, &effects)
  }

  /// The first automatic choice that is offered is made, but for those that have to be confirmed.
  ///
  /// A condition that errs may be that of a choice which was to come first: then the user is asked. So is the user where such a choice
  /// only has to wait, since it has to cool down or its call is owed.
  private mutating func pressAutomatic(_ row: StepRow, _ effects: inout Effects) -> Bool {
    let step = program.flow.steps[Int(top.step)]
    for index in step.autos where step.choices[index].confirm == nil {
      switch offer(of: index, ignoringCooldown: true) {
      case .hidden, .spent: continue
      case .failed(let why):
        effects.mark(now, .guardFailed(step: top.step, choice: Int16(index), why: why))
        return false
      case .offered:
        if let ready = readyAt(program.rows[Int(row.choices.lowerBound) + index]), ready > now { return false }
        effects.mark(now, .answered(request: 0, step: top.step, choice: Int16(index)))
        press(row.choices.lowerBound + UInt16(index), &effects)
        return true
      }
    }
    return false
  }

  /// Presses a choice: a call is made, or the flow goes where the choice goes.
  mutating func press(_ rowIndex: UInt16, _ effects: inout Effects) {
    let row = program.rows[Int(rowIndex)]
    guard row.call < 0 else { return call(rowIndex, with: [], &effects) }
    draw(on: row)
    top.request = 0
    follow(row.accepted, with: nil, &effects)
  }

  /// Counts a use of a call or choice.
  mutating func draw(on row: Row) {
    if row.counter >= 0 { counters[Int(row.counter)] &+= 1 }
    if row.scopedCounter >= 0, !row.isDrawnBySuccess { counters[Int(row.scopedCounter)] &+= 1 }
    if row.cooldown >= 0 {
      if cooldowns.isEmpty { cooldowns = Array(repeating: .min, count: program.cooldownCount) }
      cooldowns[Int(row.cooldown)] = now
    }
    if row.isAnswer {
      let counter = program.steps[Int(row.step)].triesCounter
      if counter >= 0 { counters[Int(counter)] &+= 1 }
    }
  }

  /// Asks the question of the step at work, under a new number.
  mutating func ask(_ effects: inout Effects) {
    ask(program.steps[Int(top.step)], &effects)
  }

  @inline(__always)
  private mutating func ask(_ row: StepRow, _ effects: inout Effects) {
    // A step that is for an event has nothing to ask before it has come.
    guard top.data != nil || row.awaited == .max else { return }
    if row.requires, !meetsRequirement(ofStep: top.step) { return fallShort(atStep: top.step, &effects) }
    if hasNoTries(row) {
      effects.mark(now, .spent(step: top.step))
      return follow(exhausted(program.rows[Int(top.row)]), with: nil, &effects)
    }
    if row.picks > 0 { notePicks(&effects) }
    // Why the layers are looked at first: to ask a machine a question copies all of it.
    let isAlone = below.isEmpty && waiting.isEmpty
    let isSure = row.onlyWaits || row.mayWait || (row.offersIn & (1 << phase) != 0 && (isAlone || !isBarred))
    if !isSure, !offersSomething(row, &effects) {
      effects.mark(now, .exhausted(step: top.step))
      return follow(exhausted(program.rows[Int(top.row)]), with: nil, &effects)
    }
    lastRequest &+= 1
    top.request = lastRequest
    if top.news == .untold { top.news = .shown }
    let say = top.say >= 0 ? top.say : row.say
    effects.mark(now, .asked(request: lastRequest, step: top.step, say: say))
    effects.actions.append(.ask(request: lastRequest))
  }

  private func exhausted(_ row: Row) -> UInt16 { row.exhausted != Hop.none ? row.exhausted : row.otherwise }

  private func offersSomething(_ row: StepRow, _ effects: inout Effects) -> Bool {
    if canSubmit(row, onceFree: true) { return true }
    return (0..<row.choices.count).contains { index in
      // What only has to cool down will be offered.
      isOffered(index, &effects, ignoringCooldown: true)
    }
  }

  /// The step's own deadline begins now.
  mutating func rearm() {
    let within = program.steps[Int(top.step)].within
    top.deadline = within > 0 ? now + within : .max
  }

  /// Whether the step at work, where no call is open, has no tries left.
  var isSpent: Bool { hasNoTries(program.steps[Int(top.step)]) && !isCalling(top) }

  @inline(__always)
  private func hasNoTries(_ row: StepRow) -> Bool { row.tries > 0 && counters[Int(row.triesCounter)] >= row.tries }

  /// Time has passed: what is due at the frame at work.
  mutating func expire(_ effects: inout Effects) {
    guard top.deadline <= now, top.state == .waiting else { return }
    effects.mark(now, .timedOut(step: top.step))
    top.deadline = .max
    let row = program.rows[Int(top.row)]
    follow(row.timeout != Hop.none ? row.timeout : row.otherwise, with: nil, &effects)
  }
}
