// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow diff")
struct DiffTests {
  static let login = """
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
          leave: { to: left }
        then: { onUserLoggedIn: done, getPassword(verify) 102: retry, else: failed }
    ends:
      done: { outcome: success }
      left: { outcome: ended }
      signedOut: { outcome: ended }
      failed: { outcome: failure }
    messages:
      your-word: Your password, please.

    """

  private func desk(_ change: (String) -> String) throws -> Desk {
    let desk = try Desk()
    try Self.putParts(in: "", of: desk)
    try desk.put("old.yaml", Self.login)
    try desk.put("new.yaml", change(Self.login))
    return desk
  }

  /// Puts the parts that the flow uses into a folder of the desk.
  static func putParts(in folder: String, of desk: Desk) throws {
    let parts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "flows/parts")
    for name in ["threats", "session"] {
      let text = try String(contentsOf: parts.appending(path: name + ".yaml"), encoding: .utf8)
      try desk.put("\(folder)parts/\(name).yaml", text)
    }
  }

  @Test(
    "says of each change what it is, and fails for what is weaker",
    arguments: [
      ("tries: 3", "tries: 4", "weaker: `word`: `tries` is 4 instead of 3", 1),
      ("tries: 3", "tries: 2", "stronger: `word`: `tries` is 2 instead of 3", 0),
      (
        "      leave: { to: left }", "      leave: { to: failed }",
        "changed: `word`: the choice `leave` leads to the end `failed`", 0
      ),
      ("Your password, please.", "Your password!", "wording: the message `your-word` says something else", 0),
      (
        "require: { kinds: 1 }", "summary: A word.",
        "weaker: what the end `done` requires: nothing instead of kinds: 1", 1
      ),
      ("require: { kinds: 1 }", "goal: aal1", "equal", 0),
      (
        "use: [parts/threats, parts/session]", "use: [parts/threats]",
        "weaker: the interrupt `onSessionTimeout` is handled no more", 1
      ),
    ])
  func verdicts(old: String, new: String, words: String, code: Int) async throws {
    let desk = try desk { $0.replacing(old, with: new) }
    let outcome = await desk.run("diff", "@old.yaml", "@new.yaml")
    #expect(outcome.output.contains(words), "\(outcome)")
    #expect(Int(outcome.code.rawValue) == code, "\(outcome)")
  }

  @Test("says nothing of a `when` that asks only for what the contract requires for the call, there and back")
  func requiredAnyway() async throws {
    let desk = try desk { $0 }
    try Self.putParts(in: "other/", of: desk)
    let part = try ShippedFlows.text("parts/session.yaml")
    let without = part.replacing("        when: event.sessionCanBeExtended\n", with: "")
    #expect(without != part)
    try desk.put("other/parts/session.yaml", without)
    try desk.put("other/new.yaml", Self.login)
    for flows in [["@old.yaml", "@other/new.yaml"], ["@other/new.yaml", "@old.yaml"]] {
      let outcome = await desk.run(["diff", "--fail-on", "any"] + flows)
      #expect(outcome.code == .success && outcome.output.contains("equal"), "\(outcome)")
    }
  }

  @Test("says nothing of other names and another order")
  func equal() async throws {
    let desk = try desk { text in
      text.replacing("word:", with: "secret:").replacing(": word", with: ": secret").replacing(
        "your-secret", with: "your-word"
      )
      .replacing("leave:", with: "goAway:")
    }
    let outcome = await desk.run("diff", "--fail-on", "any", "@old.yaml", "@new.yaml")
    #expect(outcome.code == .success, "\(outcome)")
    #expect(outcome.output.contains("new.yaml: equal (short 1.0.0 -> short 1.0.0)"), "\(outcome)")
  }

  @Test("lets pass what is allowed for a reason, says so, and takes no allowance without one")
  func allowances() async throws {
    let desk = try desk { $0.replacing("tries: 3", with: "tries: 4") }
    let allowed = await desk.run(
      "diff", "--allow", "`tries` is 4 because asked", "--allow", "guesses at because asked", "@old.yaml", "@new.yaml")
    #expect(allowed.code == .success, "\(allowed)")
    #expect(allowed.output.contains("(allowed: asked)"))
    let useless = await desk.run("diff", "--allow", "nothing like it because asked", "@old.yaml", "@new.yaml")
    #expect(
      useless.code == .failure && useless.errors.contains("nothing was allowed by `nothing like it`"), "\(useless)")
    #expect(await desk.run("diff", "--allow", "tries", "@old.yaml", "@new.yaml").code == .wrongInput)
  }

  @Test("says which side cannot be read, is wrong, or is for another contract")
  func wrong() async throws {
    let desk = try desk { $0.replacing("start: begin", with: "start: nowhere") }
    #expect(await desk.run("diff", "@old.yaml", "@gone.yaml").code == .broken)
    let outcome = await desk.run("diff", "@old.yaml", "@new.yaml")
    #expect(outcome.code == .wrongInput && outcome.errors.contains("nowhere"), "\(outcome)")
    let mixed = await desk.run("diff", "@old.yaml", "@parts")
    #expect(mixed.code == .wrongInput, "\(mixed)")
  }

  @Test("a flow with errors keeps no other from being compared, and each side's are told once")
  func wrongAmongOthers() async throws {
    let desk = try Desk()
    let broken = Self.login.replacing("start: begin", with: "start: nowhere").replacing(
      "use: [parts/threats, parts/session]\n", with: "")
    let weaker = Self.login.replacing("tries: 3", with: "tries: 4")
    for folder in ["old", "new"] {
      try Self.putParts(in: folder + "/", of: desk)
      try desk.put("\(folder)/broken.yaml", broken)
      try desk.put("\(folder)/login.yaml", folder == "old" ? Self.login : weaker)
    }
    let outcome = await desk.run("diff", "--summary", "@old", "@new")
    #expect(outcome.code == .failure && outcome.output.contains("weaker: `word`: `tries` is 4"), "\(outcome)")
    #expect(outcome.output.contains("new/broken.yaml: not compared\n"), "\(outcome)")
    #expect(outcome.errors.contains("has errors and is the same in both, so it is not compared\n"), "\(outcome)")
    #expect(!outcome.errors.contains("nowhere"), "\(outcome)")
    // What changed in it may be what is weaker.
    try desk.put("new/broken.yaml", broken.replacing("tries: 3", with: "tries: 4"))
    let changed = await desk.run("diff", "--summary", "--format", "json", "@old", "@new")
    #expect(changed.code == .wrongInput && changed.output.contains("`tries` is 4"), "\(changed)")
    #expect(changed.errors.contains("the old ") && changed.errors.contains("the new "), "\(changed)")
    #expect(changed.errors.components(separatedBy: "nowhere").count > 2, "\(changed)")
  }

  @Test("writes the run of a difference as a scenario: what is weaker fails, what is stronger or new passes")
  func scenarios() async throws {
    let changes: [(String, String, isWeaker: Bool)] = [
      ("tries: 3", "tries: 4", true), ("tries: 3", "tries: 2", false),
      ("onUserLoggedIn: done, ", "onUserLoggedIn: failed, ", false),
      ("leave: { to: left }\n", "leave: { to: left }\n      help: { to: failed }\n", false),
      ("leave: { to: left }", "leave: { to: failed }", false),
      ("leave: { to: left }", "leave: { to: left, when: event.attemptsLeft < 2 }", false),
    ]
    for (written, other, isWeaker) in changes {
      let desk = try desk { $0.replacing(written, with: other) }
      let outcome = await desk.run(
        "diff", "--summary", "--write-scenario", desk.root + "found", "@old.yaml", "@new.yaml")
      #expect(outcome.errors.contains("short.difference.scenarios.yaml shows: "), "\(other): \(outcome)")
      let played = await desk.run("test", "@found")
      #expect(played.code == (isWeaker ? .failure : .success), "\(other): \(played)")
      // On the flow as it was, each comes out the other way.
      try desk.put("new.yaml", try String(contentsOfFile: desk.root + "old.yaml", encoding: .utf8))
      let before = await desk.run("test", "@found")
      #expect(before.code == (isWeaker ? .success : .failure), "\(other): \(before)")
    }
  }

  @Test("scenarios are written for files of this machine only")
  func scenariosOfRevisions() async throws {
    let desk = try desk { $0 }
    let outcome = await desk.run("diff", "--write-scenario", desk.root + "found", "@old.yaml", "main:new.yaml")
    #expect(outcome.code == .wrongInput && outcome.errors.contains("`main:new.yaml` is of a revision"), "\(outcome)")
  }

  @Test("writes JSON, a table for a pull request, and lines for GitHub")
  func formats() async throws {
    let desk = try desk { $0.replacing("tries: 3", with: "tries: 4") }
    let json = await desk.run("diff", "--format", "json", "@old.yaml", "@new.yaml")
    let parsed = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let flows = try #require(parsed["flows"] as? [[String: Any]])
    #expect(flows.first?["verdict"] as? String == "weaker")
    let table = await desk.run("diff", "--format", "markdown", "@old.yaml", "@new.yaml")
    #expect(table.output.contains("| **weaker** | `word`: `tries` is 4 instead of 3 |"), "\(table)")
    let lines = await desk.run("diff", "--format", "github", "@old.yaml", "@new.yaml")
    #expect(lines.output.split(separator: "\n").allSatisfy { $0.hasPrefix("::") }, "\(lines)")
  }

  @Test("a flow that refines its base may not be weaker, wherever the change is written")
  func refines() async throws {
    let desk = try desk { $0 }
    for (change, isHeld) in [("steps.word.tries: 2", true), ("steps.word.tries: 4", false)] {
      try desk.put(
        "held.yaml",
        """
        language: mfaflow/1
        flow: held
        version: 1.0.0
        extends: old@1.0
        refines: true
        change: { \(change) }

        """)
      let outcome = await desk.run("check", "@held.yaml")
      #expect((outcome.code == .success) == isHeld, "\(change): \(outcome)")
      #expect(outcome.output.contains("MFA291") != isHeld, "\(outcome)")
      guard !isHeld else { continue }
      // The finding has the run: the fourth wrong word, of which the base lets three pass.
      #expect(outcome.output.contains("a run shows it: after step begin"), "\(outcome)")
      // One slip, one finding: that more can be guessed follows from it.
      #expect(outcome.output.components(separatedBy: "error[").count == 2, "\(outcome)")
      #expect(outcome.output.contains("so this is weaker, too: guesses at `password`"), "\(outcome)")
      #expect(outcome.output.contains("2 times (answer word: password, event"), "\(outcome)")
      #expect(
        outcome.output.contains("note: `short` does this: go"), "\(outcome)")
      let diff = await desk.run("diff", "@old.yaml", "@held.yaml")
      #expect(diff.code == .failure && diff.output.contains("`tries` is 4 instead of 3"), "\(diff)")
    }
    try desk.put("alone.yaml", Self.login.replacing("sdk:", with: "refines: true\nsdk:"))
    #expect(await desk.run("check", "@alone.yaml").output.contains("MFA290"))
    try desk.put("alone.yaml", Self.login.replacing("sdk:", with: "refines: ./alone\nsdk:"))
    #expect(await desk.run("check", "@alone.yaml").output.contains("is held to itself"))
    try desk.put("alone.yaml", Self.login.replacing("sdk:", with: "refines: gone\nsdk:"))
    #expect(await desk.run("check", "@alone.yaml").output.contains("MFA292"))
  }

  @Test("a mistake in what a flow shares with the one that it refines is told there, and not once more")
  func sharedMistake() async throws {
    let desk = try desk { $0 }
    try desk.put(
      "old.yaml", Self.login.replacing("leave: { to: left }", with: "leave: { when: event.userNamez, to: left }"))
    try desk.put(
      "held.yaml",
      """
      language: mfaflow/1
      flow: held
      version: 1.0.0
      extends: old@1.0
      refines: true
      remove: [steps.word.choices.leave]

      """)
    let outcome = await desk.run("check", "@held.yaml")
    #expect(outcome.code == .failure && !outcome.output.contains("MFA292"), "\(outcome)")
    #expect(outcome.output.contains("error[MFA218]") && outcome.output.contains("old.yaml:"), "\(outcome)")
  }

  @Test("where a choice is made once, nobody waits between two: its `every` may go")
  func everyOfOne() async throws {
    let choice = "      leave: { to: left }"
    let again =
      "      leave: { to: left }\n      again: { call: forgotPassword, max: 3, every: 3s, then: { else: failed } }"
    let desk = try desk { $0.replacing(choice, with: again.replacing("max: 3, every: 3s", with: "max: 1")) }
    try desk.put("old.yaml", Self.login.replacing(choice, with: again))
    let fewer = await desk.run("diff", "@old.yaml", "@new.yaml")
    #expect(fewer.code == .success && !fewer.output.contains("`every`"), "\(fewer)")
    try desk.put("new.yaml", Self.login.replacing(choice, with: again.replacing(", every: 3s", with: "")))
    let faster = await desk.run("diff", "@old.yaml", "@new.yaml")
    #expect(faster.code == .failure && faster.output.contains("`every` is gone"), "\(faster)")
  }

  @Test("how many tries the flow has left may be said to anybody, what the SDK counts may not")
  func triesLeft() async throws {
    func greeting(_ text: String) -> String {
      Self.login.replacing("challenge: getUser\n", with: "challenge: getUser\n    say: hello\n")
        + "  hello: '\(text)'\n"
    }
    let desk = try desk { _ in greeting("Hello. {tries.left}") }
    try desk.put("old.yaml", greeting("Hello."))
    let own = await desk.run("diff", "@old.yaml", "@new.yaml")
    #expect(own.code == .success && own.output.contains("wording"), "\(own)")
    try desk.put("old.yaml", Self.login)
    try desk.put(
      "new.yaml", Self.login.replacing("Your password, please.", with: "Your password, please. {attemptsLeft}"))
    let theirs = await desk.run("diff", "@old.yaml", "@new.yaml")
    #expect(theirs.code == .failure && theirs.output.contains("tells `{attemptsLeft}`"), "\(theirs)")
  }

  @Test("of a folder the flows are compared, and parts with steps are none")
  func folders() async throws {
    let desk = try Desk()
    let flows = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "flows")
    for name in ["login.yaml"]
      + (try FileManager.default.contentsOfDirectory(atPath: flows.path + "/parts")).map({ "parts/" + $0 })
    {
      let text = try String(contentsOf: flows.appending(path: name), encoding: .utf8)
      for side in ["old", "new"] {
        try desk.put("\(side)/\(name)", side == "new" ? text.replacing("tries: 8", with: "tries: 7") : text)
      }
    }
    let outcome = await desk.run("diff", "--summary", "@old", "@new")
    #expect(outcome.code == .success, "\(outcome)")
    #expect(outcome.errors.isEmpty, "\(outcome)")
    #expect(
      outcome.output.hasPrefix("login.yaml: stronger") || outcome.output.contains("login.yaml: stronger"), "\(outcome)")
  }

  private static let threat = """
    onUserConsentThreats:
        say: sure
        choices:
          proceed: { confirm: sure, call: takeActionOnThreats, with: { shouldProceedWithThreats: true, rememberActionForSession: true }, then: { accepted: resume } }
          exit: { confirm: leave, to: failed }
        then: { else: failed }
    """

  private func threatDesk(_ change: (String) -> String) throws -> Desk {
    let text = Self.login.replacing("use: [parts/threats, parts/session]\n", with: "use: [parts/session]\n")
      .replacing("ends:\n", with: "interrupts:\n  \(Self.threat)\nends:\n")
      .replacing("messages:\n", with: "messages:\n  sure: Accept the risk?\n  leave: Leave?\n")
    let desk = try desk { _ in change(text) }
    try desk.put("old.yaml", text)
    return desk
  }

  @Test("an interrupt that ended the run and now makes a call may accept the threat: that is weaker")
  func acceptingExit() async throws {
    let call =
      "exit: { confirm: leave, call: takeActionOnThreats, with: { shouldProceedWithThreats: true, rememberActionForSession: true }, then: { accepted: resume } }"
    let desk = try threatDesk { $0.replacing("exit: { confirm: leave, to: failed }", with: call) }
    let outcome = await desk.run("diff", "--summary", "@old.yaml", "@new.yaml")
    #expect(outcome.code == .failure && outcome.output.contains("weaker: "), "\(outcome)")
  }

  @Test("what is accepted at an interrupt without being asked twice any more is weaker; leaving is not")
  func acceptingAtOnce() async throws {
    let desk = try threatDesk { $0.replacing("proceed: { confirm: sure, ", with: "proceed: { ") }
    let outcome = await desk.run("diff", "--summary", "@old.yaml", "@new.yaml")
    #expect(outcome.code == .failure && outcome.output.contains("`confirm` is gone; it was asked"), "\(outcome)")
    let back = await desk.run("diff", "--summary", "@new.yaml", "@old.yaml")
    #expect(back.code == .success && back.output.contains("stronger"), "\(back)")
    let leaving = try threatDesk { $0.replacing("exit: { confirm: leave, ", with: "exit: { ") }
    let other = await leaving.run("diff", "--summary", "@old.yaml", "@new.yaml")
    #expect(other.code == .success && !other.output.contains("weaker"), "\(other)")
  }

  @Test("two texts that change their places are no equal flows")
  func swappedTexts() async throws {
    let desk = try threatDesk {
      $0.replacing("confirm: sure", with: "confirm: X").replacing("confirm: leave", with: "confirm: sure")
        .replacing("confirm: X", with: "confirm: leave")
    }
    let outcome = await desk.run("diff", "--summary", "--fail-on", "any", "@old.yaml", "@new.yaml")
    #expect(outcome.code == .failure && outcome.output.contains("says the same texts in other places"), "\(outcome)")
    let renamed = try threatDesk { $0.replacing("  proceed:", with: "  goOn:") }
    let same = await renamed.run("diff", "--summary", "--fail-on", "any", "@old.yaml", "@new.yaml")
    #expect(!same.output.contains("in other places"), "\(same)")
  }

  @Test("a success end that requires less than the one before it is weaker, whatever its name")
  func otherSuccess() async throws {
    let strict = Self.login.replacing("require: { kinds: 1 }\n", with: "goal: aal1\n")
      .replacing("done: { outcome: success }", with: "done: { outcome: success, require: { proofs: [password] } }")
    let desk = try desk { _ in
      strict.replacing("onUserLoggedIn: done", with: "onUserLoggedIn: fin")
        .replacing("  left: {", with: "  fin: { outcome: success }\n  left: {")
    }
    try desk.put("old.yaml", strict)
    let outcome = await desk.run("diff", "--summary", "@old.yaml", "@new.yaml")
    #expect(outcome.code == .failure && outcome.output.contains("to the end `fin`"), "\(outcome)")
  }

  @Test("texts in other languages are compared, too")
  func translations() async throws {
    let text = Self.login.replacing("start:", with: "catalogues: [de]\nstart:")
    let desk = try desk { _ in text.replacing("[de]", with: "[new.de]") }
    try desk.put("old.yaml", text)
    try desk.put(
      "de.yaml",
      "catalogue: de\nmessages: { your-word: Ihr Passwort, bitte. }\n".replacing(
        "{ your-word: Ihr Passwort, bitte. }", with: "{ your-word: Ihr Passwort }"))
    try desk.put("new.de.yaml", "catalogue: de\nmessages: { your-word: Egal }\n")
    let outcome = await desk.run("diff", "--summary", "--fail-on", "any", "@old.yaml", "@new.yaml")
    #expect(
      outcome.code == .failure && outcome.output.contains("in `de` the message `your-word` says something else"),
      "\(outcome)")
  }
}
