// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning

/// From which places a run gets to an end by what users do, what their calls lead to, and time, without an event that nobody asked for.
///
/// Such an event need not come. A step that asks for nothing, or that no end can be reached from at all, counts as one from which it
/// does: that is looked at there.
struct OnwardPlaces {
  private let context: CheckContext
  /// By step, the places of it that a run may come to.
  private var places: [[Place]]
  private var leading: Set<Place> = []
  private var next: [Place: [Place]] = [:]

  /// - Parameters:
  ///   - canEnd: by step, whether an end can be reached.
  ///   - isClosed: whether a part of a step may be used up or hidden, so that it leads nowhere.
  init(_ context: CheckContext, _ canEnd: [Bool], isClosed: (StepFacts, Origin) -> Bool) {
    self.context = context
    let steps = context.everyStep
    places = Array(repeating: [], count: steps.count)
    var known: Set<Place> = []
    var open = [Place(step: Int(context.flow.start.index))]
    open += steps.filter { $0.step.isInterrupt }.map { Place(step: $0.step.index) }
    var closed: Set<Part> = []
    for facts in steps {
      for origin in [.answer, .exhausted] + facts.step.choices.indices.map(Origin.choice) where isClosed(facts, origin)
      {
        closed.insert(Part(step: facts.step.index, origin: origin))
      }
    }
    let untimed = Self.untimed(context)
    var sources: [Place: [Place]] = [:]
    var leaving: [Place] = []
    while let place = open.popLast() {
      guard known.insert(place).inserted else { continue }
      places[place.step].append(place)
      let facts = steps[place.step]
      if !facts.asks || facts.step.to != nil || !canEnd[place.step] { leaving.append(place) }
      for move in context.moves.moves(at: place, context.relation) {
        // What a call leads to comes though no other can be made.
        let isMade = move.cause == .person || move.cause == .modules || move.origin == .exhausted
        let isOnward =
          Self.isOnward(move) && !(move.cause == .time && untimed[place.step])
          && !(isMade && closed.contains(Part(step: place.step, origin: move.origin)))
        switch move.target {
        case .end, .resume: if isOnward { leaving.append(place) }
        case .place(let next):
          open.append(next)
          guard isOnward else { continue }
          sources[next, default: []].append(place)
          self.next[place, default: []].append(next)
        case .unhandled: break
        }
      }
    }
    while let place = leaving.popLast() {
      if leading.insert(place).inserted { leaving += sources[place] ?? [] }
    }
  }

  private struct Part: Hashable {
    let step: Int
    let origin: Origin
  }

  /// The `wait:` steps without a time of their own to which a step leads that may have let the time of its call pass: it does not begin
  /// again.
  private static func untimed(_ context: CheckContext) -> [Bool] {
    var untimed = context.everyStep.map { _ in false }
    for facts in context.everyStep where facts.lineThatWaitsOn(context.flow.contract) != nil {
      context.moves.forEachMove(at: facts.step.index) { move in
        guard case .place(let next) = move.target, next.step != facts.step.index else { return }
        let step = context.everyStep[next.step].step
        if case .wait = step.kind, step.within == nil { untimed[next.step] = true }
      }
    }
    return untimed
  }

  private static func isOnward(_ move: Move) -> Bool {
    if case .event = move.cause { move.origin != .itself } else { true }
  }

  /// Whether a choice leads to a step that is none of some, or out of the flow.
  func leaves(_ round: Set<Int>, by choice: Int, at step: Int) -> Bool {
    places[step].contains { place in
      leads(choice, from: place) { !round.contains($0.step) || isOpen($0, choice) }
    }
  }

  /// The places of a step that a run may come to and that nothing leads on from.
  func stuck(at step: Int) -> [Place] { places[step].filter { !leading.contains($0) } }

  private func isOpen(_ place: Place, _ choice: Int) -> Bool {
    place.site.map { context.relation.sites[$0].call.origin == .choice(choice) } ?? false
  }

  /// The steps that a run comes to from a step without such an event, with the step itself.
  func round(from step: Int) -> Set<Int> {
    var known: Set<Place> = []
    var open = stuck(at: step)
    while let place = open.popLast() {
      if known.insert(place).inserted { open += next[place] ?? [] }
    }
    return Set(known.map(\.step))
  }

  /// Whether a choice leads on from any place of its step, if a run comes there.
  func leadsOn(_ choice: Int, at step: Int) -> Bool {
    places[step].isEmpty || places[step].contains { leadsOn(choice, from: $0) }
  }

  private func leadsOn(_ choice: Int, from place: Place) -> Bool {
    leads(choice, from: place) { ($0.step != place.step || isOpen($0, choice)) && leading.contains($0) }
  }

  /// Whether a choice leads out of the flow, or to a place of a sort.
  private func leads(_ choice: Int, from place: Place, to isMeant: (Place) -> Bool) -> Bool {
    context.moves.moves(at: place, context.relation).contains { move in
      guard move.origin == .choice(choice) else { return false }
      return switch move.target {
      case .end, .resume: true
      case .place(let next): isMeant(next)
      case .unhandled: false
      }
    }
  }
}
