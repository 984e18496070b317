// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph

/// One thing that can happen to a frame at a place, and where the frame is then.
package struct Move: Sendable {
  /// What happens.
  package enum Cause: Sendable, Hashable {
    /// Somebody answers or chooses, and the SDK takes or refuses the call that is made.
    case person
    /// The SDK sends an event.
    case event(Signal)
    /// A deadline passes.
    case time
    /// The security modules give their verdict.
    case modules
    /// The flow acts by itself.
    case flow
  }

  /// Where the frame is then.
  package enum Target: Sendable, Hashable {
    /// There; from an interrupt to a step of the flow, all that is open above the flow is closed.
    case place(Place)
    case end(EndID)
    /// Out of an interrupt.
    case resume
    /// The run is over: nobody said how it goes on.
    case unhandled

    /// The call that is open then; nil for none.
    var site: Int? { if case .place(let place) = self { place.site } else { nil } }
  }

  package let cause: Cause
  /// The part of the step that it happens to, whose budget bounds how often.
  package let origin: Origin
  /// Whether the budget of that part was drawn on for it: the SDK took the call, or the choice was made.
  package let draws: Bool
  package let effect: Effect
  package let target: Target
  /// The phases in which it can happen, as a set of bits.
  package let phases: UInt64
  /// Whether a call is made, which an undecided interrupt may bar.
  package let makesCall: Bool
  /// The step that is entered, as an index; nil if the frame stays at its step, or is left.
  package let entered: Int?
  /// What success ends of flows inside claim that are passed on the way, as in ``Target/claim``.
  package let claim: ClaimID
  /// Where the author wrote it.
  package let range: SourceRange
  /// The line that is taken; nil if none is.
  package let line: Transition?

  /// Whether the SDK takes a call by it, and nothing is written of where that leads.
  package var isTaking: Bool { makesCall && line == nil }
}
