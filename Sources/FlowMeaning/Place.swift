// SPDX-License-Identifier: Apache-2.0

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
