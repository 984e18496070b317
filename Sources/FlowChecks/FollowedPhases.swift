// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// The phases of the SDK as far as they tell who is signed in, and how a run comes from one to another.
struct FollowedPhases {
  private let contract: Contract
  /// The phase of signed-in users.
  let signedIn: UInt8
  /// That phase once the proofs are gone.
  ///
  /// After an accepted log-off, nobody counts as signed in.
  private static let lost: UInt8 = 62

  /// Nil where the contract knows no signed-in users.
  init?(_ contract: Contract) {
    guard let phase = contract.signedInPhase else { return nil }
    self.contract = contract
    signedIn = phase.index
  }

  /// The phase as the contract knows it, as a set of bits.
  func bits(_ phase: UInt8) -> UInt64 { 1 << UInt64(phase == Self.lost ? signedIn : phase) }

  /// The phase after a move; nil if the move cannot be made in the phase before it.
  func after(_ move: Move, _ phase: UInt8) -> UInt8? {
    guard move.phases & bits(phase) != 0 else { return nil }
    let after = after(move.effect, phase)
    // No call works any more after a terminal event.
    guard case .event(let signal) = move.cause, contract[signal.event].isTerminal else { return after }
    return after == signedIn ? Self.lost : after
  }

  /// The phase after something has happened.
  func after(_ effect: Effect, _ phase: UInt8) -> UInt8 {
    effect.phase ?? (effect.loses && phase == signedIn ? Self.lost : phase)
  }

  /// The phase in which a step asks once it is entered.
  ///
  /// A step for an event that leaves nobody signed in asks only after that event.
  func asking(_ step: Step, _ phase: UInt8) -> UInt8 {
    guard phase == signedIn, let event = step.awaited?.event else { return phase }
    return contract[event].phase?.index ?? phase
  }
}
