// SPDX-License-Identifier: Apache-2.0

import SDKContract

extension FlowMachine {
  /// An interrupt comes that the flow has a step for: it opens above a lower one, and waits for any other.
  mutating func interrupt(_ occurrence: Occurrence, _ event: EventRow, _ effects: inout Effects) {
    if event.isTerminal {
      closeAll(&effects)
      return open(occurrence, event, &effects)
    }
    if event.replaces { replace(occurrence.id, &effects) }
    guard event.rank > rankOnTop else {
      let wasBarred = isBarred
      waiting.append(occurrence)
      settleTimes()
      effects.mark(now, .queued(occurrence))
      // What is asked may have nothing left to offer.
      if event.barsCalls, !wasBarred, isBarred, top.request != 0, top.state == .waiting,
        program.offersCalls(atStep: top.step)
      {
        ask(&effects)
      }
      return
    }
    open(occurrence, event, &effects)
  }

  /// Closes an interrupt that asks, since it comes again; one whose call is open goes on with that.
  ///
  /// If another is above it, the later one then waits for its turn.
  private mutating func replace(_ id: UInt16, _ effects: inout Effects) {
    waiting.removeAll { $0.id == id }
    if !below.isEmpty, top.data?.id == id, !isCalling(top) {
      handDown(&effects)
      leaveTop(&effects)
    }
    closeBelow(id, sparingCalls: true, &effects)
    settleTimes()
  }

  /// The rank of the interrupt at work; 0 if the flow itself is, and above all others if it is a terminal one.
  var rankOnTop: UInt8 {
    guard !below.isEmpty, let event = program.steps[Int(top.step)].awaitedEvent else { return 0 }
    return program.events[event].isTerminal ? .max : program.events[event].rank
  }

  /// Whether the interrupt at work has a step at which nothing goes on.
  var isAtTerminal: Bool {
    guard !below.isEmpty, let event = program.steps[Int(top.step)].awaitedEvent else { return false }
    return program.events[event].isTerminal
  }

  private mutating func open(_ occurrence: Occurrence, _ event: EventRow, _ effects: inout Effects) {
    let step = UInt16(event.interrupt)
    below.append(top)
    top = Frame(step: step, row: program.steps[Int(step)].firstRow, data: occurrence)
    settleTimes()
    effects.mark(now, .interrupted(step: step))
    enter(step, with: occurrence, &effects)
  }

  /// Leaves the interrupt at work, for the highest that waits, or for what it interrupted.
  mutating func resume(saying say: Int16, _ effects: inout Effects) {
    guard !below.isEmpty, let event = top.data, !program.events[Int(event.id)].isTerminal else {
      return finish(.unhandled, &effects)
    }
    if !top.kept.isEmpty { handDown(&effects) }
    leaveTop(&effects)
    if say >= 0 { (top.say, top.news) = (say, .untold) }
    effects.mark(now, .resumed(step: top.step))
    settleTop(&effects)
  }

  /// The frame at work goes on: interrupts that wait and are higher open first, then what was kept for it is taken,
  /// then what is due, then its question is asked again.
  mutating func settleTop(_ effects: inout Effects) {
    if let next = nextWaiting { return openWaiting(next, &effects) }
    takeUp(&effects)
  }

  /// The frame at work takes what was kept for it, then what is due; then its question is asked again.
  mutating func takeUp(_ effects: inout Effects) {
    let (depth, asked) = (below.count, lastRequest)
    while !top.kept.isEmpty {
      deliverKept(&effects)
      // A call was made, or another frame is at work: what else is kept waits for its turn.
      guard !hasEnded, below.count == depth, top.state == .waiting else { return }
    }
    // A step that nobody can answer any more goes on by that, whatever time it is.
    if top.deadline <= now, !isSpent { return expire(&effects) }
    if lastRequest == asked { goOn(&effects) }
  }

  /// Asks again, or does what the step was kept from doing; waits if the step has made its call.
  private mutating func goOn(_ effects: inout Effects) {
    let step = program.steps[Int(top.step)]
    let isOpen = isCalling(top)
    // It is entered only now: interrupts that waited came first.
    if !isOpen, top.request == 0, top.deadline == .max { rearm() }
    if step.kind == .call, !isOpen, top.request == 0 { return call(step.callRow, with: [], &effects) }
    if step.kind == .gate { return askModules(&effects) }
    if !isOpen || step.kind == .wait || top.request != 0 { ask(&effects) }
  }

  /// The interrupt that is to open now, by its place among those that wait; nil if none is higher than what is open.
  var nextWaiting: Int? {
    let next = waiting.indices.max { left, right in
      let (low, high) = (program.events[Int(waiting[left].id)].rank, program.events[Int(waiting[right].id)].rank)
      return low == high ? left > right : low < high
    }
    return next.flatMap { program.events[Int(waiting[$0].id)].rank > rankOnTop ? $0 : nil }
  }

  mutating func openWaiting(_ place: Int, _ effects: inout Effects) {
    let occurrence = waiting.remove(at: place)
    open(occurrence, program.events[Int(occurrence.id)], &effects)
  }
}

extension StepRow {
  /// The event it is for, as an index; nil for none.
  var awaitedEvent: Int? { awaited == .max ? nil : Int(awaited) }
}
