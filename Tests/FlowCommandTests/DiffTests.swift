// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow diff")
struct DiffTests {
  private static let login = """
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
    let parts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "flows/parts")
    for name in ["threats", "session"] {
      let text = try String(contentsOf: parts.appending(path: name + ".yaml"), encoding: .utf8)
      try desk.put("parts/\(name).yaml", text)
    }
    try desk.put("old.yaml", Self.login)
    try desk.put("new.yaml", change(Self.login))
    return desk
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
      ("Your password, please.", "Your password!", "wording: `word` says something else", 0),
      (
        "require: { kinds: 1 }", "goal: aal1", "weaker: what the end `done` requires: nothing instead of kinds: 1", 1
      ),
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

  @Test("writes the run of a difference as a scenario: what is weaker fails, what is stronger or new passes")
  func scenarios() async throws {
    let changes: [(String, String, isWeaker: Bool)] = [
      ("tries: 3", "tries: 4", true), ("tries: 3", "tries: 2", false),
      ("onUserLoggedIn: done, ", "onUserLoggedIn: failed, ", false),
      ("leave: { to: left }\n", "leave: { to: left }\n      help: { to: failed }\n", false),
      ("leave: { to: left }", "leave: { to: failed }", false),
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
    }
    try desk.put("alone.yaml", Self.login.replacing("sdk:", with: "refines: true\nsdk:"))
    #expect(await desk.run("check", "@alone.yaml").output.contains("MFA290"))
    try desk.put("alone.yaml", Self.login.replacing("sdk:", with: "refines: gone\nsdk:"))
    #expect(await desk.run("check", "@alone.yaml").output.contains("MFA292"))
  }
}
