// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// The replies that a frame may take though they are no replies to a call of its own: what the SDK sends goes to the frame at work
/// first, if that expects the event at all, however it comes out there.
///
/// So an interrupt takes the reply to a call that is open below it, and a step the reply to a call that an interrupt has left open.
struct StrayReplies {
  private let relation: Relation
  /// Where a frame may lie below an interrupt, with what the SDK may send there.
  private let covered: [(place: Place, signals: Set<Signal>)]
  /// The replies to the calls that may be open still when their interrupt is gone.
  private let owed: Set<Signal>

  init(_ relation: Relation, _ table: MoveTable) {
    self.relation = relation
    func signals(to place: Place) -> Set<Signal> {
      var signals: Set<Signal> = []
      relation.forEachSignal(to: place) { signals.insert($0) }
      return signals
    }
    guard relation.steps.contains(where: \.step.isInterrupt) else {
      (covered, owed) = ([], [])
      return
    }
    covered = relation.steps.indices.flatMap { table.places(of: $0, relation) }.compactMap { place in
      relation.isPassing(place) ? nil : (place, signals(to: place))
    }
    owed = relation.steps.indices.filter { relation.mayOwe($0) }.reduce(into: []) { all, step in
      for site in relation.sites(of: step) { all.formUnion(signals(to: relation.place(afterTaking: site))) }
    }
  }

  /// What a frame at a place does with them.
  func moves(at place: Place) -> [Move] {
    guard !relation.isPassing(place) else { return [] }
    var strays: Set<Signal> = []
    let events = expected(at: place)
    for (below, signals) in covered where mayLie(place.step, over: below) {
      strays.formUnion(signals.lazy.filter { events.contains($0.event) })
    }
    strays.formUnion(owed.lazy.filter { events.contains($0.event) })
    var moves = strays.flatMap { relation.moves(taking: $0, at: place) }
    if !relation.steps[place.step].step.isInterrupt {
      for signal in owed where relation.flow.contract[signal.event].kind == .challenge && !events.contains(signal.event)
      {
        moves += relation.moves(takingUnlisted: signal.event, at: place)
      }
    }
    return moves
  }

  /// The events that are replies at a place: those to which the open call may lead, and those that a line names.
  private func expected(at place: Place) -> Set<EventID> {
    var events: Set<EventID> = []
    for line in relation.lines(at: place) {
      if case .event(let event, _, _) = line.trigger { events.insert(event) }
    }
    if let awaited = relation.steps[place.step].step.awaited { events.insert(awaited.event) }
    if let site = place.site { events.formUnion(relation.sites[site].call.arrivals.map(\.event)) }
    return events
  }

  /// Whether an interrupt may be open above a frame: its rank is higher, and the frame does not take its event.
  private func mayLie(_ step: Int, over below: Place) -> Bool {
    let (upper, lower) = (relation.steps[step].step, relation.steps[below.step].step)
    guard upper.isInterrupt, let event = upper.awaited?.event else { return false }
    let contract = relation.flow.contract
    if lower.isInterrupt {
      guard let other = lower.awaited?.event, !contract[event].isTerminal, !contract[other].isTerminal,
        contract[event].rank > contract[other].rank
      else { return false }
    }
    return !relation.isReply(Signal(event, mode: nil, .success), at: below)
  }
}
