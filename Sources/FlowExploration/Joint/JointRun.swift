// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

/// A run of two flows in which the same happens to both.
package struct JointRun: Sendable {
  /// All that happens, from the start on, in the words of each flow.
  package let old: [Moment]
  package let new: [Moment]
  /// Whether the flows part at the last moment; else they only come to where something differs.
  package let parts: Bool
  /// What happens to the new flow afterwards, until it comes to what differs; empty where it has come there.
  package private(set) var rest: [Moment] = []
}

extension JointRun {
  /// What happens to both, moment by moment; empty where it is a run of one of them alone.
  var moments: [JointMoment] { old.count == new.count ? zip(old, new).map { JointMoment(old: $0, new: $1) } : [] }

  init(_ moments: [JointMoment], parts: Bool, rest: [Moment] = []) {
    self.init(old: moments.map(\.old), new: moments.map(\.new), parts: parts, rest: rest)
  }
}

/// What is to happen to both flows next.
struct JointMoment {
  let old: Moment
  let new: Moment
  /// The user whom it names, by ``JointUsers``: 0 for the first, 1 for the other one; nil for nobody in particular.
  var user: Int?

  /// The same, so many milliseconds later.
  func later(by time: Int64) -> JointMoment {
    JointMoment(old: old.later(by: time), new: new.later(by: time), user: user)
  }
}

/// The events of one flow as the other one is given them: each event is one object, since machines are compared by objects.
struct EventTwins {
  private let program: Program
  private var known: [SDKEvent: Occurrence] = [:]

  init(_ program: Program) { self.program = program }

  /// The event as its program knows it; nil if it is none of its contract.
  mutating func twin(of occurrence: Occurrence) -> Occurrence? {
    if let known = known[occurrence.event] { return known }
    guard let made = try? program.occurrence(of: occurrence.event) else { return nil }
    known[occurrence.event] = made
    return made
  }
}
