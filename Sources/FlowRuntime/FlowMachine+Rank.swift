// SPDX-License-Identifier: Apache-2.0

import SDKContract

/// What comes while interrupts are open, and is not for the one at work.
extension FlowMachine {
  /// The event is not for the interrupt at work: it is for a frame below, for an interrupt of its own, or for nobody.
  @inline(never)
  mutating func deliverBelow(_ occurrence: Occurrence, _ mayEarn: Bool, _ effects: inout Effects) {
    let event = program.events[Int(occurrence.id)]
    if event.isTerminal { return shutDown(occurrence, event, &effects) }
    for index in below.indices.reversed() {
      guard program.reply(to: occurrence, atRow: below[index].row, answering: below[index].data) != 0 else { continue }
      return take(occurrence, event, at: index, mayEarn, &effects)
    }
    switch event.kind {
    case .interrupt where event.interrupt >= 0: interrupt(occurrence, event, &effects)
    case .result, .notice:
      // What is kept there may lead to a step that waits for it.
      guard let index = below.lastIndex(where: { !$0.kept.isEmpty }) else {
        effects.mark(now, .dropped(occurrence))
        return
      }
      keep(occurrence, at: index, mayEarn, &effects)
    case .challenge: keep(occurrence, at: 0, mayEarn, &effects)
    case .interrupt: takeUnlisted(occurrence, event, mayEarn, &effects)
    }
  }

  /// A frame below names it: an interrupt that ranks above all that is open there closes that; else it is kept.
  private mutating func take(
    _ occurrence: Occurrence, _ event: EventRow, at index: Int, _ mayEarn: Bool, _ effects: inout Effects
  ) {
    guard event.kind == .interrupt, event.rank > rankOnTop else {
      return keep(occurrence, at: index, mayEarn, &effects)
    }
    // What was kept there came before it.
    below[index].keep(occurrence, mayEarn: mayEarn)
    while below.count > index { leaveTop(&effects) }
    takeUp(&effects)
  }

  /// The flow has no step for the interrupt, and others are open.
  ///
  /// Where the flow would stay, what is open stays open too, so that nothing that wants an answer is closed without one.
  private mutating func takeUnlisted(
    _ occurrence: Occurrence, _ event: EventRow, _ mayEarn: Bool, _ effects: inout Effects
  ) {
    guard event.rank > rankOnTop else { return keep(occurrence, at: 0, mayEarn, &effects) }
    if program.hops[Int(program.rows[Int(below[0].row)].otherwise)].kind == .stay {
      effects.mark(now, .unlisted(occurrence))
      return
    }
    while !below.isEmpty { leaveTop(&effects) }
    forgetKept(&effects)
    takeAsUnnamed(occurrence, &effects)
  }

  /// The SDK has shut itself down: nothing that is open, or waits, has anything to wait for.
  private mutating func shutDown(_ occurrence: Occurrence, _ event: EventRow, _ effects: inout Effects) {
    if event.interrupt >= 0 { return interrupt(occurrence, event, &effects) }
    closeAll(&effects)
    forgetKept(&effects)
    deliver(occurrence, mayEarn: false, &effects)
  }

  /// Closes every interrupt, open or waiting.
  mutating func closeAll(_ effects: inout Effects) {
    while !below.isEmpty { leaveTop(&effects) }
    waiting.removeAll()
    settleTimes()
  }

  /// Closes every interrupt but the one at work.
  mutating func closeOthers(_ effects: inout Effects) {
    while below.count > 1 { drop(below.removeLast(), &effects) }
    waiting.removeAll()
    settleTimes()
  }

  private mutating func forgetKept(_ effects: inout Effects) {
    for occurrence in top.kept { effects.mark(now, .dropped(occurrence)) }
    top.kept = []
    top.fresh = 0
  }

  private mutating func keep(_ occurrence: Occurrence, at index: Int, _ mayEarn: Bool, _ effects: inout Effects) {
    let isClear = self.mayEarn(occurrence, keptAt: index, &effects)
    below[index].keep(occurrence, mayEarn: mayEarn && isClear)
    effects.mark(now, .kept(occurrence, step: below[index].step))
  }
}
