// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// Which proofs are one and the same to all that a flow claims.
///
/// Why: at fifteen steps with two buttons each, of which each shows something else, a run can come to 32,768 sets of proofs. If a
/// claim only asks for two kinds of factor, nearly all of these are alike.
struct AlikeProofs {
  /// By proof of the relation: the first that is like it, as an index; nil where all differ.
  let first: [Int]?

  /// - Parameter setUp: those that a call of the flow can set up, as bits: each of them is told apart, for it proves nothing then.
  init(_ proofs: [Proof], settingUp setUp: UInt32, _ flow: Flow) {
    let required = flow.everyRequired
    // How many authenticators there are hangs on each of them.
    guard required.allSatisfy({ $0.authenticators == nil }) else {
      first = nil
      return
    }
    let names = required.flatMap(\.proofs).map(\.value)
    var looks: [Look] = []
    for (index, proof) in proofs.enumerated() {
      let authenticator = flow.contract.authenticator(named: proof.authenticator)
      looks.append(
        Look(
          factor: proof.factor, isPhishingResistant: authenticator?.isPhishingResistant ?? false,
          isNonExportable: authenticator?.isNonExportable ?? false,
          named: names.indices.filter { names[$0].names(proof) },
          ofItsOwn: setUp & 1 << UInt32(index) != 0 ? index : nil))
    }
    let first = looks.map { look in looks.firstIndex(of: look) ?? 0 }
    self.first = first == Array(looks.indices) ? nil : first
  }

  /// All that a claim can ask of a proof.
  private struct Look: Equatable {
    let factor: Factor
    let isPhishingResistant: Bool
    let isNonExportable: Bool
    /// The names in requirements that stand for it.
    let named: [Int]
    /// Its index, where nothing is like it.
    let ofItsOwn: Int?
  }
}
