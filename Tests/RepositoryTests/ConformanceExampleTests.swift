// SPDX-License-Identifier: Apache-2.0

import BackendConformance
import Foundation
import Testing

@testable import FlowCommand

/// What is shipped as a backend keeps to the contract that it is shipped with.
@Suite("The shipped backends, held against their contract")
struct ConformanceExampleTests {
  @Test(
    "the served simulator and the examples in Python fail no clause",
    arguments: [
      ("mfaflow", 0), ("Examples/python-backend/sdk.py", 1), ("Examples/python-simulator/simulator.py", 0),
    ])
  func shipped(program: String, inconclusive: Int) async throws {
    let root = Repository.here.root
    let tool = try #require(ExampleTests.built("mfaflow"), "the tests' target asks for mfaflow in Package.swift").path
    let command =
      program == "mfaflow" ? "'\(tool)' backend serve" : "python3 -SE '\(root.appending(path: program).path)'"
    let log = CommandLog()
    let streams = Streams(output: log, errors: log, readInput: { [] }, variable: { _ in nil })
    let code = await Tool.run(
      [
        "backend", "verify", "process:\(command)",
        "--world", root.appending(path: "flows/activation.world.yaml").path,
        "--probe", root.appending(path: "Examples/python-backend/probe.yaml").path, "--time", "60m", "--patience",
        "handshake=60", "--patience", "call=60", "--patience", "shutdown=20",
      ], in: streams)
    #expect(code == .success, "\(log.text)")
    let seen = Clause.allCases.count - inconclusive
    #expect(
      log.text.contains("\(Clause.allCases.count) clauses, \(seen) pass, 0 fail, \(inconclusive) inconclusive; "),
      "\(log.text)")
    #expect(!log.text.contains("not all was looked at"))
    print("conformance of \(program): \(log.text.split(separator: "\n").last ?? "")")
  }

  @Test("the page tells each clause as the program does")
  func page() throws {
    let text = try #require(Repository.here.file("Documentation/Conformance.md")).text
    for clause in Clause.allCases { #expect(text.contains("| \(clause.id) | \(clause.title) |"), "\(clause.id)") }
  }
}
