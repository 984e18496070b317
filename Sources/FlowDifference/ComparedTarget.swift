// SPDX-License-Identifier: Apache-2.0

/// Where something leads, as far as two flows can be compared.
enum ComparedTarget: Sendable, Hashable {
  /// A step or interrupt, as an index of the flow's steps.
  case step(Int)
  /// An end, as an index of the flow's ends.
  case end(Int)
  /// The step asks again, or waits on.
  case stay
  /// Back to what the interrupt interrupted.
  case resume
}
