// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow diff: what steps say, and outcomes that lead elsewhere together")
struct DiffTextTests {
  private static let flow = """
    language: mfaflow/1
    flow: short
    version: 1.0.0
    sdk: relid
    require: { kinds: 1 }
    use: [parts/threats, parts/session]
    start: begin
    steps:
      begin:
        call: initialize
        then: { getUser: name, getPassword(verify): word, else: failed }
      name:
        challenge: getUser
        ask: [userName]
        require: [{ check: size(userName) > 3, say: too-short }, { check: size(userName) < 90, say: too-long }]
        answer: setUser
        tries: 5
        then: { getPassword(verify): word, getUser: retry, else: failed }
      word:
        challenge: getPassword(verify)
        say: your-word
        ask: [password]
        answer: setPassword
        tries: 3
        choices:
          leave: { confirm: leave-now, to: left, say: bye }
          forgot: { confirm: forgot-now, call: forgotPassword, max: 2, then: { accepted: { stay: sent }, else: failed } }
        then: { onUserLoggedIn: done, getPassword(verify) 102: { retry: wrong }, else: failed }
    ends:
      done: { outcome: success }
      left: { outcome: ended }
      signedOut: { outcome: ended }
      failed: { outcome: failure }
    messages:
      your-word: Your password, please.
      too-short: That is too short.
      too-long: That is too long.
      leave-now: Leave now?
      bye: Goodbye.
      forgot-now: Have you forgotten it?
      sent: Look into your mail.
      wrong: That is not right.

    """

  private func outcome(_ changes: (String, String)...) async throws -> Outcome {
    var text = Self.flow
    for (old, new) in changes {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    return try await outcome(from: Self.flow, text)
  }

  private func outcome(from old: String, _ new: String) async throws -> Outcome {
    let desk = try Desk()
    let parts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "flows/parts")
    for name in ["threats", "session"] {
      let text = try String(contentsOf: parts.appending(path: name + ".yaml"), encoding: .utf8)
      try desk.put("parts/\(name).yaml", text)
    }
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run("diff", "--fail-on", "none", "@old.yaml", "@new.yaml")
  }

  @Test("of outcomes that lead elsewhere together, the one that a run comes to soonest shows it")
  func soonest() async throws {
    let outcome = try await outcome(
      ("102: { retry: wrong }, else: failed }", "102: { retry: wrong }, else: over }"),
      ("  failed: { outcome: failure }\n", "  failed: { outcome: failure }\n  over: { outcome: failure }\n"))
    #expect(outcome.output.contains("`exhausted`") && outcome.output.contains("lead to the end `over`"), "\(outcome)")
    #expect(outcome.output.contains("changed: `word`") && !outcome.output.contains("not decided"), "\(outcome)")
  }

  @Test("a run for one number shows no difference of another one")
  func numbers() async throws {
    let line = "getPassword(verify): word, getUser: retry, else: failed }"
    let base = Self.flow.replacing(line, with: "rejected 11: failed, " + line)
    let other = Self.flow.replacing(line, with: "rejected 12: failed, " + line)
    let outcome = try await outcome(from: base, other)
    let parts = outcome.output.components(separatedBy: "\n\n")
    for number in [11, 12] {
      let told = try #require(parts.first { $0.contains(": `name`: `rejected \(number)`") && $0.contains("   old") })
      #expect(told.contains("with error \(number)") && !told.contains("with error \(23 - number)"), "\(outcome)")
    }
  }

  @Test("another language of the flow's own texts is a difference of them")
  func language() async throws {
    let german = Self.flow.replacing("sdk: relid\n", with: "sdk: relid\nmessages-in: de\n")
    let outcome = try await outcome(from: Self.flow, german)
    #expect(
      outcome.output.contains("wording: it is said now that the texts of the flow itself are in `de`"), "\(outcome)")
    let french = german.replacing("messages-in: de", with: "messages-in: fr")
    let other = try await self.outcome(from: german, french)
    #expect(other.output.contains("wording: the texts of the flow itself are in `fr` instead of `de`"), "\(other)")
  }

  @Test("the texts of a choice that is gone or new are told with it, and are no difference of their own")
  func textsOfChoices() async throws {
    let leave = "      leave: { confirm: leave-now, to: left, say: bye }\n"
    let gone = try await outcome((leave, ""), ("  leave-now: Leave now?\n", ""), ("  bye: Goodbye.\n", ""))
    #expect(gone.output.contains("  1 changed\n"), "\(gone)")
    #expect(gone.output.contains("`leave`, says: Leave now? / Goodbye.\n"), "\(gone)")
    let new = try await outcome(
      (leave, leave + "      help: { confirm: help-now, to: left }\n"),
      ("messages:\n", "messages:\n  help-now: Call us?\n"))
    #expect(new.output.contains("  1 changed\n"), "\(new)")
    #expect(new.output.contains("`help`, says: Call us?\n"), "\(new)")
    // What a call of a choice is answered with goes with the choice, too.
    let call = try await outcome(
      (
        "      forgot: { confirm: forgot-now, call: forgotPassword, max: 2, then: { accepted: { stay: sent }, else: failed } }\n",
        ""
      ),
      ("  forgot-now: Have you forgotten it?\n", ""), ("  sent: Look into your mail.\n", ""))
    #expect(call.output.contains("`forgot`, says: Have you forgotten it? / Look into your mail.\n"), "\(call)")
    #expect(!call.output.contains("wording"), "\(call)")
  }

  @Test("other words of a choice that is still there, and of its step, are a difference")
  func textsThatStay() async throws {
    let confirmed = try await outcome(("Leave now?", "Really leave?"))
    #expect(confirmed.output.contains("  1 wording\n"), "\(confirmed)")
    #expect(confirmed.output.contains("Leave now?\n"), "\(confirmed)")
    let both = try await outcome(
      ("      leave: { confirm: leave-now, to: left, say: bye }\n", ""), ("  leave-now: Leave now?\n", ""),
      ("  bye: Goodbye.\n", ""), ("Your password, please.", "Your password!"))
    #expect(both.output.contains("  1 changed, 1 wording\n"), "\(both)")
    let renamed = try await outcome(("      leave:", "      goAway:"), ("Leave now?", "Really leave?"))
    #expect(renamed.output.contains("  1 wording\n"), "\(renamed)")
  }

  @Test("a message with another text is told once, with both texts and where each is written")
  func messages() async throws {
    let other = try await outcome(
      ("  wrong: That is not right.\n", "  wrong: \"No.\\nTry again.\"\n"), ("say: bye }", "say: wrong }"),
      ("  bye: Goodbye.\n", ""), ("getUser: retry", "getUser: { retry: wrong }"))
    #expect(other.output.contains("wording: the message `wrong` says something else\n"), "\(other)")
    #expect(other.output.components(separatedBy: ". wording: the message `wrong`").count == 2, "\(other)")
    #expect(other.output.contains("   old  old.yaml:42:10  That is not right.\n"), "\(other)")
    #expect(other.output.contains("   new  new.yaml:41:10  No.\\nTry again.\n"), "\(other)")
    // Another message at the same place is a difference of the step.
    #expect(other.output.contains("wording: `name` says more than before\n"), "\(other)")
  }

  @Test("a text in the place of that of an end says something else, and not more")
  func instead() async throws {
    let old = Self.flow.replacing("failed: { outcome: failure }", with: "failed: { outcome: failure, say: bye }")
    let new = old.replacing(
      "{ retry: wrong }, else: failed }", with: "{ retry: wrong }, else: { to: failed, say: sent } }")
    #expect(old != Self.flow && new != old)
    for (one, other) in [(old, new), (new, old)] {
      let told = try await outcome(from: one, other)
      #expect(told.output.contains("wording: `word` says something else\n"), "\(told)")
    }
  }

  @Test("two checks with one text that are put together say no less")
  func joined() async throws {
    let old = Self.flow.replacing("say: too-long }]", with: "say: too-short }]")
    let new = old.replacing(
      "{ check: size(userName) > 3, say: too-short }, { check: size(userName) < 90, say: too-short }",
      with: "{ check: size(userName) > 3 && size(userName) < 90, say: too-short }")
    #expect(old != Self.flow && new != old)
    for (one, other) in [(old, new), (new, old)] {
      let told = try await outcome(from: one, other)
      #expect(!told.output.contains("`name` says"), "\(told)")
    }
  }

  @Test("a line of a choice in the words of the step says nothing more")
  func repeated() async throws {
    let old = Self.flow.replacing(
      "{ retry: wrong }, else: failed }", with: "{ retry: wrong }, rejected: { stay: sent }, else: failed }")
    let new = old.replacing(
      "accepted: { stay: sent }, else", with: "accepted: { stay: sent }, rejected: { stay: sent }, else")
    #expect(old != Self.flow && new != old)
    let told = try await outcome(from: old, new)
    #expect(told.code == .success && !told.output.contains("says more"), "\(told)")
  }

  @Test("what else a message can show is told with it")
  func besides() async throws {
    let old = Self.flow.replacing("start: begin", with: "messages-in: en\nstart: begin").replacing(
      "wrong: That is not right.",
      with:
        "wrong: { text: \"{attemptsLeft} left.\", plural: { attemptsLeft: { one: one try, other: \"{attemptsLeft} tries\" } } }"
    )
    let new = try await outcome(from: old, old.replacing("one try", with: "a try"))
    #expect(new.output.contains("{attemptsLeft} left.; `one`: one try; `other`: {attemptsLeft} tries\n"), "\(new)")
    #expect(new.output.contains("{attemptsLeft} left.; `one`: a try; `other`: {attemptsLeft} tries\n"), "\(new)")
  }

  @Test("flows that nobody tells apart where something is written differently are not said to have parted")
  func unparted() async throws {
    let check = "{ check: size(userName) > 3, say: too-short }"
    let outcome = try await outcome(
      ("tries: 3", "tries: 2"), (check, check.replacing("size(userName) > 3", with: "size(userName) >= 4")))
    #expect(!outcome.output.contains("have parted before"), "\(outcome)")
    #expect(outcome.output.contains("stronger: `word`: `tries` is 2 instead of 3\n"), "\(outcome)")
  }

  @Test("the text of a line that leads elsewhere, and of a check that is gone, is told with that")
  func textsOfLines() async throws {
    let line = try await outcome(
      (", getPassword(verify) 102: { retry: wrong }", ""), ("  wrong: That is not right.\n", ""))
    #expect(line.output.contains("says: That is not right.\n"), "\(line)")
    #expect(!line.output.contains("wording"), "\(line)")
    let check = try await outcome(
      (", { check: size(userName) < 90, say: too-long }", ""), ("  too-long: That is too long.\n", ""))
    #expect(check.output.contains(", says: That is too long.\n"), "\(check)")
    #expect(!check.output.contains("wording"), "\(check)")
    // Where a line leads is the same, and its text alone is gone.
    let alike = try await outcome(("102: { retry: wrong }", "102: retry"), ("  wrong: That is not right.\n", ""))
    #expect(alike.output.contains("  1 wording\n"), "\(alike)")
  }

  @Test("what an inner flow says at its ends is no difference where the outer ends say nothing")
  func endsOfInnerFlow() async throws {
    let head = "language: mfaflow/1\nversion: 1.0.0\nsdk: relid\ngoal: aal1\nuse: [ints]\n"
    let ends = "ends:\n  done: { outcome: success }\n  spent: { outcome: failure }\n  failed: { outcome: failure }\n"
    let desk = try Desk()
    try desk.put(
      "ints.yaml",
      "part: ints\nsdk: relid\nneeds: [failed]\ninterrupts:\n  onTerminateWithThreats: { to: failed }\n")
    try desk.put(
      "inner.yaml",
      head
        + """
        flow: inner
        start: begin
        steps:
          begin: { call: initialize, then: { getUser: name, else: failed } }
          name:
            challenge: getUser
            ask: [userName]
            answer: setUser
            tries: 5
            then: { onUserLoggedIn: done, getUser: retry, exhausted: spent, else: failed }
        ends:
          done: { outcome: success }
          spent: { outcome: failure, say: too-many }
          failed: { outcome: failure, say: later }
        messages: { too-many: Too many., later: Later. }

        """)
    try desk.put(
      "outer.yaml",
      head + "flow: outer\nstart: in\nsteps: { in: { run: inner, then: { done: done, spent: spent, else: failed } } }\n"
        + ends)
    for (one, other) in [("@inner.yaml", "@outer.yaml"), ("@outer.yaml", "@inner.yaml")] {
      let told = await desk.run("diff", "--summary", one, other)
      // The interrupt is the outer flow's own, and leads to an end that says nothing.
      #expect(told.output.contains("\n  1 wording\n  wording: `onTerminateWithThreats` says "), "\(told)")
    }
  }

  @Test("a check that stays and says nothing any more, or something else, is a difference of texts")
  func textsOfChecks() async throws {
    let checks = "[{ check: size(userName) > 3, say: too-short }, { check: size(userName) < 90, say: too-long }]"
    let changes = [
      // Nothing of it, the same checks with each other's words, and those in other words of the language.
      "[{ check: size(userName) > 3 }, { check: size(userName) < 90, say: too-long }]",
      "[{ check: size(userName) > 3, say: too-long }, { check: size(userName) < 90, say: too-short }]",
      "[{ check: size(userName) >= 4, say: too-long }, { check: size(userName) <= 89, say: too-short }]",
    ]
    for change in changes {
      var changes = [(checks, change)]
      if !change.contains("too-short") { changes.append(("  too-short: That is too short.\n", "")) }
      for isBack in [false, true] {
        let other = changes.reduce(Self.flow) { $0.replacing($1.0, with: $1.1) }
        let told = isBack ? try await outcome(from: other, Self.flow) : try await outcome(from: Self.flow, other)
        #expect(told.output.contains("  1 wording\n"), "\(change): \(told)")
      }
    }
    let alike = checks.replacing("> 3", with: ">= 4").replacing("< 90", with: "<= 89")
    #expect(try await outcome((checks, alike)).output.contains("equal"))
  }

  @Test("what is shown of the items of a list is a text, also where nothing is said of it any more")
  func textsOfItems() async throws {
    let shipped = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "flows")
    let text = try String(contentsOf: shipped.appending(path: "notifications.yaml"), encoding: .utf8)
    let show = "        show: \"{label}\"\n"
    let desk = try Desk()
    for folder in ["old", "new"] {
      let login = try String(contentsOf: shipped.appending(path: "login.yaml"), encoding: .utf8)
      try desk.put("\(folder)/login.yaml", login)
      for name in try FileManager.default.contentsOfDirectory(atPath: shipped.appending(path: "parts").path) {
        let text = try String(contentsOf: shipped.appending(path: "parts/\(name)"), encoding: .utf8)
        try desk.put("\(folder)/parts/\(name)", text)
      }
    }
    try desk.put("old/notifications.yaml", text)
    #expect(text.contains(show))
    try desk.put("new/notifications.yaml", text.replacing(show, with: ""))
    for (old, new) in [("old", "new"), ("new", "old")] {
      let told = await desk.run(
        "diff", "--summary", "--fail-on", "none", "@\(old)/notifications.yaml", "@\(new)/notifications.yaml")
      #expect(told.output.contains("  1 wording\n") && told.output.contains("wording: `inbox` says "), "\(told)")
    }
  }

  @Test("up to three outcomes that go another way together are named, and the others counted")
  func namedOutcomes() async throws {
    let some = try await outcome(
      ("getUser: retry, else: failed }", "getUser: retry, else: broken }"),
      ("ends:\n", "ends:\n  broken: { outcome: failure }\n"))
    let line = some.output.split(separator: "\n").first { $0.contains(" more lead to the end `broken`") } ?? ""
    #expect(line.split(separator: "`, `").count == 3, "\(line)")
  }

  @Test("what still leads past a step in between is told with the line that leads to it")
  func bypass() async throws {
    let desk = "      desk: { wait: bye, choices: { stop: { to: left } }, then: { else: failed } }\n"
    let old = Self.flow.replacing("  leave: { confirm: leave-now, to: left, say: bye }", with: "  leave: { to: desk }")
      .replacing(
        "    then: { getPassword(verify): word, getUser: retry",
        with: "    choices: { help: { to: desk } }\n    then: { getPassword(verify): word, getUser: retry"
      )
      .replacing("  leave-now: Leave now?\n", with: "").replacing("ends:\n", with: desk.dropFirst(4) + "ends:\n")
    let sure = "  sure: { wait: bye, choices: { go: { to: desk } }, then: { else: failed } }\nends:\n"
    let past = try await outcome(
      from: old, old.replacing("leave: { to: desk }", with: "leave: { to: sure }").replacing("ends:\n", with: sure))
    #expect(
      past.output.contains(
        "the choice `leave` leads to `sure` instead of to `desk`; past `sure` still lead there: the choice `help` of `name`\n"
      ),
      "\(past)")
    let both = try await outcome(
      from: old, old.replacing("{ to: desk }", with: "{ to: sure }").replacing("ends:\n", with: sure))
    #expect(both.output.contains("instead of to `desk`") && !both.output.contains("past `sure`"), "\(both)")
  }

  @Test(
    "where the flow begins at another step, that is shown by a run, and what comes behind it is decided all the same")
  func otherStart() async throws {
    let hello = "steps:\n  hello: { wait: bye, choices: { go: { to: begin } }, then: { else: failed } }\n"
    let start = try await outcome(("start: begin", "start: hello"), ("steps:\n", hello), ("tries: 3", "tries: 2"))
    #expect(start.output.contains("changed: the flow begins at `hello` instead of `begin`\n"), "\(start)")
    #expect(start.output.contains("| step begin                       | step hello\n"), "\(start)")
    // It is no run of the other difference, though none can be played side by side.
    #expect(start.output.components(separatedBy: "after this run: the start").count == 2, "\(start)")
    #expect(start.output.contains("stronger: `word`: `tries` is 2 instead of 3"), "\(start)")
    #expect(!start.output.contains("not decided"), "\(start)")
  }

  @Test("of guesses that several steps add up, each step is told")
  func sums() async throws {
    let again = """
        again:
          challenge: getPassword(verify)
          ask: [password]
          answer: setPassword
          tries: 2
          then: { onUserLoggedIn: done, getPassword(verify) 102: retry, else: failed }
      ends:

      """
    let old = Self.flow.replacing("102: { retry: wrong }", with: "102: { to: again, say: wrong }")
      .replacing("ends:\n", with: again)
    let sum = try await outcome(from: old, old.replacing("tries: 2", with: "tries: 4"))
    #expect(sum.output.contains(" at `word`, 4 at `again`\n"), "\(sum)")
  }

  @Test("what a line without a mode says is told with what it leads to, and not once more")
  func linesWithoutModes() async throws {
    let lines = "getPassword 166: { to: failed, say: bye }, exhausted: { to: failed, say: bye }, "
    let new = Self.flow.replacing("getPassword(verify) 102", with: lines + "getPassword(verify) 102")
      .replacing("  failed: {", with: "  locked: { outcome: failure, say: bye }\n  failed: {")
    let told = try await outcome(from: new.replacing("{ to: failed, say: bye }", with: "locked"), new)
    #expect(told.output.contains("`exhausted`, `getPassword(verify) 166` lead to the end `failed`"), "\(told)")
    #expect(told.output.contains("says: Goodbye.") && !told.output.contains("wording"), "\(told)")
  }
}
