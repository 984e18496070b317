// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// What `mfaflow diff` says of a change, and of the same change taken back.
@Suite("mfaflow diff in both directions")
struct DiffDirectionTests {
  private static let flow = """
    language: mfaflow/1
    flow: short
    version: 1.0.0
    sdk: relid
    require: { kinds: 1 }
    start: begin
    budgets: { words: 3, leavings: 2 }
    steps:
      begin: { call: initialize, then: { getUser: name, getPassword(verify): word, else: failed } }
      name:
        challenge: getUser
        say: who
        ask: [userName]
        answer: setUser
        tries: 5
        then: { getPassword(verify): word, getUser: retry, rejected: { stay: not-now }, exhausted: spent, else: failed }
      word:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        choices: { leave: { confirm: sure, call: resetAuthState, max: 2, then: { getUser: name, else: failed } } }
        then: { onUserLoggedIn: done, getPassword(set): fresh, getPassword(verify) 102: retry, else: failed }
      fresh:
        challenge: getPassword(set)
        ask: { newPassword: secret, again: secret }
        require: [{ check: newPassword == again, say: differ }]
        answer: { call: setPassword, with: { password: $newPassword } }
        then: { onUserLoggedIn: done, else: failed }
    interrupts:
      onUserConsentThreats:
        choices:
          exit:
            call: takeActionOnThreats
            with: { shouldProceedWithThreats: false, rememberActionForSession: true }
            then: { accepted: failed, rejected: { stay: not-now } }
        then: { else: failed }
      onTerminateWithThreats: { to: failed }
      onSessionTimeout: { to: failed }
      onUserLoggedOff: { to: out }
    ends:
      done: { outcome: success }
      out: { outcome: ended }
      spent: { outcome: failure }
      failed: { outcome: failure }
    messages:
      who: Who are you?
      not-now: That is not possible now.
      sure: Are you sure?
      differ: The two are not the same.

    """

  /// All that is told of one change.
  private func diff(_ old: String, _ new: String) async throws -> String {
    let desk = try Desk()
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run("diff", "--fail-on", "none", "@old.yaml", "@new.yaml").output
  }

  private static let leave =
    "leave: { confirm: sure, call: resetAuthState, max: 2, then: { getUser: name, else: failed } }"

  private static let exit = """
            call: takeActionOnThreats
            with: { shouldProceedWithThreats: false, rememberActionForSession: true }
            then: { accepted: failed, rejected: { stay: not-now } }

    """

  @Test(
    "what is weaker one way is stronger the other way, or as safe both ways",
    arguments: [
      (
        [
          ("start: begin", "start: may"),
          ("steps:\n", "steps:\n  may: { gate: [isDeviceSecure], then: { allow: begin, else: failed } }\n"),
        ], "stronger: the flow begins at `may` instead of `begin`; `isDeviceSecure` is asked there first now",
        "weaker: the flow begins at `begin` instead of `may`; `isDeviceSecure` is asked there no more"
      ),
      (
        [("who: Who are you?", "who: 'Who are you, {recentlyLoggedInUser}?'")],
        "weaker: `name` tells `{recentlyLoggedInUser}` before anything was proved",
        "stronger: `name` no longer tells `{recentlyLoggedInUser}` before anything was proved"
      ),
      (
        [("shouldProceedWithThreats: false", "shouldProceedWithThreats: true")],
        "weaker: `onUserConsentThreats`: the choice `exit`: `with`: `shouldProceedWithThreats` is true instead of false",
        "stronger: `onUserConsentThreats`: the choice `exit`: `with`: `shouldProceedWithThreats` is false instead of true"
      ),
      (
        [(exit, "        to: failed\n")], "changed: `onUserConsentThreats`: the choice `exit` makes its call no more",
        "changed: `onUserConsentThreats`: the choice `exit` makes a call now"
      ),
      (
        [("rejected: { stay: not-now }, ", "")],
        "changed: `name`: `rejected` has no line any more; before, it led back to the step itself",
        "changed: `name`: `rejected` leads back to the step itself now, and had no line before"
      ),
      (
        [("exhausted: spent, ", "")],
        "changed: `name`: `exhausted` leads to the end `failed` instead of to the end `spent`",
        "changed: `name`: `exhausted` leads to the end `spent` instead of to the end `failed`"
      ),
      (
        [(leave, leave + ", other: { call: resetAuthState, max: 2, then: { getUser: name, else: failed } }")],
        "weaker: `word`: the choice `other` makes the call `resetAuthState`, as `leave` does: together they can make it 4 times",
        "stronger: `word`: the choice `other` no longer makes the call `resetAuthState`, as `leave` does: together they could make it 4 times"
      ),
      (
        [(leave, leave + ", other: { call: resetAuthState, max: 2, then: { getUser: name, else: failed } }")],
        "weaker: `word`: the choice `other` calls `resetAuthState` without `confirm`, which was asked everywhere",
        "stronger: `word`: the choice `other` no longer calls `resetAuthState` without `confirm`"
      ),
    ])
  func directions(changes: [(String, String)], there: String, back: String) async throws {
    var new = Self.flow
    for (written, other) in changes {
      #expect(new.contains(written))
      new = new.replacing(written, with: other, maxReplacements: 1)
    }
    for (told, words) in [(try await diff(Self.flow, new), there), (try await diff(new, Self.flow), back)] {
      #expect(told.contains("  \(words)\n"), "\(told)")
    }
  }

  /// The flow with a button that accepts threats, and with others beside it.
  private static func accepting(_ others: String...) -> String {
    let choices = (["go: { \(often), \(go) }"] + others).map { "      \($0)\n" }.joined()
    return flow.replacing("    choices:\n      exit:", with: "    choices:\n\(choices)      exit:")
  }

  private static let often = #"when: 'event.threats.all(t, t.threatSeverity == "LOW")', confirm: sure"#
  private static let seldom =
    #"when: 'event.threats.all(t, t.threatSeverity == "LOW") && size(event.threats) == 1', confirm: sure"#
  private static let go = """
    call: takeActionOnThreats, with: { shouldProceedWithThreats: true, rememberActionForSession: true }, \
    then: { accepted: resume, rejected: { stay: not-now } }
    """

  @Test(
    "a second button that does no more than another one is a change, there and back",
    arguments: [often, seldom, seldom.replacing("sure", with: "not-now")])
  func secondButton(offer: String) async throws {
    let (one, two) = (Self.accepting(), Self.accepting("more: { \(offer), \(Self.go) }"))
    for (old, new, words) in [(one, two, "new"), (two, one, "gone")] {
      let told = try await diff(old, new)
      #expect(told.contains("  changed: `onUserConsentThreats`: the choice `more` is \(words)\n"), "\(told)")
      #expect(!told.contains("weaker") && !told.contains("stronger"), "\(told)")
    }
  }

  @Test("a button that is split in two lets nobody do more, and one of two that are made one nobody less")
  func splitButton() async throws {
    let wide = #"event.threats.all(t, t.threatSeverity in ["LOW", "MEDIUM"])"#
    let one = Self.accepting().replacing(#"event.threats.all(t, t.threatSeverity == "LOW")"#, with: wide)
    let grave = #"when: '\#(wide) && event.threats.exists(t, t.threatSeverity == "MEDIUM")', confirm: sure"#
    let two = Self.accepting("more: { \(grave), \(Self.go) }")
    let there = try await diff(one, two)
    #expect(there.contains("  changed: `onUserConsentThreats`: the choice `more` is new\n"), "\(there)")
    #expect(there.contains("stronger") && !there.contains("weaker"), "\(there)")
    let back = try await diff(two, one)
    #expect(back.contains("  changed: `onUserConsentThreats`: the choice `more` is gone\n"), "\(back)")
    #expect(back.contains("weaker") && !back.contains("stronger"), "\(back)")
  }

  /// The flow with a warning that offers this beside the way on.
  private static func warning(_ others: String...) -> String {
    let choices = (["goOn: { resume: true }"] + others).map { "      \($0)\n" }.joined()
    return flow.replacing(
      "  onTerminateWithThreats:",
      with: "  onSessionTimeOutNotification:\n    choices:\n\(choices)  onTerminateWithThreats:")
  }

  @Test(
    "a choice that only asks again is no way to say no; one that leaves is",
    arguments: [
      ("more: { stay: not-now }", "changed", "changed"),
      (
        "more: { call: extendSessionIdleTimeout, max: 3, then: { onSessionExtensionResponse: stay, else: failed } }",
        "weaker", "stronger"
      ),
      ("more: { to: out }", "stronger", "weaker"),
    ])
  func choiceThatStays(choice: String, there: String, back: String) async throws {
    let (one, two) = (Self.warning(), Self.warning(choice))
    for (old, new, words) in [(one, two, "\(there): NAME is new"), (two, one, "\(back): NAME is gone")] {
      let told = try await diff(old, new)
      let words = words.replacing("NAME", with: "`onSessionTimeOutNotification`: the choice `more`")
      #expect(told.contains("  \(words)\n"), "\(told)")
    }
  }

  @Test("a choice that left and now asks again says no no more")
  func choiceThatStaysNow() async throws {
    let (one, two) = (Self.warning("more: { to: out }"), Self.warning("more: { stay: not-now }"))
    let (there, back) = (try await diff(one, two), try await diff(two, one))
    #expect(there.contains("  weaker: `onSessionTimeOutNotification`: the choice `more`"), "\(there)")
    #expect(back.contains("  stronger: `onSessionTimeOutNotification`: the choice `more`"), "\(back)")
  }

  @Test("replies that the contract does not have are no differences, and those that it has are")
  func impossibleReplies() async throws {
    // 118 comes in `getPassword(expired)` alone.
    let calm = "  calm: { challenge: getPassword(set), choices: { go: { to: fresh } }, then: { else: failed } }\n"
    let calmer = Self.flow.replacing("getPassword(set): fresh", with: "getPassword(set): calm")
      .replacing("interrupts:\n", with: calm + "interrupts:\n")
    let set = try await diff(Self.flow, calmer)
    #expect(set.contains(": `word`: `getPassword(set)` leads to `calm` instead of to `fresh`"), "\(set)")
    let spent = Self.flow.replacing("102: retry, ", with: "102: retry, getPassword(expired) 118: spent, ")
    let expired = try await diff(Self.flow, spent)
    #expect(expired.contains("`getPassword(expired) 118` leads to the end `spent` instead"), "\(expired)")
    // `onTerminateWithThreats` has no status, and so no error.
    let dead = Self.flow.replacing("accepted: failed", with: "onTerminateWithThreats: failed")
    let undeclared = dead.replacing("  onTerminateWithThreats: { to: failed }\n", with: "")
    #expect(dead != Self.flow && undeclared != dead)
    let threats = try await diff(dead, undeclared)
    #expect(threats.contains("the interrupt `onTerminateWithThreats` is handled no more"), "\(threats)")
    #expect(!threats.contains("onTerminateWithThreats error"), "\(threats)")
  }

  @Test("a code may be named with the event that alone can carry it, and with its text", arguments: [false, true])
  func codeOfOneEvent(isBack: Bool) async throws {
    let named = Self.flow.replacing("(verify) 102: retry", with: "(verify) 102: { retry: not-now }")
    let alone = named.replacing("getPassword(verify) 102", with: "102")
    #expect(named != Self.flow && alone != named)
    let told = try await isBack ? diff(alone, named) : diff(named, alone)
    #expect(told == "new.yaml: equal (short 1.0.0 -> short 1.0.0)\n", "\(told)")
    // Where it leads is told all the same.
    let spent = alone.replacing("102: { retry: not-now }", with: "102: spent")
    let other = try await isBack ? diff(spent, named) : diff(named, spent)
    #expect(other.contains(" changed: `word`: `getPassword(verify) 102` leads "), "\(other)")
  }

  @Test("a guard is shown with the steps that it names")
  func guardsOfSteps() async throws {
    let there = Self.often.replacing("LOW\")", with: "LOW\") && interrupted != \"word\"")
    let told = try await diff(Self.accepting(), Self.accepting().replacing(Self.often, with: there))
    #expect(told.contains("&& interrupted != \"word\" instead of "), "\(told)")
    #expect(!told.contains("a step"), "\(told)")
  }

  @Test(
    "a second button that is offered more often, or asks less, is weaker, and stronger when it is gone",
    arguments: [
      often.replacing(", confirm: sure", with: ""), often.replacing("LOW", with: "MEDIUM"), "confirm: sure",
    ])
  func freerButton(offer: String) async throws {
    let (one, two) = (Self.accepting(), Self.accepting("more: { \(offer), \(Self.go) }"))
    let there = try await diff(one, two)
    #expect(there.contains("  weaker: `onUserConsentThreats`: the choice `more` is new\n"), "\(there)")
    let back = try await diff(two, one)
    #expect(back.contains("  stronger: `onUserConsentThreats`: the choice `more` is gone\n"), "\(back)")
  }

  @Test("a gate may stand at a call, or be a step right before it; if it is gone there, the flow is weaker")
  func movedGate() async throws {
    let begin = "  begin: { call: initialize, then: { getUser: name, getPassword(verify): word, else: failed } }\n"
    let atCall = Self.flow.replacing(
      "call: initialize, then: {", with: "call: initialize, gate: [isDeviceSecure], then: {")
    func before(_ questions: String, deny: String = "failed") -> String {
      Self.flow.replacing("start: begin", with: "start: may").replacing(
        begin, with: "  may: { gate: [\(questions)], then: { allow: begin, deny: \(deny) } }\n" + begin)
    }
    for (old, new) in [(atCall, before("isDeviceSecure")), (before("isDeviceSecure"), atCall)] {
      let told = try await diff(old, new)
      #expect(told.contains(": changed (") && !told.contains("weaker") && !told.contains("stronger"), "\(told)")
    }
    for new in [before("allowLogin"), before("isDeviceSecure", deny: "spent")] {
      let told = try await diff(atCall, new)
      #expect(told.contains("weaker: `begin`: `gate` is gone; it was isDeviceSecure"), "\(told)")
    }
  }

  @Test("limits of a call that only one of the flows makes are no gain")
  func callOfOne() async throws {
    let new = Self.flow.replacing(Self.leave, with: "leave: { to: out }")
    let told = try await diff(new, Self.flow)
    #expect(told.contains("changed: `word`: the choice `leave` makes a call now"), "\(told)")
    #expect(!told.contains("stronger") && !told.contains("`max` is new"), "\(told)")
  }

  @Test("an input that a check holds equal to another one may be handed over in its place")
  func equalInputs() async throws {
    let new = Self.flow.replacing("password: $newPassword", with: "password: $again")
    #expect(try await diff(Self.flow, new).contains("equal"))
    let unchecked = Self.flow.replacing("require: [{ check: newPassword == again, say: differ }]\n    ", with: "")
    let told = try await diff(unchecked, unchecked.replacing("password: $newPassword", with: "password: $again"))
    #expect(told.contains("`password` is $again instead of $newPassword"), "\(told)")
  }

  /// The flow with a copy of a step, to which one of its lines leads.
  ///
  /// - Parameter limits: of the tries and of the choice.
  private func copied(_ limits: (String, String)) throws -> String {
    let begin = try #require(Self.flow.range(of: "  word:\n")).lowerBound
    let end = try #require(Self.flow.range(of: "  fresh:\n")).lowerBound
    let own = String(Self.flow[begin..<end])
    let word = own.replacing("tries: 3", with: "tries: \(limits.0)").replacing("max: 2", with: "max: \(limits.1)")
    return Self.flow.replacing(own, with: word + word.replacing("  word:\n", with: "  copy:\n"))
      .replacing("getPassword(verify): word, getUser: retry", with: "getPassword(verify): copy, getUser: retry")
  }

  @Test("copies of a step that count in one place are that step, and copies that count for themselves are not")
  func copies() async throws {
    let one = try copied(("words", "leavings"))
    #expect(try await diff(Self.flow, one).contains("equal"))
    #expect(try await diff(one, Self.flow).contains("equal"))
    let apart = try await diff(Self.flow, try copied(("words", "2")))
    #expect(apart.contains("the choice `leave` is counted on its own, beside that of `word`"), "\(apart)")
    #expect(try await diff(Self.flow, try copied(("3", "leavings"))).contains("weaker: guesses at `password`"))
  }

  @Test("a screen in between is no copy of the step behind it")
  func screen() async throws {
    let new = Self.flow.replacing(
      "getPassword(verify): word, getUser: retry", with: "getPassword(verify): intro, getUser: retry"
    )
    .replacing(
      "  fresh:\n",
      with:
        "  intro: { challenge: getPassword(verify), choices: { next: { to: word } }, then: { else: failed } }\n  fresh:\n"
    )
    let told = try await diff(Self.flow, new)
    #expect(told.contains("leads to `intro` instead of to `word`; past `intro` still lead there"), "\(told)")
    #expect(!told.contains("`intro`: "), "\(told)")
  }

  @Test("messages that say the same in the flow's own language are told apart by what they say in another one")
  func languages() async throws {
    let desk = try Desk()
    func put(_ name: String, _ key: String) throws {
      let text = Self.flow.replacing("start: begin", with: "start: begin\nmessages-in: en\ncatalogues: [texts.de]")
        .replacing("confirm: sure", with: "confirm: \(key)")
        .replacing("  differ:", with: "  certain: Are you sure?\n  differ:")
      try desk.put(name, text)
    }
    try desk.put(
      "texts.de.yaml",
      "catalogue: de\nmessages:\n  sure: Sind Sie sicher?\n  certain: Wollen Sie mehr Geld?\n")
    try put("old.yaml", "sure")
    try put("new.yaml", "certain")
    let told = await desk.run("diff", "--fail-on", "any", "@old.yaml", "@new.yaml")
    #expect(told.output.contains("wording: `word` says something else"), "\(told)")
    #expect(told.output.contains("`de`: Wollen Sie mehr Geld?"), "\(told)")
  }
}
