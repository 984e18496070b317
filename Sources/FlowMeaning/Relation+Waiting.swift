// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// Interrupts that wait for another one, and those of which nobody knows whether they do.
///
/// One that waits and changes nothing by its arrival is not followed: it may as well come later. Only where the frame below has
/// something to take does that make a difference; there all open that may have waited.
extension Relation {
  /// The interrupts that may have waited, and whose arrival changed nothing: nothing but what the frame at work has still to take
  /// tells that from one that comes now.
  func openings(of waiting: UInt64, _ configuration: Configuration) -> [Passage] {
    guard !configuration.takesUp, configuration.top.hasToTake else { return [] }
    return entries.indices.compactMap { event in
      guard let entry = entries[event], waiting & waitingBit(of: entry) != 0, isFollowed[event],
        rank(of: entry) > rankOnTop(configuration), !configuration.waiting.contains(entry)
      else { return nil }
      // What a frame names is kept for it.
      let signal = Signal(EventID(index: UInt16(event)), mode: nil, .success)
      guard !configuration.frames.contains(where: { isReply(signal, at: $0.place) }) else { return nil }
      var opened = configuration
      open(entry, &opened)
      return passage(to: opened, from: configuration)
    }
  }

  /// The interrupts that may have waited under the frame at work, as a set of bits: those of no higher rank that do not close it.
  func mayWait(under configuration: Configuration) -> UInt64 {
    let rank = rankOnTop(configuration)
    let open = steps[configuration.top.place.step].step.awaited?.event
    return entries.indices.reduce(0) { bits, event in
      let spec = flow.contract.events[event]
      guard let entry = entries[event], !spec.isTerminal, spec.repetition != .replace, spec.rank <= rank,
        started.mayCome(EventID(index: UInt16(event)), at: configuration.frames[0].place.step),
        !(open.map { flow.contract.cancelled(by: spec).contains($0) } ?? false),
        configuration.hadNothingToChange & waitingBit(of: entry) != 0
          || !changes(Signal(EventID(index: UInt16(event)), mode: nil, .success), configuration.assurance)
      else { return bits }
      return bits | waitingBit(of: entry)
    }
  }

  /// Before something changes above the flow's own frame: the interrupts that may have come, and changed nothing.
  ///
  /// Of those that never change anything nothing need be noted.
  func noteNothingToChange(_ configuration: inout Configuration) {
    guard configuration.frames.count > 1 else { return }
    for event in interruptEvents {
      guard let entry = entries[Int(event.index)], !facts(of: event).changesNothing,
        !changes(Signal(event, mode: nil, .success), configuration.assurance)
      else { continue }
      configuration.hadNothingToChange |= waitingBit(of: entry)
    }
  }

  /// Whether an event changes what a run has come to by its mere arrival.
  func changes(_ signal: Signal, _ assurance: Assurance) -> Bool {
    facts(of: signal).applied(to: assurance) != assurance
  }

  /// Stands for an interrupt of the flow; those beyond the first 63 share one.
  func waitingBit(of entry: Int) -> UInt64 { 1 << UInt64(min(63, max(0, entry - flow.plainCount))) }

  /// An interrupt waits, behind those of its rank: in which order others came makes no difference.
  func wait(_ step: Int, _ configuration: inout Configuration) {
    let place = configuration.waiting.firstIndex { rank(of: $0) < rank(of: step) } ?? configuration.waiting.count
    configuration.waiting.insert(step, at: place)
  }
}

extension Configuration {
  /// Where no interrupt is open, none waits for one.
  mutating func forgetIfBare() {
    if frames.count == 1 { hadNothingToChange = 0 }
  }
}
