// SPDX-License-Identifier: Apache-2.0

public import SDKContract

/// A kind of proof, an authenticator, or both.
public struct ProofName: Sendable, Hashable {
  /// Nil for any.
  public let factor: Factor?
  /// Nil for any.
  public let authenticator: String?

  /// Whether it stands for a proof.
  public func names(_ proof: Proof) -> Bool {
    (factor == nil || factor == proof.factor) && (authenticator == nil || authenticator == proof.authenticator)
  }

  /// As an author writes it.
  public var text: String { [factor?.rawValue, authenticator].compactMap(\.self).joined(separator: " by ") }
}
