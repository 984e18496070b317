// SPDX-License-Identifier: Apache-2.0

import FlowMeaning
import FlowRuntime
import Testing

@testable import FlowChecks
@testable import FlowMutation

/// What it takes to check a flow is counted, not timed: a quick proof that follows interrupts for nothing is slow on every machine.
@Suite("What interrupts cost the checker")
struct FollowedInterruptsTests {
  /// So many configurations for each step are more than any shipped flow needs, and few beside what following all of them takes.
  private static let most = 100

  @Test("the proof of a shipped flow follows few interrupts, and none that makes no difference")
  func counts() throws {
    let flows = try Shipped.corpus().flows
    let followed = flows.map { flow in
      let context = CheckContext(flow.program.flow)
      let states = ProofStates(context.relation, context.moves)
      #expect(states.followed <= Self.most * context.relation.steps.count, "\(flow.path)")
      return (path: flow.path, count: states.followed)
    }
    // Its interrupts ask about the session, about threats and for a name: all lead back, or to an end.
    #expect(followed.contains { $0.path == "flows/activation.yaml" && $0.count == 0 }, "\(followed)")
  }
}
