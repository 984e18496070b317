// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// What `mfaflow diff` says of a new step that takes the place of an old one, while the old one stays.
@Suite("mfaflow diff: steps in place of others")
struct DiffCopyTests {
  private static let verify = """
    verify:
        challenge: getPassword(verify)
        ask: [password]
        require: [{ check: 'size(password) > 3', say: short }]
        answer: setPassword
        gate: [isDeviceSecure]
        tries: passwords
        within: 2m
        choices: { help: { to: help } }
        then: { onUserLoggedIn: done, getPassword(verify) 102: retry, timeout: late, deny: refused, exhausted: blocked, else: failed }
    """

  private static let flow = """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    start: initialize
    budgets: { passwords: 3 }
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then: { getPassword(verify): verify, getUser: retry, exhausted: blocked, else: failed }
      \(verify)
      help: { challenge: getPassword(verify), within: 1m, choices: { back: { to: verify } }, then: { timeout: late, else: failed } }
    interrupts:
      onUserConsentThreats:
        choices:
          exit:
            call: takeActionOnThreats
            with: { shouldProceedWithThreats: false, rememberActionForSession: true }
            then: { accepted: failed, rejected: { stay: short } }
        then: { else: failed }
      onTerminateWithThreats: { to: failed }
      onSessionTimeout: { to: failed }
      onUserLoggedOff: { to: out }
    ends:
      done: { outcome: success }
      out: { outcome: ended }
      late: { outcome: failure }
      refused: { outcome: failure }
      blocked: { outcome: failure }
      failed: { outcome: failure }
    messages: { short: That is too short. }

    """

  /// The flow with a copy of `verify`.
  ///
  /// - Parameters:
  ///   - line: what leads to the copy then, and what stands in its place.
  ///   - change: what the copy says otherwise, and what it says in its place.
  ///   - screen: another new step; empty for none.
  private static func copied(
    _ line: (String, String), _ change: (String, String) = ("", ""), beside screen: String = ""
  ) -> String {
    var copy = verify.replacing("verify:\n", with: "again:\n")
    if !change.0.isEmpty { copy = copy.replacing(change.0, with: change.1) }
    return flow.replacing(line.0, with: line.1, maxReplacements: 1)
      .replacing("  help: {", with: "  \(copy)\n\(screen)  help: {")
  }

  private static let retry = ("102: retry", "102: again")

  private static func refining(_ flow: String) -> String {
    flow.replacing("sdk: relid\n", with: "sdk: relid\nrefines: ./old\n")
  }

  private func diff(_ old: String, _ new: String) async throws -> String {
    let desk = try Desk()
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run("diff", "@old.yaml", "@new.yaml").output
  }

  @Test(
    "a new step in place of `retry`, or of a step to which something led, is compared with that step",
    arguments: [
      ("    within: 2m\n", "", "`within` is gone; it was 2m"),
      ("within: 2m", "within: 20m", "`within` is 20m instead of 2m"),
      (
        "deny: refused", "deny: { stay: short }",
        "`deny` leads back to the step itself instead of to the end `refused`"
      ),
      (
        "    require: [{ check: 'size(password) > 3', say: short }]\n", "",
        "`check` is gone; it was size(password) > 3"
      ),
    ])
  func lesserCopies(written: String, other: String, words: String) async throws {
    let lines = [
      Self.retry, ("back: { to: verify }", "back: { to: again }"),
      ("then: { getPassword(verify): verify", "then: { getPassword(verify): again"),
    ]
    for line in lines {
      let told = try await diff(Self.flow, Self.copied(line, (written, other)))
      #expect(told.contains("new.yaml: weaker") && told.contains("  weaker: `again`: \(words)"), "\(line) \(told)")
      #expect(!told.contains("shares the budget"), "\(told)")
    }
  }

  @Test("it is compared as well if it does not ask the modules")
  func ungatedCopy() async throws {
    let told = try await diff(Self.flow, Self.copied(Self.retry, ("    gate: [isDeviceSecure]\n", "")))
    #expect(told.contains("  weaker: `again`: the answer: `gate` is gone; it was isDeviceSecure\n"), "\(told)")
  }

  @Test("it is compared as well if a screen is shown first")
  func behindScreen() async throws {
    let screen =
      "  hint: { challenge: getPassword(verify), within: 1m, choices: { next: { to: again } }, then: { timeout: late, else: failed } }\n"
    let new = Self.copied(("102: retry", "102: hint"), ("within: 2m", "within: 20m"), beside: screen)
    let told = try await diff(Self.flow, new)
    #expect(told.contains("  weaker: `again`: `within` is 20m instead of 2m\n"), "\(told)")
    #expect(!told.contains("`hint`: "), "\(told)")
  }

  @Test("it is compared as well if it is the new step that has the old name")
  func exchangedNames() async throws {
    // The copy is what the step was; the step has become another one.
    let new = Self.copied(Self.retry).replacing(
      "    within: 2m\n", with: "    within: 20m\n", maxReplacements: 1)
    let told = try await diff(Self.flow, new)
    #expect(told.contains("  weaker: `verify`: `within` is 20m instead of 2m\n"), "\(told)")
  }

  @Test("a new step that asks for no less is as safe", arguments: [("", ""), ("within: 2m", "within: 1m")])
  func equalCopies(written: String, other: String) async throws {
    let told = try await diff(Self.flow, Self.copied(Self.retry, (written, other)))
    #expect(!told.contains("weaker") && !told.contains("shares the budget"), "\(told)")
    #expect(told.contains("stronger") == other.contains("1m"), "\(told)")
  }

  @Test("a screen that only tells of a mistake, and leads back, is compared with nothing")
  func screenInBetween() async throws {
    let screen =
      "  hint: { challenge: getPassword(verify), choices: { next: { to: verify } }, then: { else: failed } }\n"
    let new = Self.flow.replacing("102: retry", with: "102: hint").replacing("  help: {", with: "\(screen)  help: {")
    let told = try await diff(Self.flow, new)
    #expect(told.contains("`getPassword(verify) 102` leads to `hint` instead of back to the step itself"), "\(told)")
    #expect(!told.contains("`hint`: "), "\(told)")
  }

  @Test("`refines:` refuses a variant that leads to such a step in place of `retry`")
  func refines() async throws {
    let desk = try Desk()
    try desk.put("old.yaml", Self.flow)
    try desk.put("new.yaml", Self.refining(Self.copied(Self.retry, ("within: 2m", "within: 20m"))))
    let weaker = await desk.run("check", "@new.yaml")
    #expect(weaker.output.contains("MFA291") && weaker.output.contains("`within` is 20m instead of 2m"), "\(weaker)")
    try desk.put("new.yaml", Self.refining(Self.copied(Self.retry)))
    let safe = await desk.run("check", "@new.yaml")
    #expect(!safe.output.contains("MFA291"), "\(safe)")
  }
}
