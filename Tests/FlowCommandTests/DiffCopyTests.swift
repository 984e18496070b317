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

  @Test("it is compared as well if the new step has the old name, and the copy is what the step was")
  func exchangedNames() async throws {
    func withoutHelp(_ flow: String) throws -> String {
      let help = try #require(flow.range(of: #"  help: \{.*\n"#, options: .regularExpression))
      return flow.replacingCharacters(in: help, with: "")
        .replacing("    choices: { help: { to: help } }\n", with: "")
    }
    let new = Self.copied(Self.retry).replacing(
      "    within: 2m\n", with: "    within: 20m\n", maxReplacements: 1)
    let told = try await diff(withoutHelp(Self.flow), withoutHelp(new))
    #expect(told.contains("  weaker: `verify`: `within` is 20m instead of 2m\n"), "\(told)")
    #expect(!told.contains("shares the budget"), "\(told)")
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

  private static let code = """
    code:
        challenge: getActivationCode
        ask: [activationCode]
        answer: setActivationCode
        tries: codes
        choices: { resend: { call: resendActivationCode, max: resends, every: 10s, then: { getActivationCode: code } } }
        then: { getPassword(set): fresh, getActivationCode: { stay: short }, exhausted: blocked, else: failed }
    """

  /// The flow in which a code is asked for, with a copy of that step to which `resend` leads.
  ///
  /// - Parameter change: what the copy says otherwise, and what it says in its place; nil for no copy.
  private static func sending(_ change: (String, String)? = nil) -> String {
    let fresh = """
      fresh: { challenge: getPassword(set), ask: [password], answer: setPassword, gate: [isDeviceSecure], \
      then: { onUserLoggedIn: done, deny: refused, else: failed } }
      """
    let name = "{ getPassword(verify): verify, "
    let flow = flow.replacing(name, with: name + "getActivationCode: code, ")
      .replacing("passwords: 3", with: "passwords: 3, codes: 4, resends: 3")
      .replacing("  help: {", with: "  \(code)\n  \(fresh)\n  help: {")
    guard let change else { return flow }
    let copy = code.replacing("code:\n", with: "code2:\n")
      .replacing("getActivationCode: code ", with: "getActivationCode: code2 ")
    return flow.replacing("getActivationCode: code }", with: "getActivationCode: code2 }")
      .replacing("  \(fresh)\n", with: "  \(copy.replacing(change.0, with: change.1))\n  \(fresh)\n")
  }

  /// The flow in which users may cancel at the password, and then give their name at a copy of the step.
  ///
  /// - Parameters:
  ///   - tries: of the step.
  ///   - copy: the tries of the copy; nil for no copy.
  private static func cancelling(_ tries: String, _ copy: String?) -> String {
    let cancel = "cancel: { call: resetAuthState, max: 3, then: { getUser: NAME } }"
    let flow = flow.replacing("help: { to: help } }", with: "help: { to: help }, \(cancel) }")
      .replacing("passwords: 3", with: "passwords: 3, names: 5").replacing("tries: 5", with: "tries: \(tries)")
    guard let copy else { return flow.replacing("NAME", with: "identify") }
    let step = """
      who:
          challenge: getUser
          ask: [userName]
          answer: setUser
          tries: \(copy)
          then: { getPassword(verify): verify, getUser: retry, exhausted: blocked, else: failed }
      """
    return flow.replacing("NAME", with: "who").replacing("  help: {", with: "  \(step)\n  help: {")
  }

  @Test("a copy that counts its tries on its own is weaker, and a run shows it", arguments: ["5", "1"])
  func ownTries(copy: String) async throws {
    let told = try await diff(Self.cancelling("5", nil), Self.cancelling("5", copy))
    let sum = "\(copy == "5" ? 10 : 6) together instead of 5"
    let words = "`who`: `tries` is counted on its own, beside that of `identify`: \(sum)"
    #expect(told.contains("new.yaml: weaker") && told.contains("  weaker: \(words)\n"), "\(told)")
    #expect(told.contains("after this run:"), "\(told)")
    let desk = try Desk()
    try desk.put("old.yaml", Self.cancelling("5", nil))
    try desk.put("new.yaml", Self.refining(Self.cancelling("5", copy)))
    let check = await desk.run("check", "@new.yaml")
    #expect(check.output.contains("MFA291") && check.output.contains(words), "\(check)")
  }

  @Test(
    "a copy that counts with the step, or of fewer tries together, is as safe",
    arguments: [("names", "names"), ("3", "2"), ("4", "1")])
  func sharedTries(own: String, copy: String) async throws {
    let told = try await diff(Self.cancelling(own == "names" ? "names" : "5", nil), Self.cancelling(own, copy))
    #expect(!told.contains("weaker"), "\(told)")
  }

  @Test(
    "a smaller number at the step or at its copy is no gain where both together allow more",
    arguments: [("5", "1"), ("4", "3")])
  func noGain(own: String, copy: String) async throws {
    let told = try await diff(Self.cancelling("5", nil), Self.cancelling(own, copy))
    #expect(told.contains("  weaker: `who`: `tries` is counted on its own, beside that of `identify`"), "\(told)")
    #expect(!told.contains("`tries` is \(copy) instead of 5") && !told.contains("`tries` is 4 instead of 5"), "\(told)")
  }

  @Test("a choice of a copy that is counted on its own is no weaker where both together allow no more")
  func ownChoices() async throws {
    let fewer = Self.sending(("max: resends", "max: 1")).replacing("resends: 3", with: "resends: 2")
    let told = try await diff(Self.sending(), fewer)
    #expect(!told.contains("is counted on its own") && !told.contains("weaker"), "\(told)")
    #expect(told.contains("  stronger: `code2`: the choice `resend`: `max` is 1 instead of 3\n"), "\(told)")
  }

  @Test("a copy whose choice has a pause of its own is weaker, and one to which the choice is not copied is not")
  func ownPauses() async throws {
    let told = try await diff(Self.sending(), Self.sending(("", "")))
    #expect(
      told.contains("  weaker: `code2`: the choice `resend`: `every` is counted on its own, beside that of `code`\n"),
      "\(told)")
    let choice = """
          choices: { resend: { call: resendActivationCode, max: resends, every: 10s, then: { getActivationCode: code2 } } }

      """
    let without = try await diff(Self.sending(), Self.sending((choice, "")))
    #expect(!without.contains("weaker"), "\(without)")
  }
}
