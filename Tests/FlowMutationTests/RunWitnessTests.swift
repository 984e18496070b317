// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowRuntime
import Testing
import Values

@testable import FlowMutation

@Suite("The witness of random runs")
struct RunWitnessTests {
  private let program: Program
  private let prospects: Prospects

  init() throws {
    let flow = try #require(try Shipped.corpus().flows.first { $0.path == "flows/login.yaml" })
    program = flow.program
    prospects = Prospects(flow.program)
  }

  private func index(of step: String) throws -> UInt16 {
    try #require(program.flow.step(named: step)).id.index
  }

  private func choice(_ name: String, of step: String) throws -> Int16 {
    let found = try #require(program.flow.step(named: step)).choices.firstIndex { $0.name.value == name }
    return Int16(try #require(found))
  }

  /// What a witness says of marks of a trace, one after the other.
  private func broken(_ marks: [(Int64, TraceMark.What)], isLawful: Bool = true) -> [String] {
    var witness = RunWitness(program, isLawful: isLawful)
    let reaction = Reaction(
      .start, before: [], marks: marks.map { TraceMark(time: $0.0, what: $0.1) }, after: [])
    witness.note(reaction, FlowMachine(program), prospects)
    return witness.broken.filter { !$0.hasPrefix("second-answer") }
  }

  private func use(_ step: String, _ choice: String?, at time: Int64) throws -> [(Int64, TraceMark.What)] {
    let index = try index(of: step)
    let choice = try choice.map { try self.choice($0, of: step) } ?? -1
    return [(time, .answered(request: 0, step: index, choice: choice)), (time, .accepted(row: 0))]
  }

  @Test("an answer more than its tries is told, and one that was refused does not count")
  func tries() throws {
    let eight = try (0..<8).flatMap { _ in try use("identify", nil, at: 0) }
    #expect(broken(eight) == [])
    #expect(try broken(eight + use("identify", nil, at: 0)) == ["budget: `identify`, 9 of 8"])
    let refused: [(Int64, TraceMark.What)] = [
      (0, .answered(request: 0, step: try index(of: "identify"), choice: -1)), (0, .rejected(row: 0, code: 500)),
      (0, .accepted(row: 0)),
    ]
    #expect(broken(eight + refused) == [])
  }

  @Test("a choice more than its max is told, and so is one before it has cooled down")
  func choices() throws {
    let twice = try use("suspended", "unblock", at: 0) + use("suspended", "unblock", at: 30_000)
    #expect(broken(twice) == [])
    #expect(try broken(twice + use("suspended", "unblock", at: 60_000)) == ["budget: `suspended unblock`, 3 of 2"])
    let early = try use("enterCode", "resend", at: 10) + use("enterCode", "resend", at: 3009)
    #expect(broken(early) == ["cooldown: `enterCode resend` again after 2999 ms of 3000"])
    #expect(try broken(use("enterCode", "resend", at: 10) + use("enterCode", "resend", at: 3010)) == [])
  }

  @Test("an end that nobody wrote is told; one without proofs only where the SDK keeps to its contract")
  func ends() {
    #expect(broken([(0, .ended(.unhandled))]).map { $0.prefix(9) } == ["unhandled"])
    #expect(broken([(0, .ended(.goalNotReached(nil)))]).map { $0.prefix(16) } == ["goal-not-reached"])
    #expect(broken([(0, .ended(.goalNotReached(nil)))], isLawful: false) == [])
  }

  @Test("what is shown before the gate at the start has allowed it is told")
  func gates() throws {
    let flow = try #require(try Shipped.corpus().flows.first { $0.path == "flows/secure-login.yaml" })
    let allowed = TraceMark(time: 0, what: .allowed(step: 0))
    let denied = TraceMark(time: 0, what: .denied(step: 0, []))
    let earned = TraceMark(time: 0, what: .earned(1))
    for (marks, count) in [([earned], 1), ([allowed, earned], 0), ([allowed, denied, earned], 1)] {
      var witness = RunWitness(flow.program, isLawful: true)
      let reaction = Reaction(.start, before: [], marks: marks, after: [])
      witness.note(reaction, FlowMachine(flow.program), Prospects(flow.program))
      #expect(witness.broken.count { $0.hasPrefix("gate") } == count)
    }
  }

  @Test("a success end without proofs is told, whatever was kept")
  func success() throws {
    let done = try #require(program.flow.ends.firstIndex { $0.outcome == .success })
    let end = RunEnd.end(EndID(done), say: nil)
    #expect(
      broken([(0, .ended(end))], isLawful: false) == ["success: 0 kinds of proof at a success end, 2 are claimed"])
  }

  @Test("a question that can never be answered is told: this SDK asks for a password before it has started")
  func stuck() throws {
    var event = SDKEvent("getPassword", status: 100)
    event.data = Record([.init("userID", .text("bob")), .init("challengeMode", .int(0))])
    let run = [Moment(.start), Moment(.accepted), Moment(.event(try program.occurrence(of: event)))]
    for isLawful in [true, false] {
      var machine = FlowMachine(program)
      var witness = RunWitness(program, isLawful: isLawful)
      for moment in run { witness.note(machine.pass(moment), machine, prospects) }
      #expect(
        witness.broken
          == (isLawful ? ["stuck: nothing can be answered at `verifyPassword`, and nothing is waited for"] : []))
    }
  }
}
