// SPDX-License-Identifier: Apache-2.0

import SDKContract

/// What taking a way does to what was proved, and to where the SDK stands.
struct ProofEffect: Equatable {
  /// Whether everything that was shown before is gone.
  private(set) var loses = false
  /// The phase that the SDK is in afterwards; nil for no change.
  private(set) var phase: UInt8?
  /// What is shown on the way, as a set of bits.
  var earns: UInt32 = 0

  static let none = ProofEffect()

  init() {}

  /// What an event does by its mere arrival.
  init(of event: EventID, in contract: Contract) {
    let index = Int(event.index)
    loses = contract.events[index].losesProofs
    phase = contract.events[index].phase.map { UInt8(truncatingIfNeeded: $0.index) }
  }

  /// What a call does once the SDK takes it.
  init(of call: CallID, in contract: Contract) {
    let index = Int(call.index)
    loses = contract.calls[index].losesProofs
    phase = contract.calls[index].entersPhase.map { UInt8(truncatingIfNeeded: $0.index) }
  }

  /// This, and then the other.
  func then(_ other: ProofEffect) -> ProofEffect {
    var both = other
    both.loses = loses || other.loses
    both.phase = other.phase ?? phase
    both.earns = other.loses ? other.earns : earns | other.earns
    return both
  }

  /// Whether a run is the same afterwards, but for what it may have shown.
  var changesNothing: Bool { !loses && phase == nil }
}
