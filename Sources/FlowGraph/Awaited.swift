// SPDX-License-Identifier: Apache-2.0

public import SDKContract

/// The event that a step is for.
public struct Awaited: Sendable, Hashable {
  /// The event of the contract.
  public let event: EventID
  /// Only in this mode; nil for any.
  public let mode: Int?
  /// Only with this status code; nil for any outcome.
  public let code: Int?
}
