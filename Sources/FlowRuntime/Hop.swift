// SPDX-License-Identifier: Apache-2.0

import FlowGraph

/// What a transition does, as numbers.
struct Hop: Sendable {
  enum Kind: UInt8, Sendable {
    case step
    case end
    case stay
    case retry
    case resume
    /// No line names what came, and the step has no `else`.
    case unhandled
  }

  var kind: Kind
  var target: UInt16 = 0
  /// The message to show; -1 for none.
  var say: Int16 = -1
  /// What success ends of flows inside claim that are passed on the way.
  var claim = ClaimID.none

  static let none = UInt16.max
}
