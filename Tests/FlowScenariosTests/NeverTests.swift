// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowScenarios
import RELIDSimulator
import Testing

/// What a run must not come to: `never:`.
@Suite struct NeverTests {
  private static let toCode =
    "      - event: getUser\n      - identify: { userName: alice }\n      - event: getActivationCode"

  private func play(_ items: String, never: String) async throws -> ScenarioResult {
    let flow = try SmallFlow.relid()
    let read = ScenarioReader.read(Self.file(items, "never: \(never)"), in: World.self)
    let file = try #require(read.value, "\(read.findings.map(\.message))")
    #expect(ScenarioChecker.check(file, for: [flow.program.flow]).map(\.message) == [])
    return await ScenarioRunner([flow.program], on: file.devices).run(try #require(file.scenarios.first))
  }

  private static func file(_ items: String, _ outcome: String) -> SourceFile {
    SourceFile(
      path: "small.scenarios.yaml",
      text: "flow: small.yaml\nsdk: byHand\nscenarios:\n  - name: a scenario\n    \(outcome)\n    do:\n\(items)\n")
  }

  @Test("a run that comes to it fails, at the word")
  func comesAbout() async throws {
    let result = try await play(
      Self.toCode + "\n      - enterCode: leave", never: "{ end: givenUp, path: [initialize, identify, enterCode] }")
    #expect(result.failures.map(\.message) == ["this came about, and must not"])
    #expect(result.failures.first?.range.start.line == 5)
    #expect(result.departure == nil)
  }

  @Test(
    "a run that takes another turn passes, and the turn is told",
    arguments: [
      ("      - enterCode: leave", "{ end: failed }", "end: expected `failed`, found `givenUp`"),
      (
        "      - enterCode: leave", "{ called: [initialize] }", "called: expected initialize, found initialize, setUser"
      ),
      (
        "      - enterCode: leave", "{ path: [enterCode] }",
        "path: expected enterCode, found initialize, identify, enterCode"
      ),
      ("      - proved: close", "{ end: givenUp }", "`proved` does not ask here; `enterCode` does"),
      (
        "      - enterCode: leave\n      - enterCode: leave", "{ end: givenUp }",
        "the run was over before this could happen"
      ),
      ("      - expect: { step: proved }", "{ waiting: enterCode }", "step: expected `proved`, found `enterCode`"),
      // What the flow had and has no longer.
      ("      - enterCode: skip", "{ end: givenUp }", "this answer was refused: there is no such choice"),
      (
        "      - secondCode: skip", "{ end: tooEasy, path: [secondCode] }",
        "`secondCode` does not ask here; `enterCode` does"
      ),
    ])
  func departs(_ items: String, _ never: String, _ turn: String) async throws {
    let result = try await play(Self.toCode + "\n" + items, never: never)
    #expect(result.failures.map(\.message) == [])
    #expect(result.departure?.message == turn)
  }

  @Test("an SDK that breaks off shows nothing: that fails")
  func brokenOff() async throws {
    let result = try await play(
      "      - event: getUser\n        with: { recentlyLoggedInUser: [1] }\n        unknown: true",
      never: "{ end: failed }")
    #expect(result.failures.map(\.message) == ["the SDK broke off"])
  }

  @Test("what the SDK does not have is an error, whatever the flow was")
  func unknownEvent() throws {
    let flow = try SmallFlow.relid()
    let file = Self.file("      - event: getUsr\n      - reject: { call: setUsr, code: 1 }", "never: { end: failed }")
    let scenarios = try #require(ScenarioReader.read(file, in: World.self).value)
    #expect(ScenarioChecker.check(scenarios, for: [flow.program.flow]).map(\.code.id) == ["MFA953", "MFA947"])
    let items = Self.toCode + "\n      - expect: { called: [initialise] }"
    let calls = Self.file(items, "never: { called: [initialize, setUsr], path: [gone] }")
    let called = try #require(ScenarioReader.read(calls, in: World.self).value)
    #expect(
      ScenarioChecker.check(called, for: [flow.program.flow]).map(\.message) == [
        "`initialise` is no call of `relid`", "`setUsr` is no call of `relid`",
      ])
  }

  @Test(
    "a scenario says either what must be or what must not, and says something",
    arguments: [
      ("never: { end: failed }\n    expect: { end: failed }", "MFA945"), ("never: {}", "MFA944"),
      ("never: { step: enterCode }", "MFA120"), ("nevr: { end: failed }", "MFA120"),
      ("never: { end: failed, waiting: enterCode }", "MFA945"),
    ])
  func badFiles(_ outcome: String, _ code: String) {
    let read = ScenarioReader.read(Self.file(Self.toCode, outcome), in: World.self)
    #expect(read.value == nil)
    #expect(read.findings.map(\.code.id).contains(code), "\(read.findings.map(\.message))")
  }

  @Test("the calls that a run makes can be expected, too; a call that the SDK does not have is an error")
  func called() async throws {
    let flow = try SmallFlow.relid()
    let items = Self.toCode + "\n      - expect: { called: [initialize, setUser] }\n      - enterCode: leave"
    let right = try await flow.play(items, end: "{ end: givenUp, called: [initialize, setUser] }")
    #expect(right.failures.map(\.message) == [])
    let wrong = try await flow.play(items, end: "{ called: [setUser, initialize] }")
    #expect(wrong.failures.map(\.message) == ["called: expected setUser, initialize, found initialize, setUser"])
    let file = try flow.read(Self.toCode, end: "{ called: [initialise] }").1
    #expect(ScenarioChecker.check(file, for: [flow.program.flow]).map(\.code.id) == ["MFA947"])
  }
}
