// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("mfaflow diff: who gets through, where runs end, and what a text says besides")
struct DiffSuccessTests {
  private static let flow = """
    language: mfaflow/1
    flow: joining
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
        then: { getActivationCode: code, else: failed }
      code:
        challenge: getActivationCode
        ask: [activationCode]
        answer: setActivationCode
        tries: 3
        then:
          getPassword(set): password
          getUserConsentForLDA(set): consent
          106: { retry: wrong }
          else: failed
      consent:
        challenge: getUserConsentForLDA(set)
        choices:
          yes: { call: setUserConsentForLDA, with: { shouldEnrollLDA: true } }
          no: { call: setUserConsentForLDA, with: { shouldEnrollLDA: false } }
        then: { onUserLoggedIn: done, getPassword(set): password, else: failed }
      password:
        challenge: getPassword(set)
        ask: [password]
        answer: setPassword
        tries: 3
        then: { onUserLoggedIn: done, else: failed }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }
    messages:
      wrong: 'That is wrong. Attempts left: {attemptsLeft}'

    """

  private static func told(_ changes: [(String, String)], back: Bool = false) async throws -> String {
    var new = flow
    for (old, other) in changes {
      #expect(new.contains(old), "\(old)")
      new = new.replacing(old, with: other)
    }
    let desk = try Desk()
    try desk.put("old.yaml", back ? new : flow)
    try desk.put("new.yaml", back ? flow : new)
    return await desk.run("diff", "--fail-on", "none", "@old.yaml", "@new.yaml").output
  }

  /// The step stays, for those who cannot use the device's own check; nothing leads there.
  private static let noPassword = [
    ("      getPassword(set): password\n      getUser", "      getPassword(set): failed\n      getUser"),
    ("getPassword(set): password, else", "getPassword(set): failed, else"),
    (
      "  password:\n    challenge: getPassword(set)\n    ask: [password]\n    answer: setPassword\n    tries: 3\n    then: { onUserLoggedIn: done, else: failed }\n",
      ""
    ),
  ]

  @Test("people whom a flow leaves behind are named, and those whom it lets in now")
  func populations() async throws {
    let gone = try await Self.told(Self.noPassword)
    #expect(gone.contains("changed: `no-biometrics` can only fail now (A new user whose"), "\(gone)")
    #expect(gone.contains("changed: `declined-biometrics` can only fail now"), "\(gone)")
    #expect(!gone.contains("`new-user` can"), "\(gone)")
    let back = try await Self.told(Self.noPassword, back: true)
    #expect(back.contains("changed: `no-biometrics` no longer only fails"), "\(back)")
  }

  @Test("an end behind a new step is told, and so is one that is gone")
  func ends() async throws {
    let changes = [
      ("onUserLoggedIn: done, getPassword", "onUserLoggedIn: parents, getPassword"),
      (
        "then: { onUserLoggedIn: done, else: failed }\nends:",
        """
        then: { onUserLoggedIn: parents, else: failed }
          parents: { event: onUserLoggedIn, choices: { go: { to: ready } }, then: { else: failed } }
        ends:
        """
      ),
      ("  done: {", "  ready: {"),
    ]
    let there = try await Self.told(changes)
    #expect(there.contains("runs may end as `ready` now (success)"), "\(there)")
    let back = try await Self.told(changes, back: true)
    #expect(back.contains("no run ends as `ready` any more (success)"), "\(back)")
  }

  @Test("a text that shows less and says something else is told as wording, too")
  func wording() async throws {
    let told = try await Self.told([("That is wrong. Attempts left: {attemptsLeft}", "Everything is fine.")])
    #expect(told.contains("stronger: `code` no longer tells"), "\(told)")
    #expect(told.contains("wording: "), "\(told)")
    #expect(told.contains("Everything is fine."), "\(told)")
  }
}
