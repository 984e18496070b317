// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import SDKContract
import Values

/// The users of an SDK that keeps to its contract: it names the one whom the last call has named that it took, and in the reply to a call
/// the one whom it took the call for.
///
/// Where no call may say who the user is, another may come with whatever takes the proofs away.
struct SDKUsers {
  private let program: Program
  private let count: Int
  private var names: NamedUsers
  private let mayBeNamed: Bool

  init(_ program: Program, count: Int) {
    self.program = program
    self.count = count
    names = NamedUsers(program)
    mayBeNamed = program.mayNameUsers
  }

  /// What may happen, for each user who may be named by it.
  mutating func moves(
    _ moves: [(move: RunPoint.Stimulus, isInterrupt: Bool)], at point: RunPoint
  ) -> [(move: RunPoint.Stimulus, isInterrupt: Bool)] {
    guard count > 1 else { return moves }
    return moves.flatMap { move, isInterrupt in
      switch move.moment.happening {
      case .event(let occurrence): named(move, occurrence, at: point).map { ($0, isInterrupt) }
      case .answer(nil, let values): typed(move, values, at: point).map { ($0, isInterrupt) }
      case .accepted: taken(move, at: point).map { ($0, isInterrupt) }
      default: [(move, isInterrupt)]
      }
    }
  }

  private var users: [Int] { Array(0..<count) }

  private func taken(_ move: RunPoint.Stimulus, at point: RunPoint) -> [RunPoint.Stimulus] {
    guard let call = point.machine.callAtWork else { return [move] }
    if !mayBeNamed {
      let takesAway = program.flow.contract[call.call].losesProofs
      return takesAway ? users.map { RunPoint.Stimulus(move.moment, naming: $0) } : [move]
    }
    guard let former = point.formerUser, !program.mayNameUser(row: point.machine.pendingRow) else { return [move] }
    return [move, RunPoint.Stimulus(move.moment, takenFor: former)]
  }

  private mutating func named(_ move: RunPoint.Stimulus, _ occurrence: Occurrence, at point: RunPoint) -> [RunPoint
    .Stimulus]
  {
    let own = move.debt.map { point.debts[$0].user } ?? point.user
    let brings = names.mayBring(another: occurrence)
    return (brings ? users : [own]).map { user in
      RunPoint.Stimulus(
        Moment(.event(names.named(occurrence, user)), at: move.moment.time), paying: move.debt,
        naming: brings || namesUser(occurrence) && user == point.user ? user : nil)
    }
  }

  private func namesUser(_ occurrence: Occurrence) -> Bool {
    let contract = program.flow.contract
    return contract.event(named: occurrence.event.name).map { contract[$0].userField != nil } ?? false
  }

  private func typed(_ move: RunPoint.Stimulus, _ values: Record, at point: RunPoint) -> [RunPoint.Stimulus] {
    guard program.answerMayNameUser(at: point.machine.stepAtWork) else { return [move] }
    return users.compactMap { user in
      guard user > 0 else { return RunPoint.Stimulus(move.moment, naming: 0) }
      return names.typed(values, at: point.machine.stepAtWork, user).map {
        RunPoint.Stimulus(Moment(.answer(choice: nil, $0), at: move.moment.time), naming: user)
      }
    }
  }
}
