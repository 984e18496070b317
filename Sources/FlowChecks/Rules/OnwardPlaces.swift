// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning

/// From which places a run gets to an end by what users do, what their calls lead to, and time, without an event that nobody asked for.
///
/// Such an event need not come. A step that asks for nothing, or that no end can be reached from at all, counts as one from which it
/// does: that is looked at there.
struct OnwardPlaces {
  private let context: CheckContext
  /// The places that a run may come to, in the order in which they were found.
  private var places: [Place] = []
  /// By step: the number of its place at which no call is open, -1 where runs do not come there.
  private var idle: [Int]
  /// Those of all other places.
  private var numbers: [Place: Int] = [:]
  /// By step: which of these places belong to it.
  private var ofStep: [[Int]]
  /// By place: whether something leads on to an end from it.
  private var isLeading: [Bool] = []
  /// By place: where in `targets` stands to which places it leads.
  private var next: [Range<Int>] = []
  private var targets: [Int] = []

  /// - Parameters:
  ///   - canEnd: by step, whether an end can be reached.
  ///   - isClosed: whether a part of a step may be used up or hidden, so that it leads nowhere.
  init(_ context: CheckContext, _ canEnd: [Bool], isClosed: (StepFacts, Origin) -> Bool) {
    self.context = context
    let steps = context.everyStep
    ofStep = Array(repeating: [], count: steps.count)
    idle = Array(repeating: -1, count: steps.count)
    let untimed = Self.untimed(context)
    var leaving: [Int] = []
    _ = number(of: Place(step: Int(context.flow.start.index)))
    for facts in steps where facts.step.isInterrupt { _ = number(of: Place(step: facts.step.index)) }
    // By step: the parts that were asked for.
    var closed: [[(part: Origin, isClosed: Bool)]] = Array(repeating: [], count: steps.count)
    func mayBeClosed(_ facts: StepFacts, _ origin: Origin) -> Bool {
      switch origin {
      case .answer, .exhausted, .choice: break
      default: return false
      }
      let step = facts.step.index
      if let known = closed[step].first(where: { $0.part == origin }) { return known.isClosed }
      let answer = isClosed(facts, origin)
      closed[step].append((origin, answer))
      return answer
    }
    var index = 0
    while index < places.count {
      let first = targets.count
      defer {
        next.append(first..<targets.count)
        index += 1
      }
      let place = places[index]
      let facts = steps[place.step]
      var leaves = !facts.asks || facts.step.to != nil || !canEnd[place.step]
      for move in context.moves.moves(at: place, context.relation) {
        // What a call leads to comes though no other can be made.
        let isMade = move.cause == .person || move.cause == .modules || move.origin == .exhausted
        let isOnward =
          Self.isOnward(move) && !(move.cause == .time && untimed[place.step] && context.isOpenFromElsewhere(at: place))
          && !(isMade && mayBeClosed(facts, move.origin))
        switch move.target {
        case .end, .resume: leaves = leaves || isOnward
        case .place(let target):
          let target = number(of: target)
          if isOnward { targets.append(target) }
        case .unhandled: break
        }
      }
      if leaves { leaving.append(index) }
    }
    markLeading(from: leaving)
  }

  /// The number of a place, known from now on.
  private mutating func number(of place: Place) -> Int {
    if let known = known(place) { return known }
    let number = places.count
    if place.site == nil { idle[place.step] = number } else { numbers[place] = number }
    places.append(place)
    ofStep[place.step].append(number)
    isLeading.append(false)
    return number
  }

  /// Nil where runs do not come.
  private func known(_ place: Place) -> Int? {
    guard place.site == nil else { return numbers[place] }
    return idle[place.step] < 0 ? nil : idle[place.step]
  }

  /// Marks the places that lead to some, and those themselves.
  private mutating func markLeading(from leaving: [Int]) {
    guard !leaving.isEmpty else { return }
    var sources: [[Int]] = Array(repeating: [], count: places.count)
    for (source, leads) in next.enumerated() {
      for index in leads { sources[targets[index]].append(source) }
    }
    var open = leaving
    while let place = open.popLast() {
      guard !isLeading[place] else { continue }
      isLeading[place] = true
      open += sources[place]
    }
  }

  /// The `wait:` steps without a time of their own at which the time of another step's call may have passed: it does not begin again.
  private static func untimed(_ context: CheckContext) -> [Bool] {
    var untimed = context.everyStep.map { _ in false }
    var open: [Int] = []
    func mark(_ move: Move, leaving from: Int? = nil) {
      guard case .place(let next) = move.target, next.step != from, !untimed[next.step],
        context.isOpenFromElsewhere(at: next)
      else { return }
      let step = context.everyStep[next.step].step
      guard step.isWait, step.within == nil else { return }
      untimed[next.step] = true
      open.append(next.step)
    }
    for facts in context.everyStep {
      let waitsOn = facts.lineThatWaitsOn(context.flow.contract) != nil
      context.moves.forEachMove(at: facts.step.index) { move in
        if move.cause == .time { mark(move) } else if waitsOn { mark(move, leaving: facts.step.index) }
      }
    }
    while let step = open.popLast() {
      for place in context.moves.places(of: step, context.relation) where context.isOpenFromElsewhere(at: place) {
        // A call that is made has a time of its own.
        for move in context.moves.moves(at: place, context.relation) where !(move.makesCall && move.draws) {
          mark(move)
        }
      }
    }
    return untimed
  }

  private static func isOnward(_ move: Move) -> Bool {
    if case .event = move.cause { move.origin != .itself } else { true }
  }

  /// Whether a choice leads to a step that is none of some, or out of the flow.
  func leaves(_ round: Set<Int>, by choice: Int, at step: Int) -> Bool {
    ofStep[step].contains { place in
      leads(choice, from: places[place]) { !round.contains($0.step) || isOpen($0, choice) }
    }
  }

  /// Whether a run may come to a place of the step from which nothing leads on.
  func isStuck(at step: Int) -> Bool { ofStep[step].contains { !isLeading[$0] } }

  private func isOpen(_ place: Place, _ choice: Int) -> Bool {
    place.site.map { context.relation.sites[$0].call.origin == .choice(choice) } ?? false
  }

  /// The steps that a run comes to from a step without such an event, with the step itself.
  func round(from step: Int) -> Set<Int> {
    var known: Set<Int> = []
    var open = ofStep[step].filter { !isLeading[$0] }
    while let place = open.popLast() {
      if known.insert(place).inserted { open += targets[next[place]] }
    }
    return Set(known.map { places[$0].step })
  }

  /// Whether a choice leads on from any place of its step, if a run comes there.
  func leadsOn(_ choice: Int, at step: Int) -> Bool {
    ofStep[step].isEmpty || ofStep[step].contains { leadsOn(choice, from: places[$0]) }
  }

  private func leadsOn(_ choice: Int, from place: Place) -> Bool {
    leads(choice, from: place) {
      ($0.step != place.step || isOpen($0, choice)) && (known($0).map { isLeading[$0] } ?? false)
    }
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

extension CheckContext {
  /// Whether the call of another step is open at a place.
  fileprivate func isOpenFromElsewhere(at place: Place) -> Bool {
    place.site.map { relation.sites[$0].step != place.step } ?? false
  }
}
