// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph

/// Where a frame of a run can be: at a step, with a call open or none.
///
/// In few bytes, and hashed at once: there are many places, and each analysis looks them up again and again.
package struct Place: Sendable, Hashable {
  /// The number of the step, and that of a site; -1 for no site.
  private let stepNumber: Int32
  private let siteNumber: Int32
  /// Whose replies may still come for the open call: the number of a site, -1 for its own, -2 for nobody's.
  private let heard: Int32
  /// Whether somebody can answer there: always where no call is open, and at a `wait:` step.
  package let isAsking: Bool
  /// Whether a step that an `after` names was entered since the open call was made.
  let isOld: Bool

  /// The step or interrupt, as an index.
  package var step: Int { Int(stepNumber) }

  /// The open call, as an index of ``Relation/sites``; nil for none.
  package var site: Int? { siteNumber < 0 ? nil : Int(siteNumber) }

  /// Whose replies may come for an open call.
  package enum Hearing: Sendable, Hashable {
    case own
    /// An interrupt took the call's own reply for that to its call, as an index of ``Relation/sites``: that one is still to come.
    case other(Int)
    /// An interrupt took the reply, and none is still to come.
    case nobody
  }

  /// A step at which no call is open.
  package init(step: Int) {
    self.init(step: step, site: nil, isAsking: true)
  }

  package init(step: Int, site: Int?, isAsking: Bool, hearing: Hearing = .own, isOld: Bool = false) {
    stepNumber = Int32(truncatingIfNeeded: step)
    siteNumber = site.map(Int32.init(truncatingIfNeeded:)) ?? -1
    self.isAsking = isAsking || site == nil
    self.isOld = isOld && site != nil
    switch site == nil ? .own : hearing {
    case .own: heard = -1
    case .nobody: heard = -2
    case .other(let site): heard = Int32(truncatingIfNeeded: site)
    }
  }

  package func hash(into hasher: inout Hasher) {
    // These fields differ between nearly all places.
    hasher.combine(UInt64(UInt32(bitPattern: stepNumber)) << 32 | UInt64(UInt32(bitPattern: siteNumber &+ heard)))
  }

  /// Whose replies may still come for the open call.
  var hearing: Hearing {
    switch heard {
    case -1: .own
    case -2: .nobody
    default: .other(Int(heard))
    }
  }

  /// The same, but for whose replies may come.
  func hearing(_ hearing: Hearing) -> Place {
    Place(step: step, site: site, isAsking: isAsking, hearing: hearing, isOld: isOld)
  }
}

/// A part of a step that can make a call.
package struct CallSite: Sendable {
  /// The step, as an index.
  package let step: Int
  package let call: CallFacts
}

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
