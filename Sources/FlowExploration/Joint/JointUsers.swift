// SPDX-License-Identifier: Apache-2.0

import FlowDifference
import FlowGraph
import FlowRuntime

/// The users of a run of two flows in which another user comes after the first: what is counted for each user begins anew with that one.
struct JointUsers {
  private let flows: JointFlows
  private var old: NamedUsers
  private var new: NamedUsers

  init(_ flows: JointFlows) {
    self.flows = flows
    old = NamedUsers(flows.old)
    new = NamedUsers(flows.new)
  }

  /// The same happening for each user who may be named by it: the one whom the SDK is about, or the other one.
  ///
  /// The first does not come back.
  mutating func moments(_ moment: JointMoment, for state: JointState) -> [JointMoment] {
    switch (moment.old.happening, moment.new.happening) {
    case (.event(let mine), .event(let theirs)):
      let users = state.user == 0 && new.mayBring(another: theirs) ? [0, 1] : [state.user]
      return users.map { user in
        JointMoment(
          old: Moment(.event(old.named(mine, user)), at: moment.old.time),
          new: Moment(.event(new.named(theirs, user)), at: moment.new.time), user: user)
      }
    case (.answer(nil, let mine), .answer(nil, let theirs)):
      guard flows.new.answerMayNameUser(at: state.new.stepAtWork) else { return [moment] }
      let first = state.user == 0 ? [moment] : []
      guard let mine = old.typed(mine, at: state.old.stepAtWork, 1),
        let theirs = new.typed(theirs, at: state.new.stepAtWork, 1)
      else { return first }
      let other = JointMoment(
        old: Moment(.answer(choice: nil, mine), at: moment.old.time),
        new: Moment(.answer(choice: nil, theirs), at: moment.new.time), user: 1)
      return first + [other]
    default: return [moment]
    }
  }
}

extension JointFlows {
  /// Whether one of two steps counts for each user what the other one does not count so.
  func countByUserOtherwise(at pair: Correspondence.Pair) -> Bool {
    old.flow.steps[pair.old].limitsOfUsers != new.flow.steps[pair.new].limitsOfUsers
  }
}

extension Flow {
  /// Whether it counts anything for each user.
  var countsByUser: Bool { steps.contains { $0.limitsOfUsers > 0 } }
}

extension Step {
  /// How many of its limits count for each user.
  fileprivate var limitsOfUsers: Int {
    (triesScope == .user ? 1 : 0) + choices.count { $0.scopedMax?.scope == .user }
  }
}
