// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract
import Synchronization

/// What can happen to a frame at a place, worked out once: runs come to the same few places again and again.
final class KnownPlace: Sendable {
  /// Something that the SDK may send to the frame.
  struct Coming {
    let signal: Signal
    /// Whether it comes as the reply to the open call.
    let isReply: Bool
    /// Whether it is none, and closes that call all the same.
    let closes: Bool
    /// Whether it comes as any interrupt does, since the frame does not take it for a reply.
    let isStray: Bool
  }

  /// As ``Relation/ownMoves(at:)`` tells them.
  let ownMoves: [Move]
  let comings: [Coming]
  /// What the frame does with what may come; nil where it takes that for no reply.
  private let taken: [(signal: Signal, moves: [Move]?)]

  init(_ place: Place, _ relation: Relation) {
    let contract = relation.flow.contract
    ownMoves = relation.ownMoves(at: place)
    var (comings, taken): ([Coming], [(signal: Signal, moves: [Move]?)]) = ([], [])
    /// Whether the frame takes a signal for a reply.
    @discardableResult
    func take(_ signal: Signal) -> Bool {
      if let known = taken.first(where: { $0.signal == signal }) { return known.moves != nil }
      let moves = Self.moves(taking: signal, at: place, relation)
      taken.append((signal, moves))
      return moves != nil
    }
    relation.forEachSignal(to: place) { signal, isReply in
      let isStray = !take(signal) && contract[signal.event].kind == .interrupt
      let closes = place.site.map { !relation.isAnswer(signal, to: $0) } ?? false
      comings.append(Coming(signal: signal, isReply: isReply, closes: closes, isStray: isStray))
    }
    for event in relation.interruptEvents { take(Signal(event, mode: nil, .success)) }
    self.comings = comings
    self.taken = taken
  }

  /// Whether what the frame takes for the reply to its call may be one to late calls, as bits of ``Relation/lateCalls``.
  func takesReply(thatMayBeOneTo late: UInt32) -> Bool {
    taken.contains { known in known.moves?.contains { $0.effect.doubt.sharedWith & late != 0 } ?? false }
  }

  /// What the frame does with a signal; nil for one that it takes for no reply.
  func takes(_ signal: Signal, _ place: Place, _ relation: Relation) -> [Move]? {
    for known in taken where known.signal.event == signal.event && known.signal == signal { return known.moves }
    return Self.moves(taking: signal, at: place, relation)
  }

  private static func moves(taking signal: Signal, at place: Place, _ relation: Relation) -> [Move]? {
    relation.isReply(signal, at: place) ? relation.moves(taking: signal, at: place) : nil
  }
}

/// The places of a relation that somebody has asked for.
///
/// Why behind a lock: several threads may look at a relation. What each finds does not depend on who was first.
final class KnownPlaces: Sendable {
  private struct State {
    /// By step: where no call is open.
    var idle: [KnownPlace?]
    /// By twice the call, and one more where somebody is asked meanwhile: where a step waits for its own call.
    var open: [KnownPlace?]
    var others: [Place: KnownPlace] = [:]
  }

  private let state: Mutex<State>

  init(steps: Int, sites: Int) {
    state = Mutex(
      State(idle: Array(repeating: nil, count: steps), open: Array(repeating: nil, count: 2 * sites)))
  }

  func place(_ place: Place, _ relation: Relation) -> KnownPlace {
    let open = place.site.flatMap { site in
      place.hearing == .own && relation.sites[site].step == place.step ? 2 * site + (place.isAsking ? 1 : 0) : nil
    }
    let known = state.withLock { state in
      if let open { return state.open[open] }
      return place.site == nil ? state.idle[place.step] : state.others[place]
    }
    if let known { return known }
    // Not while the others wait: working it out asks for no other place, but takes its time.
    let new = KnownPlace(place, relation)
    state.withLock { state in
      if let open {
        state.open[open] = new
      } else if place.site == nil {
        state.idle[place.step] = new
      } else {
        state.others[place] = new
      }
    }
    return new
  }
}
