// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios
import FlowTrials
import Foundation
import ProcessBackend
import RELIDSimulator
import SDKContract
import Synchronization
import Testing

@testable import FlowCommand
@testable import FlowTesting
@testable import LocalFiles

/// The scenarios of a shipped file, each played on the simulated SDK in this process and on a program.
struct ScenarioTwins {
  /// Those that have an SDK, and not events that are written by hand.
  let scenarios: [Scenario]
  private let devices: [ScenarioDevice]
  private let programs: [Program]

  init(_ name: String) throws {
    let path = Repository.here.root.appending(path: "flows/\(name).scenarios.yaml").path
    let plan = TestPlanReader.read(PathWalker.find([path]), ScenarioChoice(), contract: nil)
    let state = try #require(plan.files.first?.state)
    guard case .sound(let sound) = state else {
      throw UnplayableFile(path: path)
    }
    self.scenarios = sound.scenarios.filter { if case .simulated = $0.sdk { true } else { false } }
    devices = sound.devices
    programs = sound.flows.map { plan.flows[$0].program }
  }

  /// Whether the program leaves the same traces as the simulator.
  ///
  /// - Parameters:
  ///   - toTheLetter: whether all that the two say is compared, too: texts, times, what is due next.
  ///   - isPlayed: by the name of the scenario.
  /// - Returns: how many scenarios were compared.
  func compare(
    with backend: String, toTheLetter: Bool = false, _ isPlayed: (String) -> Bool = { _ in true }
  ) async throws -> Int {
    let children = ChildProcesses()
    let maker = try #require(try BackendChoice(backend, command: "test").maker(ProcessLimits(), children))
    let own = ScenarioRunner(programs, on: devices)
    var (count, said) = (0, 0)
    for scenario in scenarios where isPlayed(scenario.name.value) {
      let name = scenario.name.value
      let told = Telling()
      let mine = await own.run(scenario)
      let theirs = await ScenarioRunner(programs, on: devices, backends: told.overhearing(maker)).run(scenario)
      #expect(theirs.backendFailure == nil, "\(name)")
      #expect(theirs.lines == mine.lines, "\(name)")
      #expect(theirs.failures.isEmpty, "\(name)")
      if toTheLetter {
        let simulated = Telling()
        let maker = simulated.overhearing(PacedSimulator.maker)
        _ = await ScenarioRunner(programs, on: devices, backends: maker).run(scenario)
        #expect(told.lines == simulated.lines, "\(name)")
        said += simulated.lines.count
      }
      count += 1
    }
    #expect(said > 0 || !toTheLetter)
    #expect(children.count == 0)
    return count
  }

  struct UnplayableFile: Error { let path: String }
}

/// What the SDK of a scenario says.
private final class Telling: Sendable {
  private let backends = Mutex<[OverheardBackend]>([])

  var lines: [String] { backends.withLock { $0.flatMap(\.lines) } }

  func overhearing(_ maker: @escaping BackendMaker) -> BackendMaker {
    { world, devices, contract, clock throws(BackendFailure) in
      let overheard = try await maker(world, devices, contract, clock).map { OverheardBackend($0, contract, clock) }
      self.backends.withLock { $0 = overheard }
      return overheard
    }
  }
}
