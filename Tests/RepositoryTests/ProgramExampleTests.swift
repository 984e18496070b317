// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowScenarios
import Foundation
import ProcessBackend
import RELIDSimulator
import Testing

@testable import FlowCommand

/// The same scenarios, with the simulated SDK in this process and with a program: the same traces, to the byte.
@Suite("A program as the SDK, against the simulator")
struct ProgramExampleTests {
  /// What a world may have that the simulator alone can do.
  private static let beyondPython = [
    "faults", "threats", "session", "forcedLogOff", "unknown", "reject", "passwordExpired", "hold", "rememberedUser",
    "during",
  ]

  @Test(
    "the served simulator is the simulator, on several devices too",
    arguments: [("activation", 20), ("login", 20), ("races", 20), ("notifications", 20), ("new-device", 3)])
  func served(name: String, least: Int) async throws {
    let tool = try #require(ExampleTests.built("mfaflow"), "the tests' target asks for mfaflow in Package.swift")
    let count = try await compare(name, with: "process:'\(tool.path)' backend serve") { _ in true }
    #expect(count > least)
  }

  @Test("the example in Python is the simulator, where it can be", arguments: [("activation", 25), ("login", 20)])
  func python(name: String, least: Int) async throws {
    let path = Repository.here.root.appending(path: "Examples/python-backend/sdk.py").path
    let text = try #require(Repository.here.file("flows/\(name).scenarios.yaml")).text
    let blocks = text.components(separatedBy: "\n  - name: ").dropFirst()
    let simple = blocks.filter { block in
      !block.contains("- event:") && !Self.beyondPython.contains { block.contains("\($0):") }
    }.map { $0.prefix { $0 != "\n" } }
    let count = try await compare(name, with: "process:python3 '\(path)'") { simple.contains($0[...]) }
    #expect(count >= least)
    print("python backend: \(count) of \(blocks.count) scenarios of \(name) give the simulator's traces")
  }

  @Test("the example in Python is shorter than 150 lines, and takes nothing but the standard library")
  func small() throws {
    let lines = try #require(Repository.here.file("Examples/python-backend/sdk.py")).lines
    #expect(lines.count < 150)
    #expect(lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("from ") } == ["import json", "import sys"])
  }

  /// How many scenarios were compared.
  private func compare(_ name: String, with backend: String, _ isPlayed: (String) -> Bool) async throws -> Int {
    let silent = CommandLog()
    let streams = Streams(output: silent, errors: silent, readInput: { [] }, variable: { _ in nil })
    let path = Repository.here.root.appending(path: "flows/\(name).scenarios.yaml").path
    let plan = TestPlanReader.read(PathWalker.find([path]), filter: nil, contract: nil, streams)
    guard case .sound(let scenarios, let devices, let flows, _)? = plan.files.first?.state else {
      Issue.record("\(path) cannot be played")
      return 0
    }
    let programs = flows.map { plan.flows[$0].program }
    let children = ChildProcesses()
    let choice = try BackendChoice(backend, command: "test")
    let other = ScenarioRunner(programs, on: devices, backends: choice.maker(ProcessLimits(), children))
    let own = ScenarioRunner(programs, on: devices)
    var count = 0
    for scenario in scenarios where isPlayed(scenario.name.value) {
      let (mine, theirs) = (await own.run(scenario), await other.run(scenario))
      #expect(theirs.backendFailure == nil, "\(scenario.name.value)")
      #expect(theirs.lines == mine.lines, "\(scenario.name.value)")
      #expect(theirs.failures.isEmpty, "\(scenario.name.value)")
      count += 1
    }
    #expect(children.count == 0)
    return count
  }
}
