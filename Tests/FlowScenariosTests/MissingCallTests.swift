// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowRuntime
import FlowScenarios
import RELIDSimulator
import Testing

@Suite("A scenario that uses a call which the simulated SDK does not have")
struct MissingCallTests {
  private static let flow = """
    language: mfaflow/1
    flow: spoken
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        choices:
          german: { call: setSDKLanguage, with: { locale: de }, max: 1, then: { onSetLanguageResponse: done, else: failed } }
          leave: { to: left }
        then: { else: failed }
    ends:
      done: { outcome: ended }
      left: { outcome: ended }
      failed: { outcome: failure }

    """

  private func failures(_ scenario: String) async throws -> [Diagnostic] {
    let flow = try #require(Compiler().compile(SourceFile(path: "flow.yaml", text: Self.flow)).flow)
    let read = ScenarioReader.read(
      SourceFile(
        path: "f.scenarios.yaml", text: "flow: flow.yaml\nworld: { users: {} }\nscenarios:\n  - \(scenario)\n"),
      in: World.self)
    let file = try #require(read.value, "\(read.findings.map(\.message))")
    return await ScenarioRunner([Program(flow)], on: file.devices).run(file.scenarios[0]).failures
  }

  @Test("says so where it fails, and what can be done")
  func isTold() async throws {
    let failures = try await failures("{ name: a, do: [{ identify: german }], expect: { end: done } }")
    let notes = failures.flatMap(\.notes).map(\.message)
    #expect(notes.first == "the simulated SDK does not implement `setSDKLanguage`, and refuses it with 907")
    #expect(notes.last?.contains("Documentation/World.md") == true && notes.count == 2)
  }

  @Test("says nothing where it passes, fails for something else, or has its events written by hand")
  func isNotTold() async throws {
    #expect(
      try await failures("{ name: a, do: [{ identify: german }], expect: { waiting: identify } }").isEmpty)
    let other = try await failures("{ name: a, do: [{ identify: leave }], expect: { end: done } }")
    #expect(!other.isEmpty && other.allSatisfy(\.notes.isEmpty))
    let byHand = try await failures(
      "{ name: a, sdk: byHand, do: [{ event: getUser }, { reject: { call: setSDKLanguage, code: 907 } }, { identify: german }], expect: { end: done } }"
    )
    #expect(!byHand.isEmpty && byHand.allSatisfy(\.notes.isEmpty))
  }
}
