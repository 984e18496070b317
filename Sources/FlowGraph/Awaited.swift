// SPDX-License-Identifier: Apache-2.0

public import SDKContract

extension EventKind {
  /// What a step may be for that names its event with `challenge:`.
  package static let ofChallenges: [EventKind] = [.challenge]
  /// What a step may be for that names it with `event:`.
  package static let ofEvents: [EventKind] = [.result, .interrupt]
}

/// The event that a step is for.
public struct Awaited: Sendable, Hashable {
  /// The event of the contract.
  public let event: EventID
  /// Only in this mode; nil for any.
  public let mode: Int?
  /// Only with this status code; nil for any outcome.
  public let code: Int?
}
