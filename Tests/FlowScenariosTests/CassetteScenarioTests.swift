// SPDX-License-Identifier: Apache-2.0

import Cassettes
import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios
import Foundation
import RELIDSimulator
import SDKContract
import Synchronization
import Testing

@testable import FlowTrials

/// What was recorded of a scenario plays it again, and holds no secret.
@Suite struct CassetteScenarioTests {
  private static let single = FlowFolder.scenarios.filter { !$0.name.hasPrefix("new-device") }

  @Test("a scenario on the simulator, recorded and played, leaves the same trace", arguments: single)
  func playsTheSame(_ text: ScenarioText) async throws {
    let (play, results) = try await text.played()
    var count = 0
    for (scenario, own) in zip(play.scenarios.scenarios, results) {
      let (recorded, cassettes) = await Tape.record(scenario, of: play)
      #expect(recorded.lines == own.lines && recorded.failures.isEmpty, "\(scenario.name.value)")
      guard let cassette = cassettes.first else { continue }
      let read = try Cassette.read(Array(cassette.text.utf8))
      #expect(read == cassette, "\(scenario.name.value)")
      let played = await Tape.play(read, scenario, of: play)
      #expect(played.backendFailure == nil, "\(scenario.name.value): \(String(describing: played.backendFailure))")
      #expect(played.lines == own.lines, "\(scenario.name.value)")
      #expect(played.failures.isEmpty, "\(scenario.name.value)")
      let (jsons, others) = (played.runs.flatMap(\.trace).map(\.json), own.runs.flatMap(\.trace).map(\.json))
      #expect(jsons == others, "\(scenario.name.value)")
      count += 1
    }
    if ["activation.scenarios.yaml", "login.scenarios.yaml"].contains(text.name) {
      #expect(count > 30, "\(count) of \(text.name)")
      print("\(text.name): \(count) scenarios recorded and played with the same trace")
    }
  }

  @Test("no secret of a scenario is in its cassette, in whatever form, nor how long it is", arguments: single)
  func holdsNoSecret(_ text: ScenarioText) async throws {
    let sound = try text.play()
    var planter = CanaryPlanter(sound.programs.map(\.flow))
    let play = try Play(planter.plant(sound.file))
    var marks = 0
    for scenario in play.scenarios.scenarios {
      for cassette in await Tape.record(scenario, of: play).cassettes {
        #expect(Canary.forms(in: cassette.text) == [], "\(scenario.name.value)")
        marks += cassette.text.components(separatedBy: "\"•••\"").count - 1
      }
    }
    if ["activation.scenarios.yaml", "login.scenarios.yaml"].contains(text.name) { #expect(marks > 30) }
  }

  @Test("the cassette of one scenario does not play another: the first difference is told", arguments: ["login"])
  func differs(name: String) async throws {
    let play = try #require(Self.single.first { $0.name.hasPrefix(name) }).play()
    let scenarios = play.scenarios.scenarios
    let cassette = try #require(await Tape.record(scenarios[0], of: play).cassettes.first)
    var differences = 0
    for scenario in scenarios.dropFirst() {
      let result = await Tape.play(cassette, scenario, of: play)
      guard let failure = result.backendFailure else { continue }
      #expect(failure.kind == .diverged && failure.description.hasPrefix("entry "), "\(failure)")
      #expect(failure.description.contains("then ") && failure.description.contains(", now "))
      differences += 1
    }
    #expect(differences > scenarios.count / 2)
  }
}

/// Records scenarios on the simulated SDK, and plays recordings.
enum Tape {
  static func record(
    _ scenario: Scenario, of play: Play
  ) async -> (result: ScenarioResult, cassettes: [Cassette]) {
    let recorders = Mutex<[CassetteRecorder]>([])
    let runner = ScenarioRunner(
      play.programs, on: play.scenarios.devices,
      backends: {
        world, _, contract, clock throws(BackendFailure) in
        guard let world, let value = WorldReader.read(SourceFile(path: "world", text: world)).value else {
          throw BackendFailure(.gone, "the world cannot be read")
        }
        let recorder = CassetteRecorder(PacedSimulator(value, clock), contract, clock, most: 4 << 20)
        recorders.withLock { $0.append(recorder) }
        return [recorder]
      })
    let result = await runner.run(scenario)
    let identity = identity(of: play)
    return (result, recorders.withLock { $0 }.compactMap { $0.cassette(identity) })
  }

  static func play(_ cassette: Cassette, _ scenario: Scenario, of play: Play) async -> ScenarioResult {
    let runner = ScenarioRunner(
      play.programs, on: play.scenarios.devices,
      backends: { _, _, contract, clock in
        [CassettePlayer(cassette, contract, clock)]
      })
    return await runner.run(scenario)
  }

  private static func identity(of play: Play) -> Cassette.Identity {
    let flow = play.program.flow
    return Cassette.Identity(
      contract: flow.contract.name, contractVersion: flow.contract.version,
      contractHash: flow.contract.fingerprint, flow: flow.name, flowVersion: flow.version, sources: "0")
  }
}
