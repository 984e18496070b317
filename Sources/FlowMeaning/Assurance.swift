// SPDX-License-Identifier: Apache-2.0

package import SDKContract

/// What a run has come to, as far as a success hangs on it: the SDK's phase, and what was shown.
package struct Assurance: Sendable, Hashable {
  /// The SDK's phase, as an index of the contract's; or ``starting``.
  package var phase: UInt8
  /// The proofs that are shown, as bits of ``Relation/proofs``.
  package var proofs: UInt32 = 0
  /// What was set up in this run, as bits of ``Relation/proofs``: it proves nothing in this run.
  package var setUp: UInt32 = 0

  package init(phase: UInt8) { self.phase = phase }

  /// The phase after a call that starts the SDK: still the first one, or what a notice has entered that nobody looks at.
  package static let starting: UInt8 = 63
  /// As many proofs as are told apart.
  package static let mostProofs = 32

  /// Whether a run that has come to this can do no more than one that has come to the other: in the same phase, with no proof
  /// that the other lacks, and with all set up that the other has set up.
  package func isNoMore(than other: Assurance) -> Bool {
    phase == other.phase && proofs & ~other.proofs == 0 && other.setUp & ~setUp == 0
  }
}

/// What something that happens does to the ``Assurance``, in this order: the phase, what is lost, what is shown, what is set up.
package struct Effect: Sendable, Hashable {
  /// The phase that the SDK is in afterwards; nil for no change.
  package private(set) var phase: UInt8?
  /// Whether all proofs are gone.
  package private(set) var loses = false
  /// What is shown, as bits of ``Relation/proofs``.
  package var earns: UInt32 = 0
  /// What is set up, as bits of ``Relation/proofs``.
  package var enrols: UInt32 = 0

  package static let none = Effect()

  private init() {}

  /// What is so by an event's mere arrival.
  package init(of event: EventID, in contract: Contract) {
    let spec = contract.events[Int(event.index)]
    loses = spec.losesProofs
    phase = spec.phase.map { UInt8(truncatingIfNeeded: $0.index) }
  }

  /// What a call does once the SDK takes it.
  package init(of call: CallID, in contract: Contract) {
    let spec = contract.calls[Int(call.index)]
    loses = spec.losesProofs
    phase = spec.entersPhase.map { UInt8(truncatingIfNeeded: $0.index) }
    // It may start the SDK anew, too, where it has shut itself down.
    let isStart =
      spec.phases.contains { $0.index == 0 }
      && spec.phases.allSatisfy { $0.index == 0 || contract.phases[Int($0.index)].isClosed }
    if phase == nil, isStart { phase = Assurance.starting }
  }

  /// Without what is shown and set up.
  package var facts: Effect {
    var facts = self
    facts.earns = 0
    facts.enrols = 0
    return facts
  }

  /// Only what is shown and set up.
  package var shows: Effect {
    var shows = Effect()
    shows.earns = earns
    shows.enrols = enrols
    return shows
  }

  /// Whether nothing is as it was before.
  package var changesNothing: Bool { !loses && phase == nil && earns == 0 && enrols == 0 }

  /// What a run has come to afterwards.
  package func applied(to before: Assurance) -> Assurance {
    var after = before
    if let phase { after.phase = phase }
    if loses { after.proofs = 0 }
    after.proofs |= earns & ~before.setUp
    after.setUp |= enrols
    return after
  }
}
