// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
package import SDKContract

/// All that counts of what a step's calls show, where its author says less than the contract.
public final class EarnLimit: Sendable {
  /// What is kept; empty for nothing.
  public let proofs: [ProofName]
  /// Where it is written.
  public let range: SourceRange

  init(_ proofs: [ProofName], at range: SourceRange) {
    self.proofs = proofs
    self.range = range
  }

  /// Whether a proof counts that a call of the step shows.
  package func keeps(_ proof: Proof) -> Bool { proofs.contains { $0.names(proof) } }
}
