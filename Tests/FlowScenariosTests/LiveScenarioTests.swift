// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import RELIDSimulator
import Testing

@testable import FlowCommand
@testable import FlowScenarios

/// What is done now takes effect now, whatever is scheduled for later: a person who takes time gets what a script gets.
@Suite("Scenarios on a live clock")
struct LiveScenarioTests {
  /// An event that comes at the very moment of a deadline: by which of two processes the moment is noticed first, nobody says.
  private static let ties = ["A list that takes a minute is just in time"]
  private static let single = FlowFolder.scenarios.filter { !$0.name.hasPrefix("new-device") }

  @Test("a scenario that is played by hand leaves the trace of the virtual clock", arguments: single)
  func byHand(_ text: ScenarioText) async throws {
    try await compare(text) { rehearsal, world, program in
      let clock = DrivenClock()
      let simulator = RELIDSimulator(world: world, clock: clock)
      let live = LivePlay(rehearsal, clock) { direction in
        switch direction {
        case .send(let event): simulator.send(event)
        case .refuse(let call, let code): simulator.refuseNext(call, with: code)
        case .hold: simulator.holdReplies()
        case .release: simulator.releaseReplies()
        }
      }
      return await live.run(program, on: simulator)
    }
  }

  @Test("so does one whose SDK is behind the protocol of processes", arguments: single)
  func served(_ text: ScenarioText) async throws {
    try await compare(text, isApart: true) { rehearsal, world, program in
      let clock = DrivenClock()
      let sdk = ServedSDK(clock: clock)
      let live = LivePlay(rehearsal, clock) { direction in
        await sdk.direct(direction)
      }
      return try await sdk.serve(try #require(world.json)) { await live.run(program, on: sdk) }
    }
  }

  /// - Parameter isApart: whether the SDK goes on without waiting until somebody reads what it says: then it may refuse the
  ///   call with which a failed run leaves, since it has left by itself.
  private func compare(
    _ text: ScenarioText, isApart: Bool = false,
    _ perform: (Rehearsal, World, Program) async throws -> (lines: [String], ending: String)
  ) async throws {
    let play = try text.play()
    var count = 0
    for scenario in play.scenarios.scenarios {
      guard case .simulated(let world as World) = scenario.sdk else { continue }
      if isApart, Self.ties.contains(scenario.name.value) { continue }
      let rehearsal = await Rehearsal(scenario, in: world, of: play)
      let (lines, ending) = try await perform(rehearsal, world, play.program)
      let expected = rehearsal.trace.map(\.json)
      let isStranded = isApart && lines.count == expected.count + 1 && lines.last?.contains("stranded") == true
      #expect((isStranded ? Array(lines.dropLast()) : lines) == expected, "\(scenario.name.value)")
      #expect(ending == rehearsal.ending, "\(scenario.name.value)")
      count += 1
    }
    #expect(count > 0 || play.scenarios.scenarios[0].sdk.isByHand)
  }
}
