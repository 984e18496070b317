// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A budget that is counted by itself, such as one that begins again in the course of a run, and to which ends runs come with it.
///
/// Of two runs that have come to the same place, only the one is followed that has spent less of it: it can do no less. What is found is at least what runs do: proofs and other budgets are left out, an interrupt is taken up at any of its places, and
/// an event that may name another user is taken to do so.
struct RefilledBudget {
  private struct State: Hashable {
    /// Of the flow below its interrupts.
    let place: Place
    /// That of the interrupt at work; nil for none.
    let top: Place?
    /// The phase, and what is known of the user; nothing else of it is followed.
    let assurance: Assurance
  }

  private static let mostStates = 60_000

  private let budget: SharedBudget
  private let context: CheckContext
  /// The places of interrupts that may change what can be reached, each with the event that leads there.
  private let tops: [(place: Place, event: EventID)]
  /// By how much is spent: those that were found and not followed yet.
  private var open: [[State]] = [[]]
  /// The least that is spent where runs come to a state.
  private var known: [State: Int] = [:]
  private var ends: Set<EndID> = []

  /// The ends of a flow that runs come to, with the budget and without it; nil where that is too much to follow.
  static func reachedEnds(
    counting budget: SharedBudget, _ context: CheckContext
  ) -> (with: Set<EndID>, without: Set<EndID>)? {
    var counting = RefilledBudget(budget, context)
    var free = counting
    guard counting.follow(isCounting: true), free.follow(isCounting: false) else { return nil }
    return (counting.ends, free.ends)
  }

  private init(_ budget: SharedBudget, _ context: CheckContext) {
    self.budget = budget
    self.context = context
    var tops: [(place: Place, event: EventID)] = []
    for step in context.flow.interrupts {
      guard let event = step.awaited?.event else { continue }
      let places = context.moves.places(of: step.index, context.relation)
      if Self.matters(step, places, event, budget, context) { tops += places.map { ($0, event) } }
    }
    self.tops = tops
  }

  /// Whether an interrupt does anything but come and go.
  private static func matters(
    _ step: Step, _ places: [Place], _ event: EventID, _ budget: SharedBudget, _ context: CheckContext
  ) -> Bool {
    let spec = context.flow.contract[event]
    if spec.phase != nil || budget.scope == .user && spec.userField != nil { return true }
    return places.contains { place in
      context.moves.moves(at: place, context.relation).contains { move in
        if move.effect.phase != nil || isDrawing(move, at: step, budget) { return true }
        return switch move.target {
        case .end(let end): context.flow[end].outcome == .success
        case .place(let next): next.step != step.index
        case .resume, .unhandled: false
        }
      }
    }
  }

  private static func isDrawing(_ move: Move, at step: Step, _ budget: SharedBudget) -> Bool {
    guard move.draws, step.sharedBudget(of: move.origin) == budget.name.value else { return false }
    switch move.cause {
    case .person, .flow: break
    // The use was counted when the call was taken.
    case .event, .time, .modules: return false
    }
    guard case .choice(let index) = move.origin else { return true }
    return !(step.choices[index].scopedMax?.isOfSuccesses ?? false)
  }

  /// - Returns: false if there is too much to follow.
  private mutating func follow(isCounting: Bool) -> Bool {
    let start = Place(step: Int(context.flow.start.index))
    visit(State(place: start, top: nil, assurance: followed(of: context.relation.first)), 0)
    while let spent = open.firstIndex(where: { !$0.isEmpty }), let state = open[spent].popLast() {
      guard known.count <= Self.mostStates else { return false }
      guard known[state] == spent else { continue }
      let place = state.top ?? state.place
      for move in ways(from: place) { follow(move, from: state, spent, isCounting) }
      guard !tops.isEmpty, !context.relation.isPassing(place) else { continue }
      if state.top != nil { passEvents(of: state, spent) }
      for top in tops {
        enter(context.relation.facts(of: top.event), naming: top.event, state.place, top.place, state, spent)
      }
    }
    return true
  }

  private func ways(from place: Place) -> [Move] {
    let relation = context.relation
    let moves = Array(context.moves.moves(at: place, relation))
    return relation.leadsOnUnnamed(at: place) ? moves + relation.unlistedMoves(at: place) : moves
  }

  private mutating func follow(_ move: Move, from state: State, _ spentBefore: Int, _ isCounting: Bool) {
    let place = state.top ?? state.place
    guard context.relation.allows(move, at: place, state.assurance) else { return }
    var spent = spentBefore
    if isCounting, Self.isDrawing(move, at: context.flow.steps[place.step], budget) {
      guard spent < budget.count.value else { return }
      spent += 1
    }
    var named: EventID?
    if case .event(let signal) = move.cause { named = signal.event }
    switch move.target {
    case .end(let end): ends.insert(end)
    case .unhandled: break
    case .resume: enter(move.effect, naming: named, state.place, nil, state, spent)
    case .place(let next):
      let isAbove = context.flow.steps[next.step].isInterrupt
      enter(move.effect, naming: named, isAbove ? state.place : next, isAbove ? next : nil, state, spent)
    }
  }

  /// What comes for the flow below an interrupt changes the phase at once, and is taken later.
  private mutating func passEvents(of state: State, _ spent: Int) {
    for move in ways(from: state.place) {
      guard case .event(let signal) = move.cause else { continue }
      enter(move.effect, naming: signal.event, state.place, state.top, state, spent)
    }
  }

  private mutating func enter(
    _ effect: Effect, naming event: EventID?, _ place: Place, _ top: Place?, _ before: State, _ spent: Int
  ) {
    let after = followed(of: effect.applied(to: before.assurance))
    let (old, new) = (before.assurance.phase, after.phase)
    let signedIn = context.flow.contract.signedInPhase?.index
    let beginsAnew =
      switch budget.scope {
      case .run: false
      case .session: new != old && (new == signedIn || old == signedIn)
      case .user:
        event.map { context.flow.contract[$0].userField != nil } ?? false
          && (!before.assurance.isNamed || effect.mayNameAnother(before.assurance))
      }
    visit(State(place: place, top: top, assurance: after), beginsAnew ? 0 : spent)
  }

  private func followed(of assurance: Assurance) -> Assurance {
    var followed = Assurance(phase: assurance.phase)
    (followed.isNamed, followed.mayBeRenamed) = (assurance.isNamed, assurance.mayBeRenamed)
    followed.late = assurance.late
    return followed
  }

  private mutating func visit(_ state: State, _ spent: Int) {
    if let known = known[state], known <= spent { return }
    known[state] = spent
    while open.count <= spent { open.append([]) }
    open[spent].append(state)
  }
}
