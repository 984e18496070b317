// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
import SDKContract

/// What a success takes, and what a step takes before it does anything.
extension FlowMachine {
  /// A success is one only with somebody signed in, and with all that it takes.
  func meets(_ demand: Demand) -> Bool {
    if let signedIn = program.flow.contract.signedInPhase, signedIn.index != phase { return false }
    return demand.isEmpty || demand.isMet(by: shown, in: program.flow.contract)
  }

  /// Whether there is what a step requires.
  @inline(never)
  func meetsRequirement(ofStep step: UInt16) -> Bool {
    program.demand(ofStep: step).isMet(by: shown, in: program.flow.contract)
  }

  /// The run is over, since a step requires what was not shown.
  mutating func fallShort(atStep step: UInt16, _ effects: inout Effects) {
    finish(.goalNotReached(nil), for: .step(step), &effects)
  }

  /// What there is, as far as requirements ask for it.
  package var shown: Shown { program.shown(proofBits, gates: pendingGates | heldGates, fresh: freshBits) }
}

/// When proofs were earned, where an `after` asks for it.
extension FlowMachine {
  /// Above all proofs: the step was entered.
  static let wasEntered: UInt64 = 1 << 32

  /// A step is entered that an `after` names.
  mutating func beginAnew(after place: Int) { freshBits[place] = Self.wasEntered }

  /// Adds what a reply has earned to what is fresh.
  ///
  /// - Returns: whether it counts again somewhere.
  mutating func refresh(_ earned: UInt32) -> Bool {
    let before = freshBits
    let after = before.map { $0 == 0 ? 0 : $0 | UInt64(earned) }
    guard after != before else { return false }
    freshBits = after
    return true
  }

  /// No proof is fresh any more.
  mutating func stale() {
    guard !freshBits.isEmpty else { return }
    freshBits = freshBits.map { $0 & Self.wasEntered }
  }
}

extension Program {
  /// What a step requires; nothing where it requires nothing.
  func demand(ofStep step: UInt16) -> Demand {
    Demand(goal: nil, requirements: flow.steps[Int(step)].requirement.map { [$0] } ?? [])
  }

  func shown(_ proofs: UInt32, gates: UInt8, fresh: [UInt64]) -> Shown {
    var shown = Shown(self.proofs(in: proofs), allowed: questions(in: gates))
    for (place, step) in stepsOfAfter.enumerated() where fresh.indices.contains(place) {
      shown.fresh[step] = self.proofs(in: UInt32(truncatingIfNeeded: fresh[place]))
    }
    return shown
  }
}
