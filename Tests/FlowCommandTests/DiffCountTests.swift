// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("mfaflow diff: how many attempts are left, as a screen says it")
struct DiffCountTests {
  private static func flow(_ text: String) -> String {
    """
    language: mfaflow/1
    flow: counting
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, getPassword(verify): pw, else: failed } }
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
        tries: 5
        then: { onUserLoggedIn: done, 102: { retry: wrong }, else: failed }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }
    messages:
      wrong: '\(text)'

    """
  }

  @Test(
    "the flow's own count shows that of the SDK where the event has one",
    arguments: [
      ("Left: {attemptsLeft}", "Left: {tries.left}", "wording", "wording"),
      ("Not right.", "Left: {tries.left}", "weaker", "stronger"),
      ("Not right.", "Left: {attemptsLeft}", "weaker", "stronger"),
      ("Not right.", "Wrong.", "wording", "wording"),
    ])
  func counts(old: String, new: String, there: String, back: String) async throws {
    let desk = try Desk()
    try desk.put("old.yaml", Self.flow(old))
    try desk.put("new.yaml", Self.flow(new))
    let first = await desk.run("diff", "--fail-on", "none", "@old.yaml", "@new.yaml").output
    #expect(first.contains("new.yaml: \(there) ("), "\(first)")
    let second = await desk.run("diff", "--fail-on", "none", "@new.yaml", "@old.yaml").output
    #expect(second.contains("old.yaml: \(back) ("), "\(second)")
  }
}
