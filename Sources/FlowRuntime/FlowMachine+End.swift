// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

extension FlowMachine {
  mutating func finish(at hop: Hop, _ effects: inout Effects) {
    let index = Int(hop.target)
    let id = EndID(at: hop.target)
    let say = hop.say >= 0 ? MessageID(at: UInt16(hop.say)) : program.flow.ends[index].say ?? unshown
    guard program.flow.ends[index].outcome == .success else { return finish(.end(id, say: say), &effects) }
    finish(reachesGoal ? .end(id, say: say) : .goalNotReached(id), &effects)
  }

  /// A message that was to be shown at the next question, and none came.
  private var unshown: MessageID? {
    top.request == 0 && top.say >= 0 ? MessageID(at: UInt16(top.say)) : nil
  }

  /// A success is one only with somebody signed in, and with the proofs of the goal.
  private var reachesGoal: Bool { isSuccess(reaching: program.flow.goal?.value ?? "") }

  /// Whether a success end of a flow inside may be passed.
  func holds(_ claim: UInt8) -> Bool { isSuccess(reaching: Hop.claims[Int(claim) - 1]) }

  /// - Parameter goal: empty for none.
  private func isSuccess(reaching goal: String) -> Bool {
    if let signedIn = program.flow.contract.signedInPhase, signedIn.index != phase { return false }
    return goal.isEmpty || Goal(goal).isReached(by: proofs)
  }

  /// Ends the run: everything is closed, and a failure undoes what the SDK has begun.
  ///
  /// - Parameter claim: what was not reached at an end of a flow inside; 0 for the goal of the flow itself.
  mutating func finish(_ end: RunEnd, claiming claim: UInt8 = 0, _ effects: inout Effects) {
    hasEnded = true
    let isSuccess: Bool
    let isFailure: Bool
    switch end {
    case .end(let id, _):
      let outcome = program.flow.ends[Int(id.index)].outcome
      (isSuccess, isFailure) = (outcome == .success, outcome == .failure)
    case .goalNotReached, .unhandled: (isSuccess, isFailure) = (false, true)
    }
    if case .goalNotReached = end { fallShort(of: claim, &effects) }
    if isFailure, let abandon = program.flow.contract.phases[Int(phase)].abandon {
      effects.mark(now, .abandoned(abandon.index))
      effects.actions.append(.abandon(abandon))
    }
    if !isSuccess { loseProofs(&effects) }
    top.request = 0
    top.deadline = .max
    effects.mark(now, .ended(end))
    effects.actions.append(.end(end))
  }
}
