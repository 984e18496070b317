// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowScenarios
import Testing

/// A scenario that is wrong about its flow fails, and says where and why.
@Suite struct FailingScenarioTests {
  struct Slip: Sendable, CustomTestStringConvertible {
    /// Items in place of the last one, or `expect` at the end.
    let items: String
    let end: String
    let message: String
    /// The author's words at the place of the failure.
    let at: String

    init(_ items: String = "", end: String = "{ waiting: enterCode }", _ message: String, at: String) {
      (self.items, self.end, self.message, self.at) = (items, end, message, at)
    }

    var testDescription: String { message }
  }

  /// As many as spend the tries.
  private static let eves = String(repeating: "\n      - identify: { userName: eve }", count: 7)

  static let slips = [
    Slip("- expect: { step: consent }", "step: expected `consent`, found `enterCode`", at: "consent"),
    Slip("- expect: { event: getUser }", "event: expected `getUser`, found `getActivationCode`", at: "getUser"),
    Slip("- expect: { status: 106 }", "status: expected `106`, found `100`", at: "106"),
    Slip("- expect: { error: 131 }", "error: expected `131`, found `0`", at: "131"),
    Slip("- expect: { attemptsLeft: 2 }", "attemptsLeft: expected `2`, found `3`", at: "2"),
    Slip("- expect: { rejected: 906 }", "rejected: expected `906`, found none", at: "906"),
    Slip("- expect: { refused: nothing }", "refused: expected `nothing`, found none", at: "nothing"),
    Slip(
      "- expect: { say: Hello. }", "say: expected `Hello.`, found `What is the code that you were sent?`",
      at: "Hello."),
    Slip("- expect: { offered: [cancel] }", "offered: expected cancel, found resend, cancel", at: "[cancel]"),
    Slip("- expect: { offered: [] }", "offered: expected none, found resend, cancel", at: "[]"),
    Slip("- consent: approve", "`consent` does not ask here; `enterCode` does", at: "consent"),
    Slip("- enterCode: resent", "this answer was refused: there is no such choice", at: "enterCode: resent"),
    Slip(
      "- enterCode: { userName: x }", "this answer was refused: `userName` is not asked for",
      at: "enterCode: { userName: x }"),
    Slip(
      "- enterCode: { code: x }", "this answer was refused: an input has a name that the flow does not know",
      at: "enterCode: { code: x }"),
    Slip(
      "- enterCode: { activationCode: \"\" }", "this answer was refused: `activationCode` is empty",
      at: "enterCode: { activationCode: \"\" }"),
    Slip(
      "- { enterCode: { activationCode: \"\" } }\n      - expect: { step: enterCode }",
      "this answer was refused: `activationCode` is empty", at: "{ enterCode: { activationCode: \"\" } }"),
    Slip(
      "- enterCode: { activationCode: \"\" }\n      - expect: { refused: too short }",
      "refused: expected `too short`, found ``activationCode` is empty`", at: "too short"),
    Slip(
      "- reject: { call: setPassword, code: 500 }", "this was never used: `setPassword` was not called after it",
      at: "reject: { call: setPassword, code: 500 }"),
    Slip(
      "- hold: replies\n      - release: replies", "this was never used: there was no reply to hold",
      at: "hold: replies"),
    Slip(end: "{ end: done }", "end: expected `done`, found none", at: "done"),
    Slip(end: "{ waiting: consent }", "waiting: expected `consent`, found `enterCode`", at: "consent"),
    Slip(end: "{ outcome: failure }", "outcome: expected `failure`, found none", at: "failure"),
    Slip(end: "{ proofs: [possession] }", "proofs: expected possession, found none", at: "[possession]"),
    Slip(end: "{ enrolled: [inherence] }", "enrolled: expected inherence, found none", at: "[inherence]"),
    Slip(
      end: "{ path: [initialize, enterCode] }",
      "path: expected initialize, enterCode, found initialize, identify, enterCode", at: "[initialize, enterCode]"),
    Slip(
      "- enterCode: cancel" + eves + "\n      - identify: { userName: eve }",
      "the run was over before this could happen", at: "identify: { userName: eve }"),
    Slip(
      "- enterCode: cancel" + eves, end: "{ end: failed, say: Hello. }", "end: expected `failed`, found `blocked`",
      at: "failed"),
  ]

  @Test("a slip is a failure at its place", arguments: slips)
  func fails(_ slip: Slip) async throws {
    let play = try Self.play(slip.items, end: slip.end)
    let result = try #require(await play.run().first)
    let failure = try #require(result.failures.first)
    #expect(!result.passed)
    #expect(failure.message == slip.message)
    #expect((failure.code.id == "MFA957") == slip.message.hasPrefix("this was never used"))
    #expect(failure.words(in: play.file) == slip.at)
    #expect(play.story(of: result).contains("alice.yaml:"))
    #expect(play.story(of: result).contains(/step +enterCode/))
  }

  @Test("a choice that has to cool down, or is spent, is refused with what to do about it")
  func notOffered() async throws {
    let twice = "- enterCode: resend\n      - enterCode: resend"
    let cooling = try #require(await Self.play(twice, end: "{ waiting: enterCode }").run().first?.failures.first)
    #expect(cooling.message == "this answer was refused: `resend` is not offered now")
    #expect(
      cooling.help?.contains("expect: { refused: \"`resend` is not offered now\" }") ?? false, "\(cooling)")
    let seconds = try #require(cooling.help?.firstMatch(of: /write `- after: (\d+)s` before it, or expect/)?.1)
    let pause = "\n      - after: \(seconds)s\n      - enterCode: resend"
    #expect(
      try #require(await Self.play("- enterCode: resend" + pause, end: "{ waiting: enterCode }").run().first).passed)
    let often = "- enterCode: resend" + String(repeating: pause, count: 9)
    let spent = try #require(await Self.play(often, end: "{ waiting: enterCode }").run().first?.failures.first)
    #expect(spent.help?.hasPrefix("its `max` is used up: take the answer out, or expect the refusal") == true)
  }

  @Test("an end that is not there is one failure, not one for each of its facts")
  func oneMissingEnd() async throws {
    let result = try #require(
      await Self.play("", end: "{ end: done, outcome: success, say: Hello., proofs: [] }").run().first)
    #expect(result.failures.map(\.message) == ["end: expected `done`, found none"])
    let other = try #require(await Self.play("", end: "{ outcome: success, say: Hello. }").run().first)
    #expect(other.failures.map(\.message) == ["outcome: expected `success`, found none"])
  }

  @Test("without the slip, the same scenario passes")
  func passes() async throws {
    let result = try #require(await Self.play("", end: "{ waiting: enterCode }").run().first)
    #expect(result.passed && result.failures.isEmpty)
  }

  @Test("all that is not as expected at a step is told at once")
  func tellsAll() async throws {
    let play = try Self.play(
      "- expect: { step: enterCode, status: 106, attemptsLeft: 1 }", end: "{ waiting: enterCode }")
    let result = try #require(await play.run().first)
    #expect(result.failures.map { $0.words(in: play.file) } == ["106", "1"])
  }

  @Test("at another step nothing but the step is told: the rest follows from it")
  func tellsTheStep() async throws {
    let play = try Self.play("- expect: { step: consent, status: 106, attemptsLeft: 1 }", end: "{ waiting: enterCode }")
    let result = try #require(await play.run().first)
    #expect(result.failures.map { $0.words(in: play.file) } == ["consent"])
  }

  @Test("a failure stops the scenario: what follows from it is not told")
  func stops() async throws {
    let play = try Self.play("- expect: { step: consent }\n      - consent: approve", end: "{ end: done }")
    let result = try #require(await play.run().first)
    #expect(result.failures.count == 1)
    guard case .waiting("enterCode") = result.runs[0].result.ending else {
      Issue.record("\(result.runs[0].result.ending)")
      return
    }
  }

  @Test("a run that never comes to rest is broken off, and fails")
  func neverRests() async throws {
    let flow = try SmallFlow(
      """
      language: mfaflow/1
      flow: small
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
          then: { onUserLoggedIn: home, 101: retry, 138: retry, getUser 166: retry, else: failed }
        home:
          event: onUserLoggedIn
          choices: { finish: { to: done } }
          within: 1s
          then: { timeout: refresh, else: failed }
        refresh: { call: getNotifications, max: 10000, then: { onGetNotifications: inbox, else: failed } }
        inbox:
          event: onGetNotifications
          choices: { finish: { to: done } }
          within: 1s
          then: { timeout: refresh, else: failed }
      ends:
        done: { outcome: success }
        failed: { outcome: failure }

      """)
    let result = try await flow.play(
      "      - identify: { userName: carol }", end: "{ waiting: inbox }",
      head: "world: { users: { carol: { lda: true } }, device: { lda: face } }")
    #expect(result.failures.map(\.message).first?.hasPrefix("the run goes on by itself") == true)
    #expect(result.failures.count == 1)
  }

  @Test("an event that breaks the contract stops the run, and is told")
  func brokenEvent() async throws {
    let play = try Self.play(
      "- { event: getActivationCode, with: { attemptsLeft: many } }", end: "{ waiting: enterCode }")
    let result = try #require(await play.run().first)
    #expect(result.failures.map(\.message) == ["the SDK broke off"])
  }

  @Test("a failure is shown without the passwords and codes of the file")
  func hidesSecrets() async throws {
    let play = try Self.play(
      "- enterCode: { activationCode: \"000000\" }\n      - consent: \"493021\"", end: "{ end: done }")
    let shown = String(decoding: play.scenarios.shown(play.file, for: play.programs.map(\.flow)).bytes, as: UTF8.self)
    #expect(!shown.contains("493021") && !shown.contains("000000"))
    #expect(shown.contains("- enterCode: { activationCode: •••••••• }"))
    #expect(shown.contains("- identify: { userName: alice }"))
    #expect(shown.split(separator: "\n").count == play.file.bytes.split(separator: 0x0A).count)
  }

  /// A new user who was asked for the code, and what follows.
  private static func play(_ items: String, end: String) throws -> Play {
    try Play(
      SourceFile(
        path: "alice.yaml",
        text: """
          flow: activation.yaml
          world: { users: { alice: { activationCode: "493021" }, eve: { blocked: admin } }, device: { lda: face } }
          scenarios:
            - name: a new user
              do:
                - identify: { userName: alice }
                \(items.isEmpty ? "- expect: { step: enterCode }" : items)
              expect: \(end)

          """))
  }
}
