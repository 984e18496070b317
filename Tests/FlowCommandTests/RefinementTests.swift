// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

/// What `mfaflow check` says of a flow that `refines:` another one.
@Suite("mfaflow check: a flow that refines another one")
struct RefinementTests {
  private static let base = """
    language: mfaflow/1
    flow: base
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
        then: { getPassword(verify): verify, else: failed }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        choices: { look: { to: help, max: 1500 } }
        then: { onUserLoggedIn: signedIn, 102: retry, else: failed }
      help: { challenge: getPassword(verify), choices: { back: { to: verify }, leave: { to: left } }, then: { else: failed } }
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } }, then: { else: failed } }
    ends:
      done: { outcome: success }
      left: { outcome: ended }
      failed: { outcome: failure }

    """

  private func check(_ change: String) async throws -> String {
    let desk = try Desk()
    try desk.put("base.yaml", Self.base)
    try desk.put(
      "held.yaml",
      """
      language: mfaflow/1
      flow: held
      version: 1.0.0
      extends: base@1.0
      refines: true
      change: { \(change) }

      """)
    return await desk.run("check", "@held.yaml").output
  }

  @Test("what no run was found to show is not called weaker, and is an error still")
  func unseen() async throws {
    let told = try await check("steps.verify.choices.look.max: 2000")
    #expect(
      told.contains(
        "error[MFA291]: `held` is not proved to be as safe as `base`: `verify`: the choice `look`: `max` is 2000 instead of 1500"
      ),
      "\(told)")
    #expect(told.contains("note: no run was found that shows it, and not all runs were looked at"), "\(told)")
    #expect(!told.contains("is weaker than"), "\(told)")
  }

  @Test("what a run shows is called weaker")
  func shown() async throws {
    let told = try await check("steps.verify.tries: 4")
    #expect(
      told.contains("error[MFA291]: `held` is weaker than `base`: `verify`: `tries` is 4 instead of 3"), "\(told)")
    #expect(told.contains("a run shows it") && !told.contains("is not proved to be as safe as"), "\(told)")
  }
}
