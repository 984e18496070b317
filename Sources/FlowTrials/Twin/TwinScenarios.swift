// SPDX-License-Identifier: Apache-2.0

import Cassettes
import FlowGraph
package import FlowRuntime
package import FlowScenarios
import LocalFiles
package import ProcessBackend
import SDKContract
import Synchronization

/// Scenarios that are each played on both SDKs, in their own worlds.
package struct TwinScenarios {
  private let scenarios: [Scenario]
  private let devices: [ScenarioDevice]
  private let programs: [Program]

  /// - Parameter programs: the flows, of which the first is compared.
  package init(_ scenarios: [Scenario], on devices: [ScenarioDevice], _ programs: [Program]) {
    self.scenarios = scenarios
    self.devices = devices
    self.programs = programs
  }

  /// Why the runs of a scenario are not compared.
  package struct Obstacle: Error {
    package let scenario: Scenario
    package let side: TwinSide
    package let failure: BackendFailure
  }

  /// Stops at the first scenario in which the runs differ.
  ///
  /// - Returns: the scenario that was played last, and what came of it; nil where there is none.
  package func play(
    on sides: [TwinSide], in children: ChildProcesses
  ) async throws(Obstacle) -> (last: Scenario, outcome: TwinOutcome)? {
    var played: (last: Scenario, outcome: TwinOutcome)?
    for scenario in scenarios {
      var runs: [TwinSide.Run] = []
      for side in sides {
        do throws(BackendFailure) {
          runs.append(try await run(scenario, side, children))
        } catch {
          throw Obstacle(scenario: scenario, side: side, failure: error)
        }
      }
      let outcome = TwinOutcome(runs, on: sides, programs[0].flow.contract)
      played = (scenario, outcome)
      guard outcome.verdict == .passed else { break }
    }
    return played
  }

  private func run(
    _ scenario: Scenario, _ side: TwinSide, _ children: ChildProcesses
  ) async throws(BackendFailure) -> TwinSide.Run {
    let notes = TwinNotes()
    let recorders = Mutex<[CassetteRecorder]>([])
    let maker = side.choice.maker(side.limits, children) ?? PacedSimulator.maker
    let runner = ScenarioRunner(
      programs, on: devices,
      backends: { world, devices, contract, clock throws(BackendFailure) in
        guard let backend = devices.isEmpty ? try await maker(world, [], contract, clock).first : nil else {
          throw BackendFailure(.gone, "runs on several devices cannot be compared")
        }
        let recorder = CassetteRecorder(backend, contract, clock, most: FileReader.limit) { notes.note(recorded: $0) }
        recorders.withLock { $0.append(recorder) }
        return [recorder]
      }, heard: { notes.note($0) })
    let result = await runner.run(scenario)
    if let failure = result.backendFailure, failure.kind != .diverged { throw failure }
    let flow = programs[0].flow
    let identity = Cassette.Identity(
      contract: flow.contract.name, contractVersion: flow.contract.version, contractHash: flow.contract.fingerprint,
      flow: flow.name, flowVersion: flow.version, sources: "")
    guard let recorder = recorders.withLock({ $0.first }), let run = result.runs.first,
      let items = notes.items(
        recorder, identity,
        RunReport(TwinSide.whole(run.result, failingAtEnd: result.backendFailure).result, of: flow))
    else { throw BackendFailure(.gone, "the run cannot be compared") }
    return TwinSide.Run(items: items, failure: result.backendFailure)
  }
}
