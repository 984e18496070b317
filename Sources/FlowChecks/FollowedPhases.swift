// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// The phases of the SDK as far as they tell who is signed in, and how a run comes from one to another.
///
/// Where a call is late whose reply may sign the user in, a phase counts as another one.
struct FollowedPhases {
  private let contract: Contract
  /// The phase of signed-in users.
  let signedIn: UInt8
  /// The events that sign the user in.
  private let signIns: [Signal]
  /// That phase once the proofs are gone.
  ///
  /// After an accepted log-off, nobody counts as signed in.
  private static let lost: UInt8 = 62
  /// From the number of a phase to that of the same one with a late sign-in; no contract has as many phases.
  private static let late: UInt8 = 31

  /// Nil where the contract knows no signed-in users.
  init?(_ contract: Contract) {
    guard let phase = contract.signedInPhase else { return nil }
    self.contract = contract
    signedIn = phase.index
    signIns = contract.events.indices.map { EventID(index: UInt16($0)) }.filter { contract.signsIn($0) }
      .map { Signal($0, mode: nil, .success) }
  }

  /// Whether a late reply may sign the user in.
  func isLate(_ phase: UInt8) -> Bool { (Self.late..<Self.lost).contains(phase) }

  /// The same phase, with a late reply that may sign the user in; a signed-in user is so already.
  func late(_ phase: UInt8) -> UInt8 { phase < Self.late && phase != signedIn ? phase + Self.late : phase }

  private func withoutLate(_ phase: UInt8) -> UInt8 { isLate(phase) ? phase - Self.late : phase }

  /// The phase as the contract knows it, as a set of bits.
  func bits(_ phase: UInt8) -> UInt64 { 1 << UInt64(phase == Self.lost ? signedIn : withoutLate(phase)) }

  /// The phase after a move; nil if the move cannot be made in the phase before it.
  func after(_ move: Move, _ phase: UInt8) -> UInt8? {
    guard move.phases & bits(phase) != 0 else { return nil }
    let after = after(move.effect, phase)
    // No call works any more after a terminal event.
    guard case .event(let signal) = move.cause, contract[signal.event].isTerminal else { return after }
    return after == signedIn ? Self.lost : withoutLate(after)
  }

  /// The phase after something has happened.
  func after(_ effect: Effect, _ phase: UInt8) -> UInt8 {
    let before = withoutLate(phase)
    let after = effect.phase ?? (effect.loses && before == signedIn ? Self.lost : before)
    return effect.givesUpSignIn || isLate(phase) && !effect.endsLateSignIns ? late(after) : after
  }

  /// The phase in which a step asks once it is entered.
  ///
  /// A step for an event that leaves nobody signed in asks only after that event.
  func asking(_ step: Step, _ phase: UInt8) -> UInt8 {
    guard phase == signedIn, let event = step.awaited?.event else { return phase }
    return contract[event].phase?.index ?? phase
  }

  /// What comes of a late reply that signs the user in.
  ///
  /// - Returns: whether a run may stay where it is, and what else may happen.
  func lateSignIn(at place: Place, _ relation: Relation) -> (mayStay: Bool, moves: [Move]) {
    guard !relation.isPassing(place) else { return (false, []) }
    var (mayStay, moves): (Bool, [Move]) = (false, [])
    for signal in signIns {
      if relation.isReply(signal, at: place) {
        moves += relation.moves(taking: signal, at: place)
      } else if contract[signal.event].kind == .challenge, !relation.steps[place.step].step.isInterrupt {
        moves += relation.moves(takingUnlisted: signal.event, at: place)
      } else {
        mayStay = true
      }
    }
    return (mayStay, moves)
  }
}
