// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import SDKContract
import Testing

@testable import FlowScenarios

/// Every scenario of the shipped flows runs through the adapter as it runs on the simulated SDK itself.
@Suite struct AdapterScenarioTests {
  @Test("a run through the vendor's methods and callbacks leaves the same trace", arguments: FlowFolder.scenarios)
  func sameTrace(_ text: ScenarioText) async throws {
    let (play, results) = try await text.played()
    guard play.programs.allSatisfy({ $0.flow.contract.name == "relid" }) else { return }
    for (scenario, direct) in zip(play.scenarios.scenarios, results) {
      let adapted = await run(scenario, of: play)
      for (mine, theirs) in zip(adapted, direct.runs) {
        #expect(mine.count == theirs.trace.count, "\(scenario.name.value)")
        let difference = zip(mine, theirs.trace).first { $0.text != $1.text }
        #expect(difference == nil, "\(scenario.name.value): \(difference.map { "\($0.text) | \($1.text)" } ?? "")")
      }
    }
  }

  /// The trace of each device.
  private func run(_ scenario: Scenario, of play: Play) async -> [[TraceEntry]] {
    let stage = ScenarioStage(scenario, on: play.scenarios.devices)
    await withTaskGroup(of: Void.self) { group in
      for (device, program) in play.programs.enumerated() {
        group.addTask {
          await stage.enter(device)
          let session = FlowSession(
            machine: FlowMachine(program),
            backend: await AdaptedSDK(ScenarioSDK(stage: stage, device: device)),
            responder: ScenarioPlayer(stage, on: device, SayComparison(program.flow)),
            clock: StageClock(clock: stage.clock),
            modules: stage.modules, inbox: stage.inboxes[device],
            trace: { stage.log.add($0, on: device) })
          _ = await session.run()
          stage.leave(device)
        }
      }
    }
    return play.programs.indices.map { stage.log.entries(of: $0) }
  }
}
