// SPDX-License-Identifier: Apache-2.0

package import SDKContract

/// The assurance that a flow claims (NIST SP 800-63B, AAL).
package struct Goal: Sendable {
  /// As the author writes it behind `goal:`.
  package let name: String

  /// - Parameter name: what stands behind `goal:`.
  package init(_ name: String) { self.name = name }

  /// What a way through success ends of flows inside claims; nil for no more than that somebody is signed in.
  ///
  /// - Parameter claim: as in ``Target/claim``, but not 0.
  package init?(claim: UInt8) {
    guard claim > 1 else { return nil }
    self.init("aal\(claim - 1)")
  }

  /// AAL1 wants one proof; AAL2 wants two of different kinds (SP 800-63B-4 section 2.2.1).
  ///
  /// AAL3 wants a key that cannot be exported, which no contract can state yet: nothing reaches it.
  package func isReached(by proofs: [Proof]) -> Bool {
    switch name {
    case "aal1": !proofs.isEmpty
    case "aal2": Set(proofs.map(\.factor)).count >= 2
    default: false
    }
  }

  /// Whether any proofs at all can reach it.
  package var canBeReached: Bool { name == "aal1" || name == "aal2" }

  /// What it takes, for a message.
  package var needs: String {
    switch name {
    case "aal1": "one proof"
    case "aal2": "two kinds of factor"
    default: "more than any contract can state yet"
    }
  }
}
