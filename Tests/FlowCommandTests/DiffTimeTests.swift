// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow diff: times")
struct DiffTimeTests {
  private static let flow = """
    language: mfaflow/1
    flow: short
    version: 1.0.0
    sdk: relid
    start: begin
    steps:
      begin:
        call: initialize
        within: 60s
        then: { getUser: name, else: failed }
      name:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        within: 3m
        then: { getPassword(verify): word, getUser: retry, timeout: { stay: still-there }, else: failed }
      word:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        choices:
          again: { call: resetAuthState, max: 3, every: 20s, within: 10s, then: { getUser: name, timeout: stay } }
        then: { onUserLoggedIn: done, getPassword(verify) 102: retry, else: failed }
    interrupts:
      onUserConsentThreats:
        choices: { leave: { to: failed } }
        within: 2m
        then: { timeout: failed, else: failed }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }
    messages:
      still-there: Are you still there?

    """

  private func diff(_ old: String, _ new: String) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run("diff", "@old.yaml", "@new.yaml")
  }

  @Test(
    "a longer time is weaker and a shorter one stronger, whatever follows when it is over; between two uses it is the other way round",
    arguments: [
      ("within: 60s", "within: 61s", "`begin`: `within` is 61s instead of 1m"),
      ("within: 3m", "within: 10m", "`name`: `within` is 10m instead of 3m"),
      ("within: 10s", "within: 20s", "`word`: the choice `again`: `within` is 20s instead of 10s"),
      ("within: 2m", "within: 3m", "`onUserConsentThreats`: `within` is 3m instead of 2m"),
      ("every: 20s", "every: 5s", "`word`: the choice `again`: `every` is 5s instead of 20s"),
    ])
  func lengths(old: String, new: String, words: String) async throws {
    let changed = Self.flow.replacing(old, with: new)
    let weaker = try await diff(Self.flow, changed)
    #expect(weaker.code == .failure && weaker.output.contains("  1 weaker\n  weaker: \(words)\n"), "\(weaker)")
    #expect(weaker.output.contains("after this run: "), "\(weaker)")
    let stronger = try await diff(changed, Self.flow)
    #expect(stronger.code == .success && stronger.output.contains("  1 stronger\n"), "\(stronger)")
  }

  @Test("a scenario tells a longer time by the text that the flow no longer shows when it was over before")
  func scenario() async throws {
    let desk = try Desk()
    try desk.put("old.yaml", Self.flow)
    try desk.put("new.yaml", Self.flow.replacing("within: 3m", with: "within: 5m"))
    let outcome = await desk.run("diff", "--write-scenario", desk.root + "found", "@old.yaml", "@new.yaml")
    #expect(outcome.errors.contains("short.difference.scenarios.yaml shows: weaker: `name`: `within`"), "\(outcome)")
    let played = await desk.run("test", "@found")
    #expect(played.code == .failure && played.output.contains("say: expected `still-there`"), "\(played)")
    try desk.put("new.yaml", Self.flow)
    let before = await desk.run("test", "@found")
    #expect(before.code == .success, "\(before)")
  }

  @Test("a time that is gone is weaker, and one that is new is stronger")
  func gone() async throws {
    let changed = Self.flow.replacing("    within: 3m\n", with: "").replacing(
      "timeout: { stay: still-there }, ", with: "")
    let weaker = try await diff(Self.flow, changed)
    #expect(weaker.output.contains("weaker: `name`: `within` is gone; it was 3m"), "\(weaker)")
    #expect(!weaker.output.contains("not decided"), "\(weaker)")
    let stronger = try await diff(changed, Self.flow)
    #expect(stronger.output.contains("stronger: `name`: `within` is new: 3m"), "\(stronger)")
  }

  @Test("what is offered later is told with the time until then")
  func later() async throws {
    let outcome = try await diff(Self.flow, Self.flow.replacing("every: 20s", with: "every: 5s"))
    #expect(outcome.output.contains("offered: password, again (after 10s) | offered: password, again\n"), "\(outcome)")
  }

  /// A flow with a screen beside the question for the password.
  private static func aside(_ time: String = "", _ end: String = "", back: String = "back: { to: word }") -> String {
    flow.replacing(
      "    choices:\n      again:", with: "    within: 2m\n    choices:\n      help: { to: aside }\n      again:"
    )
    .replacing(
      "getPassword(verify) 102: retry, else: failed }\ninterrupts:",
      with: """
        getPassword(verify) 102: retry, else: failed }
          aside:
            challenge: getPassword(verify)
            say: still-there
            choices: { \(back.isEmpty ? "" : back + ", ")leave: { to: failed } }
            \(time)
            then: { \(end)else: failed }
        interrupts:
        """)
  }

  private static let timed = flow.replacing(
    "    choices:\n      again:", with: "    within: 2m\n    choices:\n      again:")

  @Test(
    "a new screen that waits longer than the step from which it is reached, and leads back, is weaker",
    arguments: [
      ("", "", "where no time ends; before, it ended after 2m"),
      ("within: 5m", "timeout: failed, ", "where `within` is 5m instead of 2m"),
      ("within: 1m", "timeout: stay, ", "where no time ends; before, it ended after 2m"),
    ])
  func aside(time: String, end: String, words: String) async throws {
    let outcome = try await diff(Self.timed, Self.aside(time, end))
    #expect(
      outcome.code == .failure
        && outcome.output.contains("weaker: `word`: the choice `help` leads to `aside` and back, \(words)\n"),
      "\(outcome)")
  }

  @Test(
    "a new screen from which users come back as often as they like is weaker, however short it waits",
    arguments: [("within: 2m", "timeout: failed, "), ("within: 1s", "timeout: failed, ")])
  func shortAside(time: String, end: String) async throws {
    let outcome = try await diff(Self.timed, Self.aside(time, end))
    let words = "weaker: `word`: the choice `help` leads to `aside` and back, where its `within` of 2m begins again\n"
    #expect(outcome.code == .failure && outcome.output.contains(words), "\(outcome)")
    let back = try await diff(Self.aside(time, end), Self.timed)
    #expect(back.code == .success, "\(back)")
    let gone =
      "stronger: `word`: the choice `help` no longer leads to `aside` and back, where its `within` of 2m began again"
    #expect(back.output.contains(gone), "\(back)")
  }

  @Test("a new choice that leads back to its own step is weaker, as the time begins again")
  func again() async throws {
    let new = Self.timed.replacing(
      "    choices:\n      again:", with: "    choices:\n      more: { to: word }\n      again:")
    let outcome = try await diff(Self.timed, new)
    let words = "weaker: `word`: the choice `more` leads back to it, where its `within` of 2m begins again\n"
    #expect(outcome.code == .failure && outcome.output.contains(words), "\(outcome)")
  }

  @Test("a new screen from which nobody comes back, or that is shown a few times only, gives no more time")
  func onlyAside() async throws {
    let oneWay = try await diff(Self.timed, Self.aside(back: ""))
    #expect(oneWay.code == .success && oneWay.output.contains("the choice `help` is new"), "\(oneWay)")
    let limited = Self.aside("within: 1m", "timeout: failed, ").replacing(
      "help: { to: aside }", with: "help: { to: aside, max: 1 }")
    let once = try await diff(Self.timed, limited)
    #expect(once.code == .success && once.output.contains("the choice `help` is new"), "\(once)")
  }

  @Test("a second screen from which users come back gives no more time, where one is there already")
  func oneMoreAside() async throws {
    let old = Self.aside("within: 1m", "timeout: failed, ")
    let new = old.replacing("help: { to: aside }", with: "help: { to: aside }\n      info: { to: aside }")
    let outcome = try await diff(old, new)
    #expect(outcome.code == .success, "\(outcome)")
  }

  @Test("beside a screen that waits without an end a second one gives no more time, and a way back does")
  func secondAside() async throws {
    let old = Self.aside()
    let second = old.replacing("help: { to: aside }", with: "help: { to: aside }\n      info: { to: aside }")
    #expect(try await diff(old, second).code == .success)
    let outcome = try await diff(Self.aside(back: ""), old)
    #expect(
      outcome.code == .failure
        && outcome.output.contains("`word`: the choice `back` of `aside` leads to `aside` and back"),
      "\(outcome)")
  }
}
