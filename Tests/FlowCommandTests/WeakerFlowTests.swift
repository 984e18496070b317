// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// Changes that look harmless, or even safer, and are weaker.
@Suite("mfaflow diff: what is weaker without a larger number")
struct WeakerFlowTests {
  private static let flow = """
    language: mfaflow/1
    flow: base
    version: 1.0.0
    sdk: relid
    goal: aal1
    require: { gates: [isDeviceSecure] }
    start: begin
    budgets: { codes: 3 }
    steps:
      begin:
        call: initialize
        then: { getUser: name, getPassword(verify): word, else: failed }
      name:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        within: 3m
        then: { getPassword(verify): word, getActivationCode: code, getUser: retry, timeout: gone, else: failed }
      code:
        challenge: getActivationCode
        ask: [activationCode]
        answer: setActivationCode
        tries: 3
        choices:
          resend: { call: resendActivationCode, max: codes, every: 30s, then: { getActivationCode: stay, timeout: stay, else: failed } }
        then: { getActivationCode: retry, else: failed }
      word:
        challenge: getPassword(verify)
        ask: [password]
        require: [{ check: size(password) > 5, say: longer }]
        answer: setPassword
        gate: [isDeviceSecure]
        tries: 3
        choices:
          again: { confirm: sure, call: resetAuthState, max: 3, then: { getUser: name, else: failed } }
        then: { onUserLoggedIn: done, getPassword(verify) 102: retry, else: failed }
    interrupts:
      onUserConsentThreats:
        choices:
          proceed: { when: 'event.threats.all(t, t.threatSeverity == "LOW")', confirm: sure, call: takeActionOnThreats, with: { shouldProceedWithThreats: true, rememberActionForSession: true }, max: 5, then: { accepted: resume, rejected: stay } }
          exit: { call: takeActionOnThreats, with: { shouldProceedWithThreats: false, rememberActionForSession: true }, within: 5s, then: { onTerminateWithThreats: failed, rejected: stay } }
        then: { else: failed }
      onTerminateWithThreats: { to: failed }
      onSessionTimeout: { choices: { ok: { to: failed } } }
      onUserLoggedOff: { to: gone }
      onSessionTimeOutNotification:
        choices:
          extend:
            when: event.sessionCanBeExtended
            call: extendSessionIdleTimeout
            max: 3
            then: { onSessionExtensionResponse: resume, rejected: stay, else: stay }
          ignore: { resume: true }
    ends:
      done: { outcome: success }
      gone: { outcome: ended }
      failed: { outcome: failure }
    messages:
      sure: Sure?
      longer: More than five characters, please.

    """

  private func diff(_ old: String, _ new: String) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run("diff", "--summary", "@old.yaml", "@new.yaml")
  }

  private static let waiting = """
      waiting:
        wait: sure
        choices: { leave: { to: gone } }
        then: { getPassword(verify): word, else: failed }
      word:

    """
  private static let exit = """
          exit: { call: takeActionOnThreats, with: { shouldProceedWithThreats: false, rememberActionForSession: true }, within: 5s, then: { onTerminateWithThreats: failed, rejected: stay } }

    """
  private static let resend =
    "resend: { call: resendActivationCode, max: codes, every: 30s, then: { getActivationCode: stay, timeout: stay, else: failed } }\n"

  /// What is changed, and what is said of it.
  private static let changes: [(changes: [(old: String, new: String)], words: String)] = [
    // A limit of time that no longer ends anything.
    (
      [("timeout: gone", "timeout: waiting"), ("  word:\n", waiting)],
      "weaker: `name`: `timeout` leads to `waiting` instead of to the end `gone`"
    ),
    // A second button beside one that cools down.
    (
      [(resend, resend + "      " + resend.replacing("resend:", with: "more:"))],
      "weaker: `code`: the choice `more` calls `resendActivationCode` beside `resend`: whoever uses both in turn waits less than `every` says"
    ),
    // A time of one's own that is longer than that of the contract.
    (
      [("every: 30s,", "every: 30s, within: 1h,")],
      "weaker: `code`: the choice `resend`: `within` is 60m instead of 1m"
    ),
    (
      [("call: initialize\n", "call: initialize\n    within: 1h\n")], "weaker: `begin`: `within` is 60m instead of 1m"
    ),
    // Counted for less than the run.
    (
      [("        max: 3\n", "        max: { count: 3, per: session, total: 30 }\n")],
      "`onSessionTimeOutNotification`: the choice `extend`: `max` is 3 per session instead of 3; if a run shows it, weaker"
    ),
    (
      [("        max: 3\n", "        max: { count: 3, per: run, of: successes, total: 9 }\n")],
      "weaker: `onSessionTimeOutNotification`: the choice `extend`: `max` is 3 per run, of successes instead of 3"
    ),
    // Counted no more.
    (
      [("again: { confirm: sure, call: resetAuthState, max: 3,", "again: { confirm: sure, call: resetAuthState,")],
      "weaker: `word`: the choice `again`: `max` is gone; it was 3"
    ),
    (
      [("rememberActionForSession: true }, max: 5,", "rememberActionForSession: true },")],
      "weaker: `onUserConsentThreats`: the choice `proceed`: `max` is gone; it was 5"
    ),
    // A no is not offered any more.
    ([(exit, "")], "weaker: `onUserConsentThreats`: the choice `exit` is gone"),
    // Whoever asks for more is asked no second time.
    ([("again: { confirm: sure, call", "again: { call")], "weaker: `word`: the choice `again`: `confirm` is gone"),
    // A copy has a limit of its own.
    (
      [
        (
          "again: { confirm: sure, call",
          "more: { confirm: sure, call: resetAuthState, max: 3, then: { getUser: name, else: failed } }\n      again: { confirm: sure, call"
        )
      ],
      "makes the call `resetAuthState`, as `again` does: together they can make it 6 times"
    ),
    (
      [("    require: [{ check: size(password) > 5, say: longer }]\n", "")],
      "weaker: `word`: `check` is gone; it was size(password) > 5"
    ),
  ]

  @Test(
    "is weaker, and the other way round it is not",
    arguments: changes)
  func weaker(_ changes: [(old: String, new: String)], words: String) async throws {
    let changed = changes.reduce(Self.flow) { $0.replacing($1.old, with: $1.new, maxReplacements: 1) }
    let there = try await diff(Self.flow, changed)
    #expect(there.code == .failure && there.output.contains(words), "\(there)")
    let back = try await diff(changed, Self.flow)
    #expect(back.code == .success || !back.output.contains(words.prefix { $0 != ";" }), "\(back)")
    #expect(!back.output.contains("  weaker: `onUserConsentThreats`"), "\(back)")
  }

  private static let small = """
    language: mfaflow/1
    flow: base
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: begin
    steps:
      begin:
        call: initialize
        then: { getUser: name, else: failed }
      name:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 1
        then: { getPassword(verify): word, else: failed }
      word:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 1
        then: { onUserLoggedIn: done, else: failed }
    interrupts:
      onUserConsentThreats:
        say: sure
        choices:
          exit: { call: takeActionOnThreats, with: { shouldProceedWithThreats: false, rememberActionForSession: true }, within: 5s, then: { onTerminateWithThreats: failed, rejected: stay } }
        then: { else: failed }
      onTerminateWithThreats: { to: failed }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }
    messages:
      sure: Sure?

    """

  @Test("a step that takes a threat by itself goes past the interrupt, which is weaker if the run goes on")
  func past() async throws {
    let lax = """
        lax:
          event: onUserConsentThreats
          choices:
            ok: { confirm: sure, call: takeActionOnThreats, with: { shouldProceedWithThreats: true, rememberActionForSession: true }, max: 1, then: { accepted: waiting, rejected: stay } }
            exit: { call: takeActionOnThreats, with: { shouldProceedWithThreats: false, rememberActionForSession: true }, within: 5s, then: { onTerminateWithThreats: failed, rejected: stay } }
          then: { else: failed }
        waiting:
          wait: sure
          choices: { leave: { to: failed } }
          then: { getPassword(verify): word, else: failed }
      interrupts:

      """
    let changed = Self.small
      .replacing(
        "then: { getPassword(verify): word,", with: "then: { getPassword(verify): word, onUserConsentThreats: lax,"
      )
      .replacing("interrupts:\n", with: lax)
    let outcome = try await diff(Self.small, changed)
    #expect(
      outcome.output.contains("weaker: `name`: `onUserConsentThreats` leads to `lax` now, and had no line before"),
      "\(outcome)")
    #expect(
      outcome.output.contains(
        "weaker: `lax`: the choice `ok` calls `takeActionOnThreats` and so accepts what it answers, and did not before"),
      "\(outcome)")
    // Where it only ends the run, nothing is let through.
    let ending = Self.small.replacing(
      "then: { getPassword(verify): word,", with: "then: { getPassword(verify): word, onUserConsentThreats: failed,")
    let ends = try await diff(Self.small, ending)
    #expect(!ends.output.contains("weaker: `name`"), "\(ends)")
  }

  @Test("what lies behind a check of digits is compared as well")
  func behindCheck() async throws {
    let checked = Self.flow.replacing(
      "answer: setActivationCode",
      with: "require: [{ check: 'matches(activationCode, \"[0-9]{6}\")', say: longer }]\n    answer: setActivationCode"
    ).replacing(
      "then: { getActivationCode: retry, else: failed }",
      with: "then: { getActivationCode: retry, getPassword(set): set, else: failed }"
    ).replacing(
      "  word:\n",
      with: """
          set:
            challenge: getPassword(set)
            ask: [password]
            answer: setPassword
            tries: 3
            then: { onUserLoggedIn: failed, getPassword(set) 164: retry, else: failed }
          word:

        """, maxReplacements: 1)
    let outcome = try await diff(
      checked,
      checked.replacing(
        "setPassword\n    tries: 3\n    then: { onUserLoggedIn: failed",
        with: "setPassword\n    tries: 9\n    then: { onUserLoggedIn: failed"))
    #expect(outcome.output.contains("weaker: `set`: `tries` is 9 instead of 3"), "\(outcome)\n\(checked)")
  }

  @Test(
    "an interrupt that is handled now is weaker where the run goes on",
    arguments: [
      ("{ ask: [deviceName], answer: setDeviceName, then: { accepted: resume, else: failed } }", true),
      ("{ ask: [deviceName], answer: setDeviceName, then: { accepted: failed, else: failed } }", false),
      ("{ choices: { leave: { to: failed } } }", false),
    ])
  func handledNow(_ entry: String, goesOn: Bool) async throws {
    let outcome = try await diff(
      Self.flow, Self.flow.replacing("interrupts:\n", with: "interrupts:\n  getDeviceName: \(entry)\n"))
    let words = "the interrupt `getDeviceName` is handled now"
    #expect(
      outcome.output.contains(goesOn ? "weaker: \(words), and the run goes on" : "stronger: \(words)\n"), "\(outcome)")
  }

  @Test("a second button is weaker that evades the pause of the first, be it with one use")
  func twin() async throws {
    let twin = Self.resend.replacing("resend:", with: "more:").replacing("max: codes", with: "max: 1")
    let outcome = try await diff(
      Self.flow, Self.flow.replacing(Self.resend, with: Self.resend + "      " + twin, maxReplacements: 1))
    #expect(
      outcome.output.contains("the choice `more` calls `resendActivationCode` beside `resend`: whoever uses both"),
      "\(outcome)")
  }

  @Test(
    "what lets nothing more through is not weaker",
    arguments: [
      // The same end, behind a screen.
      [
        ("onSessionTimeout: { choices: { ok: { to: failed } } }", "onSessionTimeout: { to: over }"),
        (
          "  word:\n",
          "  over:\n    wait: sure\n    choices: { ok: { to: failed } }\n    then: { else: failed }\n  word:\n"
        ),
      ],
      // The time of the contract, written out.
      [("every: 30s,", "every: 30s, within: 1m,")],
      // A no that is taken at once.
      [("    then: { else: failed }\n  onTerminate", "    auto: exit\n    then: { else: failed }\n  onTerminate")],
      // One more check.
      [("require: [{", "require: [{ check: size(password) < 50, say: longer }, {")],
    ])
  func notWeaker(_ changes: [(old: String, new: String)]) async throws {
    let changed = changes.reduce(Self.flow) { $0.replacing($1.old, with: $1.new, maxReplacements: 1) }
    let outcome = try await diff(Self.flow, changed)
    #expect(!outcome.output.contains("weaker"), "\(outcome)")
  }
}
