// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// A limit holds only where nothing beside it does the same.
@Suite("mfaflow diff: a second way to do what is limited")
struct SecondWayTests {
  private static let call =
    "{ call: getNotifications, with: { recordCount: 0, startIndex: 1 }, max: 3, then: { onGetNotifications: signed, else: failed } }"
  private static let flow = """
    language: mfaflow/1
    flow: n
    version: 1.0.0
    sdk: relid
    goal: aal2
    budgets: { extra: 5, looks: 3 }
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then: { getPassword(verify): verify, 101: retry, 138: retry, getUser 166: retry, else: failed }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        choices:
          other: { call: resetAuthState, max: 2, then: { getUser: identify, else: failed } }
        then: { onUserLoggedIn: signedIn, 102: retry, else: failed }
      signedIn:
        event: onUserLoggedIn
        choices:
          look: \(call)
          finish: { to: done }
        then: { else: failed }
      signed:
        event: onGetNotifications
        choices:
          look: \(call)
          plans: { to: plans }
          finish: { to: done }
        then: { else: failed }
      plans:
        event: onGetNotifications
        choices: { back: { to: signed }, finish: { to: done } }
        then: { else: failed }
    ends: { done: { outcome: success }, failed: { outcome: failure } }

    """

  private func diff(_ old: String, _ new: String, _ options: String...) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run(["diff"] + options + ["@old.yaml", "@new.yaml"])
  }

  /// With a further choice in front of another one, and with further steps.
  private static func flow(adding choice: String, before place: String = "plans: {", steps: String = "") -> String {
    flow.replacing("      \(place)", with: "      \(choice)\n      \(place)").replacing(
      "ends: {", with: steps + "ends: {")
  }

  /// A screen with choices and no more.
  private static func screen(_ name: String, _ choices: String) -> String {
    "  \(name):\n    event: onGetNotifications\n    choices: { \(choices) }\n    then: { else: failed }\n"
  }

  private static let look2 = "look2: \(call.replacing("max: 3", with: "max: extra"))"

  @Test(
    "a second way is weaker, with a run that uses up the first",
    arguments: [
      (
        flow(adding: look2),
        "`signed`: the choice `look2` makes the call `getNotifications`, as `look` does: together they can make it 8 times"
      ),
      (
        flow(adding: "again: { to: again }", steps: "  again: \(call)\n"),
        "`signed`: the choice `again` leads to `again`, which makes the call `getNotifications`, as `look` does: together they can make it 6 times"
      ),
      (
        flow(
          adding: "help: { to: help }",
          steps:
            "  help:\n    event: onGetNotifications\n    choices: { look: \(call), back: { to: signed } }\n    then: { else: failed }\n"
        ),
        "`help`: the choice `look` makes the call `getNotifications`, as `look` of `signed` does: together they can make it 6 times"
      ),
      (
        flow(
          adding: "help: { to: help }",
          steps: screen("help", "more: { to: more }, back: { to: signed }")
            + screen("more", "look: \(call), back: { to: help }")
        ),
        "`more`: the choice `look` makes the call `getNotifications`, as `look` of `signed` does: together they can make it 6 times"
      ),
      // However often it can be made there, nobody comes there more than once.
      (
        flow(
          adding: "help: { to: help, max: 1 }",
          steps: screen("help", "more: { to: more }, finish: { to: done }")
            + screen("more", "look: \(call.replacing("max: 3, ", with: "")), finish: { to: done }")
        ),
        "`more`: the choice `look` makes the call `getNotifications`, as `look` of `signed` does: together they can make it 4 times"
      ),
      // The way there begins at the second screen.
      (
        flow.replacing("choices: { back: {", with: "choices: { pages: { to: pages }, back: {")
          .replacing("ends: {", with: screen("pages", "look: \(call)") + "ends: {"),
        "`pages`: the choice `look` makes the call `getNotifications`, as `look` of `signed` does: together they can make it 6 times"
      ),
      (
        flow(adding: "more: { call: resetAuthState, then: { getUser: identify, else: failed } }", before: "other: {"),
        "`verify`: the choice `more` makes the call `resetAuthState`, as `other` does: together they can make it without limit"
      ),
    ])
  func weaker(changed: String, words: String) async throws {
    let there = try await diff(Self.flow, changed)
    #expect(there.code == .failure && there.output.contains("weaker: \(words)\n"), "\(there)")
    let details = there.output.components(separatedBy: "weaker: \(words)\n").last ?? ""
    #expect(
      details.contains("after this run: ")
        && (details.contains("offered: ") || details.contains("ask plans: pages")), "\(there)")
    let back = try await diff(changed, Self.flow, "--summary")
    #expect(back.code == .success && !back.output.contains("weaker"), "\(back)")
  }

  @Test(
    "what does something else, or leads to what was there, is not weaker",
    arguments: [
      flow(adding: "home: { to: plans }"),
      flow(
        adding: "help: { to: help }", before: "other: {",
        steps:
          "  help:\n    challenge: getPassword(verify)\n    say: how\n    choices:\n      back: { to: verify }\n      cancel: { call: resetAuthState, max: 2, then: { getUser: identify, else: failed } }\n    then: { else: failed }\n"
      )
      .replacing("failed: { outcome: failure } }", with: "failed: { outcome: failure } }\nmessages: { how: Ask us. }"),
      flow(
        adding: "help: { to: help }",
        steps: "  help:\n    wait: how\n    choices: { leave: { to: failed } }\n    then: { else: failed }\n"
      )
      .replacing("failed: { outcome: failure } }", with: "failed: { outcome: failure } }\nmessages: { how: Ask us. }"),
    ])
  func other(changed: String) async throws {
    let told = try await diff(Self.flow, changed, "--summary")
    #expect(told.output.contains(": changed (") && !told.output.contains("weaker"), "\(told)")
  }

  private static let gone =
    "  gone: { challenge: getUser, choices: { close: { to: failed } }, then: { else: failed } }\n"

  @Test(
    "a second way by which nobody gains is not weaker where no run comes back to it",
    arguments: [
      flow(adding: "giveUp: { call: resetAuthState, then: { getUser: failed, else: failed } }", before: "other: {"),
      flow(
        adding: "giveUp: { call: resetAuthState, max: 1, then: { getUser: failed, else: failed } }", before: "other: {"),
      flow(
        adding: "giveUp: { to: givingUp }", before: "other: {",
        steps: "  givingUp: { call: resetAuthState, then: { else: failed } }\n"),
      flow(
        adding: "giveUp: { call: resetAuthState, then: { getUser: gone, else: failed } }", before: "other: {",
        steps: gone),
    ])
  func leaving(changed: String) async throws {
    let told = try await diff(Self.flow, changed, "--summary")
    #expect(told.code == .success && told.output.contains("the choice `giveUp` is new"), "\(told)")
    #expect(!told.output.contains("weaker"), "\(told)")
    let back = try await diff(changed, Self.flow, "--summary")
    #expect(back.output.contains("the choice `giveUp` is gone") && !back.output.contains("stronger"), "\(back)")
  }

  @Test(
    "a second way is weaker where a run comes back to it, however far away or after a silence",
    arguments: [
      flow(
        adding: "more: { call: resetAuthState, max: 1, then: { getUser: identify, else: failed } }", before: "other: {"),
      flow(
        adding: "more: { call: resetAuthState, max: 1, then: { getUser: gone, else: failed } }", before: "other: {",
        steps: gone.replacing("then: {", with: "then: { getPassword(verify): verify,")),
      flow(
        adding: "more: { call: resetAuthState, max: 1, within: 5s, then: { timeout: stay, else: failed } }",
        before: "other: {"),
    ])
  func comingBack(changed: String) async throws {
    let told = try await diff(Self.flow, changed, "--summary")
    #expect(
      told.code == .failure && told.output.contains("as `other` does: together they can make it 3 times"), "\(told)")
  }

  @Test("a second way that sends something is weaker, even if it ends the run")
  func sending() async throws {
    let old = Self.consent.replacing(
      "    tries: 5\n",
      with:
        "    tries: 5\n    choices:\n      resend: { call: resendActivationCode, max: 2, then: { getActivationCode: stay } }\n"
    )
    let last =
      "      last: { call: resendActivationCode, max: 1, then: { getActivationCode: failed, else: failed } }\n"
    let told = try await diff(old, old.replacing("      resend:", with: last + "      resend:"), "--summary")
    #expect(
      told.code == .failure
        && told.output.contains(
          "`code`: the choice `last` makes the call `resendActivationCode`, as `resend` does: together they can make it 3 times"
        ), "\(told)")
  }

  @Test("choices that share one budget are limited together")
  func shared() async throws {
    let shared = Self.call.replacing("max: 3", with: "max: looks")
    let old = Self.flow.replacing("      look: \(Self.call)\n      plans", with: "      look: \(shared)\n      plans")
    let new = old.replacing("      plans:", with: "      look2: \(shared)\n      plans:")
    let told = try await diff(old, new, "--summary")
    #expect(told.output.contains("the choice `look2` is new") && !told.output.contains("weaker"), "\(told)")
    let apart = try await diff(old, new.replacing("look2: \(shared)", with: Self.look2), "--summary")
    #expect(apart.output.contains("weaker: `signed`: the choice `look2` makes the call `getNotifications`"), "\(apart)")
  }

  private static let threats = """
    interrupts:
      onUserConsentThreats:
        choices:
          accept:
            call: takeActionOnThreats
            with: { shouldProceedWithThreats: true, rememberActionForSession: true }
            max: 4
            then: { accepted: resume }
          leave:
            call: takeActionOnThreats
            with: { shouldProceedWithThreats: false, rememberActionForSession: true }
            within: 5s
            then: { onTerminateWithThreats: failed, timeout: stay }
        then: { else: failed }
      onTerminateWithThreats: { to: failed }
    ends: {
    """

  @Test(
    "a limit of the only no of an interrupt is no safety: it may go, and not come",
    arguments: ["max: 1", "every: 10m", "max: extra"])
  func onlyNo(limit: String) async throws {
    let free = Self.flow.replacing("ends: {", with: Self.threats)
    let held = free.replacing("        within: 5s\n", with: "        within: 5s\n        \(limit)\n")
    let lifted = try await diff(held, free, "--summary")
    #expect(lifted.code == .success && !lifted.output.contains("weaker"), "\(lifted)")
    let set = try await diff(free, held, "--summary")
    #expect(set.code == .failure && set.output.contains("is to accept (MFA442)"), "\(set)")
    #expect(!set.output.contains("stronger"), "\(set)")
    // The limit of a yes is one.
    let yes = try await diff(free, free.replacing("        max: 4\n", with: ""), "--summary")
    #expect(yes.code == .failure && yes.output.contains("the choice `accept`: `max` is gone; it was 4"), "\(yes)")
  }

  @Test("a second no at an interrupt is not weaker, and a second yes is")
  func secondAnswer() async throws {
    let old = Self.flow.replacing("ends: {", with: Self.threats)
      .replacing("        within: 5s\n", with: "        within: 5s\n        max: 3\n")
    /// The lines of a choice.
    func lines(of name: String, to next: String) -> String {
      guard let start = old.firstRange(of: "      \(name):\n"),
        let end = old[start.upperBound...].firstRange(of: next)
      else { return "" }
      return String(old[start.lowerBound..<end.lowerBound])
    }
    let (accept, leave) = (
      lines(of: "accept", to: "      leave:"), lines(of: "leave", to: "    then: { else: failed }\n  onTerminate")
    )
    let no = try await diff(
      old, old.replacing(leave, with: leave + leave.replacing("leave:", with: "leave2:")), "--summary")
    #expect(no.code == .success && no.output.contains("the choice `leave2` is new"), "\(no)")
    let yes = try await diff(
      old, old.replacing(accept, with: accept + accept.replacing("accept:", with: "accept2:")), "--summary")
    #expect(
      yes.code == .failure && yes.output.contains("as `accept` does: together they can make it 8 times"), "\(yes)")
  }

  private static let consent = """
    language: mfaflow/1
    flow: x
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: initialize
    steps:
      initialize: { call: initialize, then: { getActivationCode: code, else: failed } }
      code:
        challenge: getActivationCode
        ask: [activationCode]
        answer: setActivationCode
        tries: 5
        then: { getUserConsentForLDA(set): consent, 106: retry, 925: retry, else: failed }
      consent:
        challenge: getUserConsentForLDA(set)
        choices:
          approve: { call: setUserConsentForLDA, with: { shouldEnrollLDA: true }, max: 4 }
          decline: { call: setUserConsentForLDA, with: { shouldEnrollLDA: false }, max: 4 }
        then: { onUserLoggedIn: over, getPassword(set): failed, getUserConsentForLDA(set) error: retry, else: failed }
    ends: { over: { outcome: success }, failed: { outcome: failure } }

    """
  private static let decline =
    "      decline: { call: setUserConsentForLDA, with: { shouldEnrollLDA: false }, max: 4 }\n"

  @Test("a consent that loses its only no is weaker, and one that has another is not")
  func consentOnly() async throws {
    let gone = try await diff(Self.consent, Self.consent.replacing(Self.decline, with: ""), "--summary")
    #expect(gone.code == .failure && gone.output.contains("weaker: `consent`: the choice `decline` is gone"), "\(gone)")
    let back = try await diff(Self.consent.replacing(Self.decline, with: ""), Self.consent, "--summary")
    #expect(!back.output.contains("weaker"), "\(back)")
    let leave = Self.consent.replacing(Self.decline, with: Self.decline + "      leave: { to: failed }\n")
    let kept = try await diff(leave, leave.replacing(Self.decline, with: ""), "--summary")
    #expect(
      kept.code == .success && kept.output.contains("changed: `consent`: the choice `decline` is gone"), "\(kept)")
    let fewer = try await diff(
      Self.consent, Self.consent.replacing("LDA: false }, max: 4", with: "LDA: false }, max: 1"), "--summary")
    #expect(!fewer.output.contains("stronger"), "\(fewer)")
  }

  @Test(
    "a consent that can only be asked again, at once or behind a screen, has no other choice",
    arguments: ["stay: more", "to: more"])
  func consentAskedAgain(way: String) async throws {
    func beside(_ choices: String) -> String {
      let flow = Self.consent.replacing(Self.decline, with: choices + "      help: { \(way) }\n")
      let screen = "challenge: getUserConsentForLDA(set), choices: { back: { to: consent } }, then: { else: failed }"
      return way.hasPrefix("to")
        ? flow.replacing("ends:", with: "  more: { \(screen) }\nends:")
        : flow + "messages: { more: It signs you in. }\n"
    }
    let only = Self.consent.replacing(Self.decline, with: "")
    let help = try await diff(only, beside(""), "--summary")
    #expect(help.output.contains("changed: `consent`: the choice `help` is new"), "\(help)")
    let back = try await diff(beside(""), only, "--summary")
    #expect(back.output.contains("changed: `consent`: the choice `help` is gone"), "\(back)")
    let gone = try await diff(beside(Self.decline), beside(""), "--summary")
    #expect(gone.code == .failure && gone.output.contains("weaker: `consent`: the choice `decline` is gone"), "\(gone)")
    let leave = try await diff(beside(""), beside("      leave: { to: failed }\n"), "--summary")
    #expect(leave.output.contains("stronger: `consent`: the choice `leave` is new"), "\(leave)")
  }

  @Test("a second button of a consent makes its limit larger, be it a yes or a no", arguments: ["approve", "decline"])
  func consentTwice(name: String) async throws {
    let line = Self.consent.split(separator: "\n").first { $0.hasPrefix("      \(name):") }.map { $0 + "\n" } ?? ""
    let told = try await diff(
      Self.consent, Self.consent.replacing(line, with: line + line.replacing(name, with: name + "2")), "--summary")
    #expect(
      told.code == .failure && told.output.contains("as `\(name)` does: together they can make it 8 times"), "\(told)")
  }
}
