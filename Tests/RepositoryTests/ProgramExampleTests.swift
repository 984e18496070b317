// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The same scenarios, with the simulated SDK in this process and with a program: the same traces, to the byte.
@Suite("A program as the SDK, against the simulator")
struct ProgramExampleTests {
  /// What a world may have that the short example cannot do.
  private static let beyondShort = [
    "faults", "threats", "session", "forcedLogOff", "unknown", "reject", "passwordExpired", "hold", "rememberedUser",
    "during", "forgotPassword", "codeExpires",
  ]

  @Test(
    "the served simulator is the simulator, on several devices too",
    arguments: [("activation", 20), ("login", 20), ("races", 20), ("notifications", 20), ("new-device", 3)])
  func served(name: String, least: Int) async throws {
    let tool = try #require(ExampleTests.built("mfaflow"), "the tests' target asks for mfaflow in Package.swift")
    let count = try await ScenarioTwins(name).compare(with: "process:'\(tool.path)' backend serve")
    #expect(count > least)
  }

  @Test(
    "the short example in Python is the simulator, where it can be", arguments: [("activation", 25), ("login", 20)])
  func short(name: String, least: Int) async throws {
    let path = Repository.here.root.appending(path: "Examples/python-backend/sdk.py").path
    let text = try #require(Repository.here.file("flows/\(name).scenarios.yaml")).text
    let blocks = text.components(separatedBy: "\n  - name: ").dropFirst()
    let simple = blocks.filter { block in
      !block.contains("- event:") && !Self.beyondShort.contains { block.contains("\($0):") }
    }.map { $0.prefix { $0 != "\n" } }
    let twins = try ScenarioTwins(name)
    let count = try await twins.compare(with: "process:python3 -SE '\(path)'") { simple.contains($0[...]) }
    #expect(count >= least)
    print("python backend: \(count) of \(blocks.count) scenarios of \(name) give the simulator's traces")
  }

  @Test("the short example in Python is shorter than 150 lines, and takes nothing but the standard library")
  func small() throws {
    let lines = try #require(Repository.here.file("Examples/python-backend/sdk.py")).lines
    #expect(lines.count < 150)
    #expect(lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("from ") } == ["import json", "import sys"])
  }
}
