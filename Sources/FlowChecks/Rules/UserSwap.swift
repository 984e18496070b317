// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract
import Values

/// A name that is given once something was shown, where the run need not see that it is another user: what two people have shown
/// would count as if one had.
enum UserSwap: Rule {
  static let code = DiagnosticCode("MFA438", "user-swap", .warning, isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    guard let graph = context.graph, !context.relation.earnable.isEmpty else { return }
    var ways: [SwapWays]?
    var entered: [Bool]?
    for facts in context.steps {
      let naming = zip(context.relation.sites(of: facts.step.index), facts.calls)
        .filter { context.relation.naming.contains($0.0) }.map(\.1)
      guard !naming.isEmpty else { continue }
      let withProof = entered ?? context.stepsEntered(withAnyOf: .max, graph)
      entered = withProof
      guard withProof[facts.step.index] else { continue }
      let known = ways ?? SwapWays.all(context, graph)
      ways = known
      for call in naming where known.contains(where: { $0.mayPass(call, of: facts, context) }) {
        let name = contract[call.use.call].name
        findings.append(
          finding(
            "another user may be named here: `\(name)` takes away nothing that was shown before",
            at: call.use.range,
            help:
              "ask for the name before the first proof is asked for; or say in the contract that `\(name)` takes the proofs away (`losesProofs: true`), or hands in no name (`namesNobody: true`)"
          ))
        break
      }
    }
  }
}

/// Where a proof of one user may be at hand, and from where it can be carried to a success under the name of another.
private struct SwapWays {
  /// The proof, as a bit of ``Relation/proofs``.
  private let proof: UInt32
  /// The places that a run may come to with the proof, before and after an event has named the user.
  private let before: Set<Place>
  private let after: Set<Place>
  /// The places from which a success is reached with it, whatever events name, and where none names anybody.
  private let carried: Set<Place>
  private let carriedUnnamed: Set<Place>
  /// By step: whether some way leads there with it.
  private let entered: [Bool]

  static func all(_ context: CheckContext, _ graph: StepGraph) -> [SwapWays] {
    var proofs: UInt32 = 0
    var moves: [(from: Place, move: Move)] = []
    for facts in context.steps {
      for place in context.moves.places(of: facts.step.index, context.relation) {
        for move in context.moves.moves(at: place, context.relation) {
          proofs |= move.effect.earns
          moves.append((place, move))
        }
      }
    }
    return (0..<UInt32.bitWidth).map { 1 << UInt32($0) }.filter { proofs & $0 != 0 }.map {
      SwapWays($0, moves, context, graph)
    }
  }

  private init(
    _ proof: UInt32, _ moves: [(from: Place, move: Move)], _ context: CheckContext, _ graph: StepGraph
  ) {
    self.proof = proof
    entered = context.stepsEntered(withAnyOf: proof, graph)
    (before, after) = Self.shown(proof, context)
    carried = Self.leading(to: moves.filter { !$0.move.isEnding(proof) }, context.flow)
    carriedUnnamed = Self.leading(
      to: moves.filter { !$0.move.isEnding(proof) && !context.flow.contract.namesUser($0.move) }, context.flow)
  }

  private static func shown(_ proof: UInt32, _ context: CheckContext) -> (before: Set<Place>, after: Set<Place>) {
    struct Stop: Hashable {
      let place: Place
      let hasShown: Bool
      let isNamed: Bool
    }
    var open = [Stop(place: Place(step: Int(context.flow.start.index)), hasShown: false, isNamed: false)]
    var known: Set<Stop> = []
    var found: (before: Set<Place>, after: Set<Place>) = ([], [])
    while let stop = open.popLast() {
      guard known.insert(stop).inserted else { continue }
      if stop.hasShown, stop.isNamed { found.after.insert(stop.place) }
      if stop.hasShown, !stop.isNamed { found.before.insert(stop.place) }
      for move in context.moves.moves(at: stop.place, context.relation) {
        guard case .place(let next) = move.target else { continue }
        open.append(
          Stop(
            place: next, hasShown: move.effect.earns & proof != 0 || stop.hasShown && !move.effect.loses,
            isNamed: stop.isNamed || context.flow.contract.namesUser(move)))
      }
    }
    return found
  }

  /// The places from which some of the moves, one after the other, lead to a success.
  private static func leading(to moves: [(from: Place, move: Move)], _ flow: Flow) -> Set<Place> {
    var sources: [Place: [Place]] = [:]
    var open: [Place] = []
    for (from, move) in moves {
      switch move.target {
      case .end(let end): if flow[end].outcome == .success { open.append(from) }
      case .place(let next): sources[next, default: []].append(from)
      // What is below the interrupt is not followed: it may go on to a success.
      case .resume: open.append(from)
      case .unhandled: break
      }
    }
    var known: Set<Place> = []
    while let place = open.popLast() {
      if known.insert(place).inserted { open += sources[place] ?? [] }
    }
    return known
  }

  /// Whether the proof may be at hand when a call is taken, and a success be reached with it though the call named another user.
  ///
  /// Where an event has named the user before, a run takes the proofs away by itself as soon as one names another.
  func mayPass(_ call: CallFacts, of facts: StepFacts, _ context: CheckContext) -> Bool {
    let places = context.moves.places(of: facts.step.index, context.relation)
    let isFollowed = places.contains { before.contains($0) || after.contains($0) }
    // Above which step an interrupt opens is not followed: there the user is taken to be named.
    let isAbove = !isFollowed && entered[facts.step.index]
    for place in places where place.isAsking {
      for move in context.moves.moves(at: place, context.relation) {
        guard move.origin == call.origin, move.makesCall, move.draws, !move.isEnding(proof) else { continue }
        if before.contains(place), leads(move, carried, context.flow) { return true }
        if isAbove || after.contains(place), leads(move, carriedUnnamed, context.flow) { return true }
      }
    }
    return false
  }

  private func leads(_ move: Move, _ places: Set<Place>, _ flow: Flow) -> Bool {
    switch move.target {
    case .place(let next): places.contains(next)
    case .end(let end): flow[end].outcome == .success
    case .resume: true
    case .unhandled: false
    }
  }
}

extension Move {
  /// Whether what one user has shown by a proof is no more once this has happened: all is taken away, or the next has shown it anew.
  fileprivate func isEnding(_ proof: UInt32) -> Bool { effect.loses || effect.earns & proof != 0 }
}

extension Contract {
  fileprivate func namesUser(_ move: Move) -> Bool {
    guard case .event(let signal) = move.cause else { return false }
    return self[signal.event].userField != nil
  }
}
