// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// Slips in files that hold secrets: the cure is told, and no secret.
@Suite("One slip of the hand in a scenario, a world or an answer")
struct ScenarioSlipTests {
  static let flow = """
    language: mfaflow/1
    flow: f
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
        then:
          getPassword(verify): verify
          101: { retry: check-your-name }
          138: { retry: check-your-name }
          getUser 166: { retry: check-your-name }
          exhausted: blocked
          else: failed
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 5
        then:
          onUserLoggedIn: signedIn
          102: { retry: wrong-password }
          exhausted: blocked
          else: failed
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } } }
    ends:
      done: { outcome: success }
      blocked: { outcome: failure, say: too-many-tries }
      failed: { outcome: failure }
    messages:
      check-your-name: Check what you typed and try again.
      wrong-password: "Not right. Attempts left: {attemptsLeft}."
      too-many-tries: Too many tries. Come back later.

    """

  static let scenarios = """
    flow: f.yaml
    world:
      users:
        alice:
          password: Correct-horse-7
      device:
        lda: face
    scenarios:
      - name: alice signs in
        do:
          - identify: { userName: alice }
          - verify: { password: Correct-horse-7 }
          - signedIn: finish
        expect: { end: done }

    """

  /// What is written otherwise in a scenario, and what is said of it.
  struct Slip: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let headline: String
    let cure: String

    init(_ old: String, _ new: String, _ headline: String, _ cure: String) {
      (self.old, self.new, self.headline, self.cure) = (old, new, headline, cure)
    }

    var testDescription: String { new }
  }

  static let slips = [
    Slip("      - verify", "\t  - verify", "a tab is not allowed outside of comments", "in a text, write `\"\\t\"`"),
    Slip("verify: { password", "verify { password", "`•••` is no step of `f`", "write a colon behind `verify`"),
    Slip(
      "- signedIn: finish", "- signedIn finish", "an item must be a map, not `•••`",
      "write a colon behind the step, as in `- step: choice`"),
    Slip("signedIn: finish", "signedIn: finsh", "the step `signedIn` has no choice `finsh`", "did you mean `finish`?"),
    Slip("scenarios:", "scenarois:", "a scenario file has no key `scenarois`", "did you mean `scenarios`?"),
    Slip("scenarios:", "scenario:", "a scenario file has no key `scenario`", "did you mean `scenarios`?"),
    Slip(
      "    do:", "      do:", "this line is indented too deep",
      "indent it as what stands behind the dash in line 9: with 4 spaces"),
    Slip("flow: f.yaml", "flow: ff", "`ff` does not exist", "the path begins at the folder of this file"),
    Slip(
      "flow: f.yaml", "flow: f.yaml\ncontract: relid", "`relid` does not exist",
      "take the line out: the contract is built in"),
    Slip(
      "      - verify", "      - sleep: 2s\n      - verify", "`sleep` is no step of `f`",
      "to let time pass, write an item such as `- after: 30s`"),
    Slip(
      "      - verify", "      - afetr: 2s\n      - verify", "`afetr` is no step of `f`", "did you mean `after`?"),
    Slip(
      "      - verify", "      - evnet: getUser\n      - verify", "`evnet` is no step of `f`", "did you mean `event`?"),
    Slip(
      "- signedIn: finish", "- getPassword: cancel", "`getPassword` is no step of `f`",
      "`getPassword` is an event; the step that takes it is `verify`"),
    Slip("    do:", "    steps:", "a scenario has no key `steps`", "did you mean `do`?"),
    Slip("    expect:", "    expects:", "a scenario has no key `expects`", "did you mean `expect`?"),
    Slip(
      "      - signedIn", "      - expect: { status: wrong-password }\n      - signedIn",
      "`status` must be a number, not `wrong-password`", "write the number of the code, such as `status: 102`"),
    Slip("{ end: done }", "{ step: verify }", "`expect` has no key `step`", "did you mean `waiting`?"),
    Slip("{ end: done }", "{ waiting: done }", "`done` is no step of `f`", "it is an end: write `end: done`"),
    Slip("{ end: done }", "{ end: verify }", "`verify` is no end of `f`", "it is a step: write `waiting: verify`"),
    Slip("    do:", "    do: []\n    do:", "the key `do` stands twice in this map", "remove one of them"),
    Slip(
      "password: Correct-horse-7\n", "password:Correct-horse-7\n", "a user must be a map, not `•••`",
      "write a space behind the colon"),
    Slip(
      "password: Correct-horse-7\n", "password: \"Correct-horse-7\n", "this quote is never closed", "close it"),
    Slip(
      "{ password: Correct", "{ password:Correct", "a space must stand behind the colon",
      "with a space behind the colon"),
    Slip("{ password: Correct", "{ password=Correct", "a key must have a colon behind it", "in place of `=`"),
    Slip("scenarios:", "tests:", "a scenario file has no key `tests`", "did you mean `scenarios`?"),
    Slip("- name:", "- title:", "a scenario has no key `title`", "did you mean `name`?"),
    Slip(
      "      - signedIn", "        udring:\n          - after: 2s\n      - signedIn", "an item has no key `udring`",
      "did you mean `during`?"),
    Slip(
      "      - signedIn", "        while:\n          - after: 2s\n      - signedIn", "an item has no key `while`",
      "did you mean `during`?"),
    Slip(
      "      - signedIn", "      - eent: getUser\n        with: { userName: alice }\n      - signedIn",
      "an item has no key `eent`", "did you mean `event`?"),
    Slip(
      "alice:\n      password", "alice:\n    password", "this line stands too far to the left",
      "indent it with 6 spaces"),
    Slip("      - identify", "      identify", "this item of the list has no dash", "begin the line with `- `"),
    Slip("      - verify", "      verify", "this item of the list has no dash", "begin the line with `- `"),
    Slip(
      "      - signedIn", "      during:\n          - after: 2s\n      - signedIn",
      "this line stands too far to the left", "with 8 spaces"),
    Slip("    lda: face", "    lda: face\n     id: phone", "this line is indented too deep", "with 4 spaces"),
  ]

  @Test("in a scenario file it is told once, with its cure, and no secret is", arguments: slips)
  func scenario(_ slip: Slip) async throws {
    let desk = try Desk()
    try desk.put("f.yaml", Self.flow)
    let range = try #require(Self.scenarios.range(of: slip.old))
    try desk.put("s.yaml", Self.scenarios.replacingCharacters(in: range, with: slip.new))
    try expect(await desk.run("test", "@s.yaml"), slip)
  }

  private func expect(_ outcome: Outcome, _ slip: Slip) throws {
    let shown = outcome.output + outcome.errors
    #expect(shown.contains(slip.headline) && shown.contains(slip.cure), "\(shown)")
    #expect(shown.components(separatedBy: "error[").count == 2, "\(shown)")
    #expect(!shown.contains("Correct-horse-7") && !shown.contains("horse"), "\(shown)")
  }

  @Test(
    "in a world it is told once, with its cure, and no secret is",
    arguments: [
      Slip(
        "alice: { password", "alice:\n  password", "this line stands too far to the left",
        "indent it with 4 spaces"),
      Slip(
        "users:\n  alice: { password: Correct-horse-7 }\ndevice: { lda: face }",
        "world: { users: { alice: { password: Correct-horse-7 } }, device: { lda: face } }",
        "a world has no key around it", "take this key out"),
      Slip("{ lda: face }", "{ lda: null }", "`lda` must have a value, not `null`", "write a value behind the colon"),
      Slip("{ lda: face }", "{ lda:face }", "a space must stand behind the colon", "with a space behind the colon"),
      Slip("device: { lda: face }", "delay: 200ms", "a world has no key `delay`", "did you mean `latency`?"),
      Slip("device:", "  device:", "`device` is indented below `users`", "begin it in the first column"),
      Slip("{ password: Correct-horse-7 }", "Correct-horse-7", "a user must be a map", "such as `{ password: … }`"),
    ])
  func world(_ slip: Slip) async throws {
    let desk = try Desk()
    try desk.put("f.yaml", Self.flow)
    let world = "users:\n  alice: { password: Correct-horse-7 }\ndevice: { lda: face }\n"
    let range = try #require(world.range(of: slip.old))
    var text = world.replacingCharacters(in: range, with: slip.new)
    if slip.new.contains("\n") { text = text.replacing("Correct-horse-7 }", with: "Correct-horse-7") }
    try desk.put("w.yaml", text)
    try expect(await desk.run("run", "@f.yaml", "--world", "@w.yaml", "--quiet"), slip)
  }

  @Test(
    "in answers it is told once, with its cure",
    arguments: [
      ("- identify: { userName: alice }\n", "write `answers:` above"),
      ("identify: { userName: alice }\n", "write `answers:` above"),
      ("answers:\n  - identify { userName: alice }\n", "write a colon behind `identify`"),
      (
        "answers:\n  identify: { userName: alice }\n  - verify: { password: Correct-horse-7 }\n  - signedIn: finish\n",
        "begin the line with `- `"
      ),
    ])
  func answers(text: String, cure: String) async throws {
    let desk = try Desk()
    try desk.put("f.yaml", Self.flow)
    try desk.put("w.yaml", "users:\n  alice: { password: Correct-horse-7 }\n")
    try desk.put("a.yaml", text)
    let outcome = await desk.run("run", "@f.yaml", "--world", "@w.yaml", "--answers", "@a.yaml", "--quiet")
    let shown = outcome.output + outcome.errors
    #expect(shown.contains(cure), "\(shown)")
    #expect(shown.components(separatedBy: "error[").count == 2, "\(shown)")
  }

  @Test("a setting that is nearly right is shown")
  func setting() async throws {
    let desk = try Desk()
    try desk.put("f.yaml", Self.flow)
    try desk.put("w.yaml", "users:\n  alice: { password: Correct-horse-7 }\n")
    let outcome = await desk.run(
      "run", "@f.yaml", "--world", "@w.yaml", "--set", "verfy.password=Correct-horse-7", "--quiet")
    let shown = outcome.output + outcome.errors
    #expect(
      shown.contains("`verfy` is no step of the flow `f`") && shown.contains("did you mean `verify`?"), "\(shown)")
    #expect(!shown.contains("horse"))
  }

  @Test(
    "a path that is nearly right is suggested",
    arguments: [
      ("use: [parts/sesion]", "did you mean `parts/session`?"), ("use: [session]", "did you mean `parts/session`?"),
      ("use: [Parts/Session]", "did you mean `parts/session`?"), ("use: [parts]", "did you mean `parts/session`?"),
    ])
  func part(line: String, cure: String) async throws {
    let desk = try Desk()
    try desk.put("f.yaml", Self.flow.replacing("goal: aal1", with: "goal: aal1\n\(line)"))
    try desk.put("parts/session.yaml", "part: session\nsdk: relid\nends: { gone: { outcome: ended } }\n")
    let outcome = await desk.run("check", "@f.yaml")
    #expect(outcome.output.contains(cure), "\(outcome.output)")
    #expect(outcome.output.components(separatedBy: "error[").count == 2, "\(outcome.output)")
  }

  @Test("so is the path of a file on the command line", arguments: ["f", "f.yml", "g.yaml"])
  func file(name: String) async throws {
    let desk = try Desk()
    try desk.put("f.yaml", Self.flow)
    let outcome = await desk.run("check", "@\(name)")
    let shown = outcome.output + outcome.errors
    #expect(shown.contains("f.yaml`?") == (name != "g.yaml"), "\(shown)")
  }

  @Test(
    "`..` leads out of the folder, whatever stands before the file's name",
    arguments: ["@a/f.yaml", "@a/./f.yaml", "@a/."])
  func above(path: String) async throws {
    let desk = try Desk()
    try desk.put("b/p.yaml", "part: p\nsdk: relid\nends: { failed: { outcome: failure } }\n")
    let flow = Self.flow.replacing("goal: aal1", with: "goal: aal1\nuse: [../b/p]")
    try desk.put("a/f.yaml", flow.replacing("  failed: { outcome: failure }\n", with: ""))
    let outcome = await desk.run("check", path)
    #expect(outcome.code == .success, "\(outcome.output)\(outcome.errors)")
  }
}
