// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// Whether sessions begin and end again and again while a run goes round among some steps: only then does a limit that counts `per: session`
/// limit nothing there.
///
/// The count begins again where the run enters the phase of signed-in users, and where it leaves it. It can do neither for ever without the
/// other. Where the flow cannot tell it counts as one that can.
struct SessionRounds {
  private let relation: Relation
  private let moves: MoveTable
  private let signedIn: PhaseID?
  /// What comes to do it by interrupts, which open at any moment; first above the flow, then above another interrupt, too.
  private let aboveSteps: Changes
  private let aboveInterrupts: Changes

  /// What may happen any number of times.
  private struct Changes {
    /// Whether the phase of signed-in users is entered.
    var enters = false
    /// Whether it is left.
    var leaves = false

    mutating func add(_ phase: UInt8?, _ signedIn: PhaseID) {
      guard let phase else { return }
      if phase == signedIn.index { enters = true } else { leaves = true }
    }

    mutating func add(_ call: CallFacts, _ contract: Contract, _ signedIn: PhaseID) {
      add(contract[call.use.call].entersPhase?.index, signedIn)
      // No call works any more after a terminal event.
      for reply in call.arrivals where !contract[reply.event].isTerminal {
        add(contract.phase(enteredBy: reply.event, reply.outcome)?.index, signedIn)
      }
    }
  }

  init(_ relation: Relation, _ moves: MoveTable) {
    (self.relation, self.moves) = (relation, moves)
    signedIn = relation.flow.contract.signedInPhase
    guard let signedIn else {
      (aboveSteps, aboveInterrupts) = (Changes(), Changes())
      return
    }
    let contract = relation.flow.contract
    func changes(of entries: [(entry: Int, event: EventID)]) -> Changes {
      var changes = Changes()
      for event in contract.events where event.kind == .notice { changes.add(event.phase?.index, signedIn) }
      for (entry, event) in entries {
        changes.add(contract[event].phase?.index, signedIn)
        for step in relation.region(of: entry) {
          for call in relation.steps[step].calls { changes.add(call, contract, signedIn) }
          for place in moves.places(of: step, relation) {
            for move in moves.moves(at: place, relation) + relation.unlistedMoves(at: place) where move.goesOn {
              changes.add(move.effect.phase, signedIn)
            }
          }
        }
      }
      return changes
    }
    let entries = relation.flow.interrupts.compactMap { step -> (entry: Int, event: EventID)? in
      guard let event = step.awaited?.event, !contract[event].isTerminal else { return nil }
      return (step.index, event)
    }
    aboveInterrupts = changes(of: entries)
    aboveSteps = changes(
      of: entries.filter { entry, event in
        relation.leadsBack(from: entry) || contract.events.contains { $0.cancels.contains(event) }
      })
  }

  /// Whether any number of sessions may begin or end while a run stays among some steps.
  func mayRepeat(among steps: Set<Int>) -> Bool {
    guard let signedIn, !relation.interruptsLeadOn else { return true }
    let isOfFlow = steps.allSatisfy { $0 < relation.flow.plainCount }
    var changes = isOfFlow ? aboveSteps : aboveInterrupts
    let places = steps.sorted().flatMap { moves.places(of: $0, relation) }
    let numbers = Dictionary(places.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let ways = places.map { place in
      (moves.moves(at: place, relation) + relation.unlistedMoves(at: place)).compactMap { move -> (Int, Move)? in
        guard case .place(let next) = move.target, let number = numbers[next] else { return nil }
        return (number, move)
      }
    }
    let group = ComponentSearch.components(of: places.count) { node in ways[node].map(\.0) }
      .numberOfEach(of: places.count)
    for (place, ways) in zip(places.indices, ways) {
      for (next, move) in ways where group[next] == group[place] {
        changes.add(move.effect.phase, signedIn)
        // Its reply may come late, whatever the step does until then.
        guard move.makesCall, move.draws else { continue }
        for call in relation.steps[places[place].step].calls where call.origin == move.origin {
          changes.add(call, relation.flow.contract, signedIn)
        }
      }
    }
    return changes.enters && changes.leaves
  }
}

extension StepGraph {
  /// The parts whose limit counts for each session, and that no way round which nothing else limits uses in one session after the other.
  func partsBoundInSession(_ relation: Relation, _ moves: MoveTable) -> Set<UseNetwork.Part> {
    let limited = relation.flow.steps.flatMap { step in
      ([.answer] + step.choices.indices.map { .choice($0) }).filter { step.scopedLimit(of: $0)?.scope == .session }
        .map { UseNetwork.Part(step: step.index, origin: $0) }
    }
    guard !limited.isEmpty else { return [] }
    let sessions = SessionRounds(relation, moves)
    var bound: Set<UseNetwork.Part> = []
    for group in components(where: { !$0.isBudgeted && $0.mayHappen }) {
      let here = limited.filter { group.contains($0.step) }
      if !here.isEmpty, !sessions.mayRepeat(among: Set(group)) { bound.formUnion(here) }
    }
    return bound
  }
}

extension Move {
  /// Whether the run is not over by it.
  fileprivate var goesOn: Bool {
    switch target {
    case .place, .resume: true
    case .end, .unhandled: false
    }
  }
}

extension Relation {
  /// The steps that an interrupt leads to without leaving what lies over the flow, its own included.
  fileprivate func region(of entry: Int) -> [Int] {
    var found = [entry]
    var next = 0
    while next < found.count {
      steps[found[next]].forEachTarget { target in
        guard case .step(let id) = target.move, flow[id].isInterrupt, !found.contains(Int(id.index)) else { return }
        found.append(Int(id.index))
      }
      next += 1
    }
    return found
  }

  /// Whether the flow goes on behind an interrupt.
  fileprivate func leadsBack(from entry: Int) -> Bool {
    region(of: entry).contains { step in
      steps[step].resumes
        || {
          var leads = false
          steps[step].forEachTarget { target in
            if case .step(let id) = target.move, !flow[id].isInterrupt { leads = true }
          }
          return leads
        }()
    }
  }
}
