// SPDX-License-Identifier: Apache-2.0

import SDKContract

extension FlowMachine {
  /// An interrupt comes that the flow has a step for: it opens above a lower one, and waits for any other.
  mutating func interrupt(_ occurrence: Occurrence, _ event: EventRow, _ effects: inout Effects) {
    if event.isTerminal {
      above.removeAll()
      waiting.removeAll()
      return open(occurrence, event, &effects)
    }
    if event.replaces {
      waiting.removeAll { $0.id == occurrence.id }
      if !above.isEmpty, top.data?.id == occurrence.id {
        above.removeLast()
        return open(occurrence, event, &effects)
      }
    }
    guard event.rank > rankOnTop else {
      waiting.append(occurrence)
      effects.mark(now, .queued(occurrence))
      return
    }
    open(occurrence, event, &effects)
  }

  /// The rank of the interrupt at work; 0 if the flow itself is.
  private var rankOnTop: UInt8 {
    guard !above.isEmpty, let event = program.steps[Int(top.step)].awaitedEvent else { return 0 }
    return program.events[event].rank
  }

  private mutating func open(_ occurrence: Occurrence, _ event: EventRow, _ effects: inout Effects) {
    // The question below is void: it is asked again under a new number.
    top.request = 0
    let step = UInt16(event.interrupt)
    above.append(Frame(step: step, row: program.steps[Int(step)].firstRow, data: occurrence))
    effects.mark(now, .interrupted(step: step))
    enter(step, with: occurrence, &effects)
  }

  /// Leaves the interrupt at work, for the highest that waits, or for what it interrupted.
  mutating func resume(saying say: Int16, _ effects: inout Effects) {
    guard !above.isEmpty else { return finish(.unhandled, &effects) }
    above.removeLast()
    if say >= 0 { top.say = say }
    effects.mark(now, .resumed(step: top.step))
    settleTop(&effects)
  }

  /// The frame at work goes on: interrupts that wait and are higher open first, then what was kept for it is taken,
  /// then what is due, then its question is asked again.
  mutating func settleTop(_ effects: inout Effects) {
    if let next = highestWaiting, program.events[Int(waiting[next].id)].rank > rankOnTop {
      let occurrence = waiting.remove(at: next)
      return open(occurrence, program.events[Int(occurrence.id)], &effects)
    }
    let depth = above.count
    while !top.kept.isEmpty {
      let occurrence = top.kept.removeFirst()
      let rest = top.kept
      top.kept = []
      deliver(occurrence, program.events[Int(occurrence.id)], &effects)
      guard !hasEnded else { return }
      // The rest is for whoever is at work now.
      top.kept = rest + top.kept
      if above.count != depth || top.state == .calling { return }
    }
    if top.deadline <= now { return expire(&effects) }
    guard top.request == 0 else { return }
    let isAnswered = program.rows[Int(top.row)].call >= 0 && program.steps[Int(top.step)].kind != .wait
    if !isAnswered { ask(&effects) }
  }

  private var highestWaiting: Int? {
    waiting.indices.max { left, right in
      let (low, high) = (program.events[Int(waiting[left].id)].rank, program.events[Int(waiting[right].id)].rank)
      return low == high ? left > right : low < high
    }
  }
}

extension StepRow {
  /// The event it is for, as an index; nil for none.
  var awaitedEvent: Int? { awaited == .max ? nil : Int(awaited) }
}
