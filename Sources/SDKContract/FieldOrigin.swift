// SPDX-License-Identifier: Apache-2.0

/// Another name under which an SDK delivers a field, such as `RELID_PASSWORD_POLICY` for `passwordPolicy`: what an
/// adapter needs to know, and nobody else.
public struct FieldOrigin: Sendable, Hashable {
  /// The event or the record type that has the field.
  public let owner: String
  /// The field's name in the contract.
  public let field: String
  /// The SDK's own name, exact case.
  public let origin: String

  /// What an author writes as `field: type from ORIGIN`.
  public init(owner: String, field: String, origin: String) {
    self.owner = owner
    self.field = field
    self.origin = origin
  }
}
