// SPDX-License-Identifier: Apache-2.0

import FlowGraph

/// What can happen at each place of a flow, worked out once: the places at which no call is open, those at which a call of the
/// step is, and those that a call is carried to.
package struct MoveTable: Sendable {
  /// Those of all places, one place behind the other.
  private let moves: [Move]
  /// By step and by site: where in `moves` those of the place stand.
  private let idle: [Range<Int>]
  private let open: [Range<Int>]
  private let sites: [Range<Int>]
  /// The other places that something leads to.
  private let more: [Place: Range<Int>]
  /// By step: those of its places.
  private let others: [Int: [Place]]

  package init(_ relation: Relation) {
    sites = relation.steps.indices.map { relation.sites(of: $0) }
    guard !relation.steps.isEmpty else {
      (moves, idle, open, more, others) = ([], [], [], [:], [:])
      return
    }
    var list = MoveList(relation, Place(step: 0))
    list.reserve(places: relation.steps.count + relation.sites.count)
    idle = relation.steps.indices.map { list.addAll(at: Place(step: $0)) }
    // Where a line leads away as soon as the call is taken, the step does not wait for it; but the flow may come back with the call.
    open = relation.sites.indices.map { site in
      relation.sites[site].call.departure == nil ? list.addAll(at: relation.place(afterTaking: site)) : 0..<0
    }
    var more: [Place: Range<Int>] = [:]
    var others: [Int: [Place]] = [:]
    var waiting: [Place] = []
    func look(_ range: Range<Int>) {
      for index in range {
        guard case .place(let place) = list.moves[index].target, let site = place.site,
          relation.place(afterTaking: site) != place || relation.sites[site].call.departure != nil
        else { continue }
        waiting.append(place)
      }
    }
    look(list.moves.indices)
    while let place = waiting.popLast() {
      guard more[place] == nil else { continue }
      let range = list.addAll(at: place)
      more[place] = range
      others[place.step, default: []].append(place)
      look(range)
    }
    moves = list.moves
    self.more = more
    self.others = others
  }

  /// What can happen at a place.
  package func moves(at place: Place, _ relation: Relation) -> ArraySlice<Move> {
    guard let site = place.site else { return moves[idle[place.step]] }
    if relation.sites[site].call.departure == nil, relation.place(afterTaking: site) == place {
      return moves[open[site]]
    }
    // To a place that is not here nothing leads but interrupts.
    return more[place].map { moves[$0] } ?? relation.moves(at: place)[...]
  }

  /// The places of a step at which a call is open that something leads to, and that at which none is.
  package func places(of step: Int, _ relation: Relation) -> [Place] {
    [Place(step: step)] + sites[step].filter { !open[$0].isEmpty }.map(relation.place(afterTaking:))
      + (others[step] ?? [])
  }

  /// Visits what can happen at a step, whatever call of its own is open there.
  package func forEachOwnMove(at step: Int, _ body: (Move) -> Void) {
    for index in idle[step] { body(moves[index]) }
    for site in sites[step] {
      for index in open[site] { body(moves[index]) }
    }
  }

  /// Visits what can happen at a step, whatever call is open there.
  package func forEachMove(at step: Int, _ body: (Move) -> Void) {
    forEachOwnMove(at: step, body)
    guard !others.isEmpty else { return }
    for place in others[step] ?? [] {
      for index in more[place] ?? 0..<0 { body(moves[index]) }
    }
  }
}

extension Relation {
  /// Where a step is once the SDK has taken one of its calls.
  package func place(afterTaking site: Int) -> Place {
    let step = sites[site].step
    let isWait = if case .wait = steps[step].step.kind { true } else { false }
    return Place(step: step, site: site, isAsking: isWait)
  }
}
