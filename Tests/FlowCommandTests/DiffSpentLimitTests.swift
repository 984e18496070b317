// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("mfaflow diff: limits that no run can use up")
struct DiffSpentLimitTests {
  /// - Parameter wrong: where a wrong password leads.
  private static func flow(tries: Int, wrong: String = "failed") -> String {
    """
    language: mfaflow/1
    flow: counting
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then: { getPassword(verify): pw, else: failed }
      pw:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: \(tries)
        then: { onUserLoggedIn: done, 102: \(wrong), else: failed }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }

    """
  }

  private static func verdict(_ old: String, _ new: String) async throws -> String {
    let desk = try Desk()
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run("diff", "--fail-on", "none", "@old.yaml", "@new.yaml").output
  }

  @Test("another number is no difference, up or down", arguments: [(1, 2), (2, 1), (3, 90)])
  func unspent(limits: (Int, Int)) async throws {
    let output = try await Self.verdict(Self.flow(tries: limits.0), Self.flow(tries: limits.1))
    #expect(output.contains("equal"), "\(output)")
  }

  @Test("it is one where the step asks again", arguments: [(1, 2, "weaker"), (2, 1, "stronger")])
  func spent(limits: (Int, Int, String)) async throws {
    let output = try await Self.verdict(
      Self.flow(tries: limits.0, wrong: "retry"), Self.flow(tries: limits.1, wrong: "retry"))
    #expect(output.contains("new.yaml: \(limits.2) ("), "\(output)")
  }

  @Test("a limit that becomes one of a shared budget is larger where a run is left more of it", arguments: [7, 8, 14])
  func shared(count: Int) async throws {
    let desk = try Desk()
    let step = """
        expired:
          challenge: getPassword(expired)
          ask: { currentPassword: secret, newPassword: secret }
          answer: updatePassword
          tries: 5
          then: { onUserLoggedIn: done, 164: retry, else: failed }

      """
    let old = Self.flow(tries: 8, wrong: "retry")
      .replacing("onUserLoggedIn: done, 102", with: "onUserLoggedIn: done, getPassword(expired): expired, 102")
      .replacing("ends:\n", with: "\(step)ends:\n")
    let new = old.replacing("tries: 5\n    then: { onUser", with: "tries: words\n    then: { onUser")
      .replacing("tries: 8", with: "tries: words").replacing("steps:\n", with: "budgets: { words: \(count) }\nsteps:\n")
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    let output = await desk.run("diff", "--fail-on", "none", "@old.yaml", "@new.yaml").output
    #expect(output.contains("  weaker: `expired`: `tries` is \(count) instead of 5\n"), "\(output)")
    #expect(output.contains("after this run:"), "\(output)")
  }

  @Test("a flow with more runs than can be looked at is decided, too")
  func large() async throws {
    let desk = try Desk()
    let old = try ShippedFlows.text("passkey-login.yaml")
    let new = old.replacing("byText: { call: textCode, max: 1 }", with: "byText: { call: textCode, max: 2 }")
    #expect(new != old)
    try desk.put("contracts/keys.yaml", ShippedFlows.text("contracts/keys.yaml"))
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    let output = await desk.run("diff", "@old.yaml", "@new.yaml").output
    #expect(output.contains("equal"), "\(output)")
  }
}
