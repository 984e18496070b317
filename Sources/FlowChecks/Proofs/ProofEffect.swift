// SPDX-License-Identifier: Apache-2.0

import SDKContract

/// What taking a way does to what was proved, and to where the SDK stands.
struct ProofEffect: Equatable {
  /// Whether everything that was shown before is gone.
  private(set) var loses = false
  /// The phase that the SDK is in afterwards; nil for no change.
  private(set) var phase: UInt8?
  /// What is shown on the way, as a set of bits: the proofs from the lowest on, the gates that are passed from `gates` on.
  var earns: UInt64 = 0
  /// The gate that is denied on the way, as a bit.
  var denies: UInt64 = 0

  static let none = ProofEffect()
  /// The bits of proofs; those of gates stand above them.
  static let proofs: UInt64 = 0xFFFF_FFFF
  /// The phase after a call that starts the SDK: still the first one, or what a notice has entered that nobody looks at.
  static let starting: UInt8 = 63
  /// As many proofs, or gates, as are told apart.
  static let most = 32

  init() {}

  /// What the word of the security modules does.
  ///
  /// - Parameter gate: its number among the gates of the flow.
  init(isAllowed: Bool, byGate gate: Int) {
    let bit: UInt64 = gate < Self.most ? 1 << UInt64(Self.most + gate) : 0
    if isAllowed { earns = bit } else { denies = bit }
  }

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
    // It may start the SDK anew, too, where it has shut itself down.
    let isStart =
      contract.calls[index].phases.contains { $0.index == 0 }
      && contract.calls[index].phases.allSatisfy { $0.index == 0 || contract.phases[Int($0.index)].isClosed }
    if phase == nil, isStart { phase = Self.starting }
  }

  /// This, and then the other.
  func then(_ other: ProofEffect) -> ProofEffect {
    var both = other
    both.loses = loses || other.loses
    both.phase = other.phase ?? phase
    both.earns = other.keeps(earns) | other.earns
    both.denies |= denies
    return both
  }

  /// What is left of what was shown, and is shown now.
  func after(_ shown: UInt64) -> UInt64 { keeps(shown) | earns }

  /// A gate stays passed when proofs are lost, for the run; only its own denial takes that back.
  private func keeps(_ shown: UInt64) -> UInt64 { (loses ? shown & ~Self.proofs : shown) & ~denies }

  /// Whether a run is the same afterwards, but for what it may have shown.
  var changesNothing: Bool { !loses && phase == nil && denies == 0 }
}
