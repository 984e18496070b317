// SPDX-License-Identifier: Apache-2.0

/// One run as its SDK saw it: every call with its answer, and every event, in their order.
///
/// Of secrets it holds nothing but that they were there.
package struct Cassette: Sendable, Hashable {
  /// The form of the file; it rises when the form changes.
  package static let version = 2

  /// What a recording belongs to.
  package struct Identity: Sendable, Hashable {
    package let contract: String
    package let contractVersion: String
    /// A number for all that the contract says.
    package let contractHash: String
    package let flow: String
    package let flowVersion: String
    /// A number for the texts of the flow and its parts.
    package let sources: String

    package init(
      contract: String, contractVersion: String, contractHash: String, flow: String, flowVersion: String,
      sources: String
    ) {
      self.contract = contract
      self.contractVersion = contractVersion
      self.contractHash = contractHash
      self.flow = flow
      self.flowVersion = flowVersion
      self.sources = sources
    }
  }

  package let identity: Identity
  /// Whether the recorded SDK did by itself what a scenario had it do.
  package let takesDirections: Bool
  /// In the order in which it happened; their times never run back.
  package let entries: [CassetteEntry]

  package init(identity: Identity, takesDirections: Bool, entries: [CassetteEntry]) {
    self.identity = identity
    self.takesDirections = takesDirections
    self.entries = entries
  }
}
