// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// What people can do at the steps of a flow, and where it leads: of all that can happen there, choices, answers, and what the SDK
/// says to these.
///
/// Not among it are deadlines, errors, refusals and events that no call of the flow leads to: nobody brings these about.
struct OwnActions {
  /// A way from a step, by something that somebody does.
  struct Act {
    /// The step that it leads to; nil for an end.
    let to: Int?
    /// Where the author wrote it.
    let range: SourceRange
    /// The call that is made; nil for none.
    let call: CallFacts?
    /// What comes back from it; nil if nothing does, or nothing is waited for.
    let arrival: Arrival?
    /// Whether it is the way to an end that is no failure.
    let finishes: Bool
  }

  /// By step.
  private(set) var ways: [[Act]]

  private let relation: Relation
  private let moves: MoveTable

  init(_ relation: Relation, _ moves: MoveTable) {
    self.relation = relation
    self.moves = moves
    ways = Array(repeating: [], count: relation.steps.count)
    for facts in relation.steps where !facts.step.isInterrupt {
      let places = moves.places(of: facts.step.index, relation)
      // A `wait:` step to which a call is carried waits for what comes of that.
      let isCarriedTo = places.contains { $0.site != nil }
      for place in places {
        guard let site = place.site else {
          addActs(at: place)
          if facts.step.waitsForMore || facts.step.isWait && !isCarriedTo { addMore(at: place) }
          continue
        }
        addReplies(to: relation.sites[site].call, at: place)
      }
    }
  }

  /// The call that a step makes by itself, so that whoever presses what leads there makes it; nil for any other step.
  func callMade(at step: Int) -> CallFacts? {
    let facts = relation.steps[step]
    return facts.step.isCall ? facts.calls.first { $0.origin == .call } : nil
  }

  /// What somebody does where no call is open, and what the modules say to it.
  private mutating func addActs(at place: Place) {
    for move in moves.moves(at: place, relation) {
      switch move.cause {
      case .modules: add(move, nil, nil, at: place)
      case .person where !move.makesCall:
        // A check that errs is nothing that anybody does.
        if move.line == nil { add(move, nil, nil, at: place) }
      case .flow where move.origin == .exhausted: addSpending(move, at: place)
      case .person, .flow:
        // What leads away as soon as the SDK takes the call, or since nothing comes of it.
        if move.draws, !move.isTaking { add(move, call(move.origin, at: place), nil, at: place) }
      case .event, .time: continue
      }
    }
  }

  /// What the SDK says to an open call, but for errors.
  private mutating func addReplies(to call: CallFacts, at place: Place) {
    forEachReply(to: call, at: place) { move, arrival in add(move, call, arrival, at: place) }
  }

  /// A budget is spent by whoever can make the call again: by one that comes back to the step, or that nothing follows.
  private mutating func addSpending(_ spending: Move, at place: Place) {
    for site in relation.sites(of: place.step) {
      let call = relation.sites[site].call
      var again: Arrival?
      forEachReply(to: call, at: relation.place(afterTaking: site)) { move, arrival in
        if case .place(let next) = move.target, next.step == place.step, again == nil { again = arrival }
      }
      if again != nil || call.arrivals.isEmpty { add(spending, call, again, at: place) }
    }
  }

  /// More may come of a call that was made before; but not what comes of a call by which this challenge is answered.
  private mutating func addMore(at place: Place) {
    let contract = relation.flow.contract
    let own = relation.steps[place.step].step.awaited?.event
    for move in moves.moves(at: place, relation) {
      guard case .event(let signal) = move.cause, !signal.outcome.isError, !contract.isAnswered(own, by: signal.event)
      else { continue }
      for call in relation.sites.lazy.map(\.call) {
        for arrival in call.arrivals
        where arrival.event == signal.event && !arrival.isError && arrival.mayBe(move.line?.trigger, contract) {
          add(move, call, arrival, at: place)
        }
      }
    }
  }

  /// Visits what a place does with each reply that is no error, or with any where there are only errors.
  private func forEachReply(to call: CallFacts, at place: Place, _ body: (Move, Arrival) -> Void) {
    let contract = relation.flow.contract
    let own = relation.steps[place.step].step.awaited
    // Where nothing else can come of what somebody does, an error is what comes.
    let isSureError = call.arrivals.allSatisfy(\.isError)
    for arrival in call.arrivals where !arrival.isError || isSureError {
      var taken: [SourceRange] = []
      contract.forEachSignal(of: arrival, toldApartBy: relation.lines(at: place), own: own) { signal in
        for move in moves.moves(at: place, relation)
        where move.cause == .event(signal) && !taken.contains(move.range) {
          taken.append(move.range)
          body(move, arrival)
        }
      }
    }
  }

  private func call(_ origin: Origin, at place: Place) -> CallFacts? {
    relation.steps[place.step].calls.first { $0.origin == origin }
  }

  private mutating func add(_ move: Move, _ call: CallFacts?, _ arrival: Arrival?, at place: Place) {
    var (to, finishes): (Int?, Bool) = (nil, false)
    switch move.target {
    case .place(let next): to = next.step
    case .end(let end): finishes = relation.flow[end].outcome != .failure
    case .resume: break
    case .unhandled: return
    }
    ways[place.step].append(Act(to: to, range: move.range, call: call, arrival: arrival, finishes: finishes))
  }
}

extension Contract {
  /// Whether some call that answers a challenge leads to an event, so that this comes of no call before.
  fileprivate func isAnswered(_ challenge: EventID?, by event: EventID) -> Bool {
    guard let challenge, self[challenge].kind == .challenge else { return false }
    return calls.contains { call in
      call.answers.contains(challenge) && call.replies.contains { $0.event == event }
    }
  }
}

extension Arrival {
  /// Whether it may come as a line says; without a line, in any way.
  fileprivate func mayBe(_ trigger: Trigger?, _ contract: Contract) -> Bool {
    trigger.map { mayBe($0, contract) } ?? true
  }
}

extension Step {
  /// Whether what comes there may be the rest of what a call of another step leads to.
  fileprivate var waitsForMore: Bool {
    switch kind {
    case .event, .challenge: true
    case .call, .wait, .gate, .interrupt: false
    }
  }

  var isWait: Bool { if case .wait = kind { true } else { false } }
}
