// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import FlowTrials
import Foundation
import ProcessBackend
import SDKContract
import Testing

@testable import FlowCommand

/// The same calls at the same times in the same world, drawn at random, on the simulator and on the one in Python.
@Suite("The simulator in Python, in a storm", .serialized)
struct PythonSimulatorStormTests {
  @Test("says what the simulator says, whatever is called", arguments: Self.seeds)
  func storm(seed: UInt64) async throws {
    var draw = StormDraw(seed: seed)
    let world = draw.world()
    let contract = try #require(EmbeddedContracts.contract(named: "relid"))
    let children = ChildProcesses()
    let choice = try BackendChoice(PythonSimulatorTests.backend, command: "test")
    let start = try #require(choice.maker(ProcessLimits(), children))
    let clocks = (VirtualClock(), VirtualClock())
    let simulator = try #require(try await PacedSimulator.maker(world, [], contract, clocks.0).first)
    let mine = OverheardBackend(simulator, contract, clocks.0)
    let program = try #require(try await start(world, [], contract, clocks.1).first)
    let theirs = OverheardBackend(program, contract, clocks.1)
    var last: SDKEvent?
    for _ in 0..<120 {
      let due = mine.nextEventTime
      var now = clocks.0.now
      switch draw.number(20) {
      case 0: now += .milliseconds(draw.pick([0, 1, 500, 5_000, 60_000]))
      case 1:
        let direction = draw.direction()
        try await mine.direct(direction)
        try await theirs.direct(direction)
      default:
        if let due, draw.number(4) != 0 {
          now = max(now, due)
        } else {
          let call = draw.call(after: last)
          _ = try await mine.perform(call)
          _ = try await theirs.perform(call)
        }
      }
      clocks.0.advance(to: now)
      clocks.1.advance(to: now)
      let event = try await mine.nextEvent(until: now)
      _ = try await theirs.nextEvent(until: now)
      last = event ?? last
      try #require(mine.lines == theirs.lines, "seed \(seed), in \(world)")
    }
    #expect(mine.lines.count > 20)
    #expect(await theirs.close() == nil)
  }

  /// Another one by `SEED=…`.
  private static var seeds: [UInt64] {
    if let seed = ProcessInfo.processInfo.environment["SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return Array(1...40)
  }
}
