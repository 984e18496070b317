// SPDX-License-Identifier: Apache-2.0

/// A place of one flow to which runs come: its start, a step, an interrupt or an end, and where it is written.
package struct FlowPlace: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case start, step, interrupt, end
  }

  /// The path of the flow: a step of a part is at another place in each flow that uses the part.
  package let flow: String
  package let kind: Kind
  /// Of the start, the name of the flow.
  package let name: String
  /// What is done there, in a few words.
  package let deed: String
  package let path: String
  package let nameRange: Range<Int>
  package let range: Range<Int>
}

/// The ways between two places of a flow, as its relation has them.
package struct PlacesJoined: Sendable, Hashable {
  /// The place at the other end.
  package let place: FlowPlace
  /// What makes a run take each of them, such as `getUser 141 user-blocked`.
  package let words: [String]
  /// Where they are written, in the file of the place that they lead from.
  package let ranges: [Range<Int>]
}
