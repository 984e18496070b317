// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// Which interrupts of a flow have to be followed, since they may change what a run goes on with.
///
/// One that changes nothing and leads back is as if it had not come; of one that merely names a user, the arrival is enough. One that
/// leads to nothing but ends without success is of no use to anybody either, as long as nothing that comes later closes it. Most flows
/// have no others.
struct FollowedInterrupts {
  private enum Sort: Equatable {
    /// It changes nothing, and leads back or to an end without success.
    case idle
    /// It leads back in the same way, and names a user: so does nothing that comes of it but in the same way.
    case naming
    /// It leads to nothing but ends without success, and may change something before.
    case final(changes: Bool)
    /// It passes a success end.
    case claiming
    /// It leads to a step of the flow.
    case leading
    case other

    var isFinal: Bool { if case .final = self { true } else { false } }
  }

  /// By event of the contract.
  let isFollowed: [Bool]
  /// By event of the contract: those that need not be followed, but of which the arrival makes a difference.
  let isNoted: [Bool]

  /// - Parameter table: what can happen at each place, whatever is wrong there.
  init(_ relation: Relation, _ table: MoveTable) {
    let events = relation.flow.contract.events
    let sorts = events.indices.map { event -> Sort? in
      relation.entries[event].map { Self.sort(of: $0, relation, table) }
    }
    let closers = Self.closers(relation)
    let lowestKept = Self.lowestKept(relation)
    let hasClaims = sorts.contains { $0 == .claiming }
    let isFollowed = events.indices.map { event in
      guard events[event].kind == .interrupt else { return false }
      switch sorts[event] {
      case .idle?, .naming?:
        // Above another it keeps what that waits for, while something else changes.
        return events.indices.contains { other in
          guard let entry = relation.entries[other], events[other].rank < events[event].rank else { return false }
          guard sorts[other] == .other || sorts[other] == .claiming || sorts[other] == .leading else { return false }
          return relation.steps[entry].calls.contains { !$0.arrivals.isEmpty } || Self.leadsToCall(entry, relation)
        } || lowestKept.map { $0 <= events[event].rank } ?? false || Self.holdsUp(events[event].rank, relation)
      case .final(let changes)?:
        // Above a terminal one nothing opens but another.
        let isClosed =
          events.indices.contains { other in
            !(sorts[other]?.isFinal ?? false) && !events[event].isTerminal
              && events[other].cancels.contains { Int($0.index) == event }
          } || !events[event].isTerminal && closers.contains { $0 > events[event].rank }
        // One above it that leads on leaves behind what it has changed, and what comes of a call open in it, or in one that it takes back.
        let isBelowLeading =
          !events[event].isTerminal
          && events.indices.contains { sorts[$0] == .leading && events[$0].rank > events[event].rank }
        let gone = [event] + relation.flow.contract.cancelled(by: events[event]).map { Int($0.index) }
        let leavesCall = gone.contains { relation.entries[$0].map(relation.mayOwe) ?? false }
        return hasClaims || isClosed || isBelowLeading && (changes || leavesCall)
      case .claiming?, .leading?, .other?: return true
      // Without an entry it is taken by `else`, and closes what is open.
      case nil: return false
      }
    }
    self.isFollowed = isFollowed
    isNoted = events.indices.map { sorts[$0] == .naming && !isFollowed[$0] && !events[$0].isTerminal }
  }

  private static func sort(of interrupt: Int, _ relation: Relation, _ table: MoveTable) -> Sort {
    guard let awaited = relation.steps[interrupt].step.awaited else { return .other }
    // The reply to a call may do something when the interrupt is gone, and one that comes may take another back.
    let reachesBeyond =
      relation.mayOwe(interrupt)
      || !relation.flow.contract.cancelled(by: relation.flow.contract[awaited.event]).isEmpty
    let facts = relation.facts(of: awaited.event)
    var resumes = false
    var changes = !facts.onlyNames || takesOthers(interrupt, relation)
    func changesMore(_ effect: Effect) -> Bool { !effect.changesNothing && !effect.isAs(facts) }
    // Its places are few, and compared faster than hashed.
    var places = [Place(step: interrupt)]
    var index = 0
    while index < places.count {
      let place = places[index]
      index += 1
      for move in table.moves(at: place, relation) where !relation.isBroken(move) {
        if move.claim != .none { return .claiming }
        switch move.target {
        case .resume:
          resumes = true
          changes = changes || changesMore(move.effect)
        case .end(let end): if relation.flow.ends[Int(end.index)].outcome == .success { return .claiming }
        case .unhandled: continue
        case .place(let next):
          guard next.step == interrupt else { return .leading }
          changes = changes || changesMore(move.effect)
          if !places.contains(next) { places.append(next) }
        }
      }
    }
    if !resumes { return .final(changes: changes || !facts.changesNothing) }
    return changes || reachesBeyond ? .other : facts.changesNothing ? .idle : .naming
  }

  /// Whether an interrupt may take the reply to a call below it for that to its own: then its own one comes late, or for another.
  private static func takesOthers(_ interrupt: Int, _ relation: Relation) -> Bool {
    let own = Set(relation.sites(of: interrupt).flatMap { relation.sites[$0].call.arrivals.map(\.event) })
    return !own.isEmpty
      && relation.sites.contains { site in
        site.step != interrupt && site.call.arrivals.contains { own.contains($0.event) }
      }
  }

  /// The lowest rank of an interrupt that may be kept below another, and be followed by what else is kept; nil if there is none.
  ///
  /// A step names it by a line that leads on; or it has no entry, and a step takes it by such an `else`.
  private static func lowestKept(_ relation: Relation) -> Int? {
    [lowestNamed(relation), lowestUnlisted(relation)].compactMap(\.self).min()
  }

  private static func lowestNamed(_ relation: Relation) -> Int? {
    var lowest: Int?
    for facts in relation.steps where !facts.step.isInterrupt && !facts.calls.isEmpty {
      facts.forEachLine { line in
        guard case .event(let event, _, _) = line.trigger else { return }
        let spec = relation.flow.contract[event]
        guard spec.kind == .interrupt, !spec.isTerminal else { return }
        if case .end = line.target.move { return }
        lowest = min(lowest ?? spec.rank, spec.rank)
      }
    }
    return lowest
  }

  private static func lowestUnlisted(_ relation: Relation) -> Int? {
    let events = relation.flow.contract.events
    let leadsOn = relation.steps.contains { facts in
      guard !facts.step.isInterrupt, !facts.calls.isEmpty, let otherwise = facts.otherwise else { return false }
      return if case .end = otherwise.target.move { false } else { true }
    }
    guard leadsOn else { return nil }
    return events.indices.filter { event in
      events[event].kind == .interrupt && relation.entries[event] == nil && !events[event].isTerminal
    }.map { events[$0].rank }.min()
  }

  /// Whether an interrupt of a rank may wait for one that leads to a call or a gate: then it opens before that is made or asked, and
  /// something may come that the step takes instead, or after which the call is not legal any more.
  private static func holdsUp(_ rank: Int, _ relation: Relation) -> Bool {
    relation.steps.contains { facts in
      guard relation.leadsToActing[facts.step.index], let event = facts.step.awaited?.event,
        relation.flow.contract[event].rank >= rank
      else { return false }
      var mayTake = false
      facts.forEachTarget { target in
        guard case .step(let id) = target.move else { return }
        relation.forEachSignal(to: Place(step: Int(id.index))) { _ in mayTake = true }
        mayTake = mayTake || !relation.owable.isEmpty && relation.isPassing(Place(step: Int(id.index)))
      }
      return mayTake || leadsToCall(facts.step.index, relation)
    }
  }

  /// Whether an interrupt leads to a call that is not legal in every phase: what has come meanwhile may have changed the phase.
  private static func leadsToCall(_ interrupt: Int, _ relation: Relation) -> Bool {
    guard relation.leadsToActing[interrupt] else { return false }
    var leads = false
    relation.steps[interrupt].forEachTarget { target in
      guard case .step(let id) = target.move, case .call(let use) = relation.flow[id].kind else { return }
      leads = leads || !relation.flow.contract[use.call].phases.isEmpty
    }
    return leads
  }

  /// The ranks of the interrupts that a plain step takes itself, by a line or by `else`: these close what ranks lower.
  private static func closers(_ relation: Relation) -> Set<Int> {
    let contract = relation.flow.contract
    var ranks: Set<Int> = []
    for index in contract.events.indices
    where contract.events[index].kind == .interrupt && relation.entries[index] == nil {
      ranks.insert(contract.events[index].rank)
    }
    for facts in relation.steps where !facts.step.isInterrupt {
      facts.forEachLine { line in
        guard case .event(let event, _, _) = line.trigger, contract[event].kind == .interrupt else { return }
        ranks.insert(contract[event].rank)
      }
    }
    return ranks
  }
}
