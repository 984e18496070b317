// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// The weakest proofs with which runs of a flow can be at each place: breadth first, so that the way to each is short.
///
/// Whoever has shown more at a place can do no less than whoever has shown less: only the weakest sets are followed.
/// Interrupts may come at every step, and `resume` adds nothing.
struct ProofStates {
  struct State {
    let place: ProofPlace
    let phase: UInt8
    /// What is shown, as a set of bits.
    let proofs: UInt64
    /// The state before it; -1 for the first.
    let parent: Int
    /// Where the author wrote the way here.
    let range: SourceRange?
    /// The state at the same place that was found before it; -1 for none.
    fileprivate var before = -1
  }

  /// A run that comes to where something is claimed.
  struct Arrival {
    enum Gate: Hashable {
      case end(EndID)
      /// A success end of a flow inside, by what it claims, and where the author wrote the way there.
      case passage(UInt16, SourceRange)
    }

    let gate: Gate
    /// Where it comes from, as an index of `states`.
    let from: Int
    let phase: UInt8
    let proofs: UInt64
    let range: SourceRange
  }

  /// More are never needed for a flow that people can read.
  private static let mostStates = 20_000

  let moves: ProofMoves
  private(set) var states: [State] = []
  private(set) var arrivals: [Arrival] = []
  /// Whether there were too many states to follow all.
  private(set) var isCut = false
  /// By the number of a place: the state that was found there last, -1 for none, and the ways out, nil where unknown.
  private var known: [(latest: Int, moves: [ProofMove]?)]
  /// The numbers of places that are no mere steps.
  private var numbers: [ProofPlace: Int] = [:]
  /// By end: whether anything is claimed there.
  private let isSuccess: [Bool]
  /// What was shown, and in which phase, when interrupts were followed.
  private var interrupted: [(phase: UInt8, proofs: UInt64)] = []

  init(_ flow: Flow, _ moves: ProofMoves) {
    self.moves = moves
    known = Array(repeating: (-1, nil), count: flow.steps.count)
    isSuccess = flow.ends.map { $0.outcome == .success }
    let (leaving, resuming) = Self.interrupts(moves)
    // A run that begins at a step for an event asks only once that is there.
    let first = flow[flow.start].awaited.map { ProofEffect(of: $0.event, in: flow.contract) } ?? .none
    let start = ProofPlace(step: Int(flow.start.index))
    visit(State(place: start, phase: first.phase ?? 0, proofs: 0, parent: -1, range: nil))
    var index = 0
    while index < states.count {
      let state = states[index]
      for move in ways(from: state.place) { follow(move, from: index) }
      for move in resuming { follow(move, from: index) }
      // Where an interrupt leads to does not depend on where it came.
      if isWeakest(state) { for move in leaving { follow(move, from: index) } }
      index += 1
    }
  }

  private mutating func ways(from place: ProofPlace) -> [ProofMove] {
    let number = number(of: place)
    if let ways = known[number].moves { return ways }
    let ways = moves.moves(from: place)
    known[number].moves = ways
    return ways
  }

  /// Most places are steps, and looking those up would take longer than all else.
  private mutating func number(of place: ProofPlace) -> Int {
    if place.carried == nil, !place.isResumed { return place.step }
    if let number = numbers[place] { return number }
    numbers[place] = known.count
    known.append((-1, nil))
    return known.count - 1
  }

  /// The ways from the start to a state, in their order.
  func way(to index: Int) -> [State] {
    var way: [State] = []
    var current = index
    while current >= 0 {
      way.append(states[current])
      current = states[current].parent
    }
    return way.reversed()
  }

  /// The way from the start to a state, for a reader.
  func route(to index: Int, in flow: Flow) -> [WayStep] {
    let states = way(to: index)
    return zip(states, states.dropFirst()).compactMap { before, state in
      let from = flow.steps[before.place.step].quoted
      let to = flow.steps[state.place.step].quoted
      guard let range = state.range else { return nil }
      return WayStep(from == to ? "\(from) goes on" : "\(from) leads to \(to)", at: range)
    }
  }

  private mutating func follow(_ move: ProofMove, from index: Int) {
    let state = states[index]
    guard move.phases & 1 << UInt64(state.phase) != 0 else { return }
    let phase = move.effect.phase ?? state.phase
    let proofs = move.effect.after(state.proofs)
    func arrive(_ gate: Arrival.Gate) {
      arrivals.append(Arrival(gate: gate, from: index, phase: phase, proofs: proofs, range: move.range))
    }
    if move.claim != 0 { arrive(.passage(move.claim, move.range)) }
    switch move.target {
    case .end(let end): if isSuccess[Int(end.index)] { arrive(.end(end)) }
    case .place(let place):
      visit(State(place: place, phase: phase, proofs: proofs, parent: index, range: move.range))
    case .back:
      var place = state.place
      place.isResumed = true
      visit(State(place: place, phase: phase, proofs: proofs, parent: index, range: move.range))
    }
  }

  /// The ways on from interrupts, and those back that change anything, each kind of change once.
  private static func interrupts(_ moves: ProofMoves) -> (leaving: [ProofMove], resuming: [ProofMove]) {
    var leaving: [ProofMove] = []
    var resuming: [ProofMove] = []
    for move in moves.ofInterrupts() {
      guard case .back = move.target else {
        leaving.append(move)
        continue
      }
      let isKnown = resuming.contains { $0.effect == move.effect }
      if !move.effect.changesNothing, !isKnown { resuming.append(move) }
    }
    return (leaving, resuming)
  }

  /// Whether nothing as weak was interrupted before.
  private mutating func isWeakest(_ state: State) -> Bool {
    let isKnown = interrupted.contains { $0.phase == state.phase && $0.proofs & ~state.proofs == 0 }
    if !isKnown { interrupted.append((state.phase, state.proofs)) }
    return !isKnown
  }

  private mutating func visit(_ state: State) {
    let number = number(of: state.place)
    var other = known[number].latest
    while other >= 0 {
      if states[other].phase == state.phase, states[other].proofs & ~state.proofs == 0 { return }
      other = states[other].before
    }
    guard states.count < Self.mostStates else { return isCut = true }
    states.append(state)
    states[states.count - 1].before = known[number].latest
    known[number].latest = states.count - 1
  }
}
