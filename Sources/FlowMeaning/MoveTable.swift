// SPDX-License-Identifier: Apache-2.0

import FlowGraph

/// What can happen at each place of a flow, worked out once: the places at which no call is open, those at which a call of the
/// step is, and those that a call is carried to.
package struct MoveTable: Sendable {
  private let idle: [[Move]]
  private let open: [[Move]]
  private let sites: [Range<Int>]
  /// The other places that something leads to.
  private var more: [Place: [Move]] = [:]
  /// By step: those of its places.
  private var others: [Int: [Place]] = [:]

  package init(_ relation: Relation) {
    idle = relation.steps.indices.map { relation.moves(at: Place(step: $0)) }
    // Where a line leads away as soon as the call is taken, the step never waits for it.
    open = relation.sites.indices.map { site in
      relation.sites[site].call.departure == nil ? relation.moves(at: relation.place(afterTaking: site)) : []
    }
    sites = relation.steps.indices.map { relation.sites(of: $0) }
    var waiting: [Place] = []
    func look(_ moves: [Move]) {
      for move in moves {
        guard case .place(let place) = move.target, let site = place.site, relation.place(afterTaking: site) != place
        else {
          continue
        }
        waiting.append(place)
      }
    }
    for moves in idle { look(moves) }
    for moves in open { look(moves) }
    while let place = waiting.popLast() {
      guard more[place] == nil else { continue }
      let moves = relation.moves(at: place)
      more[place] = moves
      others[place.step, default: []].append(place)
      look(moves)
    }
  }

  /// What can happen at a place.
  package func moves(at place: Place, _ relation: Relation) -> [Move] {
    guard let site = place.site else { return idle[place.step] }
    if relation.place(afterTaking: site) == place { return open[site] }
    // To a place that is not here nothing leads but interrupts.
    return more[place] ?? relation.moves(at: place)
  }

  /// Visits what can happen at a step, whatever call of its own is open there.
  package func forEachOwnMove(at step: Int, _ body: (Move) -> Void) {
    for move in idle[step] { body(move) }
    for site in sites[step] {
      for move in open[site] { body(move) }
    }
  }

  /// Visits what can happen at a step, whatever call is open there.
  package func forEachMove(at step: Int, _ body: (Move) -> Void) {
    forEachOwnMove(at: step, body)
    for place in others[step] ?? [] {
      for move in more[place] ?? [] { body(move) }
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
