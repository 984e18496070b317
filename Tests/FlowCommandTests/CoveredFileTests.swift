// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowScenarios
import RELIDSimulator
import Redaction
import Testing

@testable import CheckPolicy
@testable import FlowCommand

/// What is found in a world, in answers or in a setting never shows a password or a code.
@Suite("Findings about files that hold secrets")
struct CoveredFileTests {
  private static let secret = "CANARYqxz7"

  /// Worlds with something wrong on the line of a secret.
  static let worlds = [
    "users: { alice: { activationCode: CANARYqxz7, activationAttempts: many } }",
    "users: { alice: { activationCode: CANARYqxz7, lda: yes } }",
    "users: { alice: { activationCodes: CANARYqxz7 } }",
    "users: { alice: { password: CANARYqxz7, password: CANARYqxz7 } }",
    "users: { alice: { password: [CANARYqxz7, x] } }",
    "users: { alice: { password: { CANARYqxz7: x } } }",
    "users: { alice: { password: 1, CANARYqxz7 } }",
    "users: { alice: CANARYqxz7 }",
    "users: [CANARYqxz7]",
    "user: { alice: { password: CANARYqxz7 } }",
    "users: { alice: { password: !CANARYqxz7 x } }",
    "users: { alice: { password: *CANARYqxz7 } }",
    "users: { alice: { password: &CANARYqxz7 x, activationCode: &CANARYqxz7 x } }",
    "users: { alice: { password: \"CANARYqxz7 } }",
    "users: { alice: { password: \"x\" CANARYqxz7 } }",
    "users: { alice: { password: 'x, lda: CANARYqxz7' } } }",
    "users:\n  alice:\n    password: x: CANARYqxz7\n",
    "users:\n  alice:\n    password: |\n      lda: CANARYqxz7\n    lda: CANARYqxz\n   blocked: x\n",
    "users:\n  alice:\n    password: >\n      lda: CANARYqxz7\n    password: CANARYqxz7\n",
    "users: { alice: { lda: maybe } }   # the password is CANARYqxz7",
    "users: { alice: { lda: maybe #CANARYqxz7\n } }",
    "users:\n  alice:\n    lda: maybe   # CANARYqxz7\n",
    "users: { alice: { password: CANARYqxz7`x, passwort: `CANARYqxz7 } }",
    "users:\n  alice:\n    passwordHistory:\n    - lda: CANARYqxz7\n    - lda: CANARYqxz7\n",
    "users:\n  alice:\n    passwordHistory:\n      - CANARYqxz7\n      lda: CANARYqxz7\n",
    "CANARYqxz7",
    "users: { alice: { activationAttempts: my\n  CANARYqxz7 } }",
    "users: { alice: { activationAttempts: password\n  CANARYqxz7, lda: maybe\n  CANARYqxz7 } }",
    "users:\n  alice:\n    activationAttempts: my\n\n      CANARYqxz7\n",
    "users: { alice: { activationAttempts: \"my\n  CANARYqxz7\" } }",
    "users: { alice: { activationAttempts: \"my \\\n  CANARYqxz7\", lda: \"CANARY\\x71xz7\" } }",
    "users: { alice: { password: ['it''s CANARYqxz7'], lda: 'it''s\n  CANARYqxz7' } }",
    "users:\n  alice:\n    activationAttempts: >\n      my\n      CANARYqxz7\n",
    "users: { alice: { password: CANARYqxz7 }",
    "\u{FEFF}users: { \"alice\": { \"password\": \"CANARYqxz7\", \"pass\": 1 } }",
  ]

  @Test("of very many values nobody is told which ones are nearly known, and what is known stays")
  func manyValues() {
    let harmless = HarmlessValues(keys: ["severity"], words: ["warning"])
    let text = String(repeating: "severity: warnin\n", count: 400) + "severity: warning\n"
    let covered = CoveredFile(SourceFile(path: "", text: text), showing: harmless)
    let lines = String(decoding: covered.shown.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[0] == "severity: warnin" && lines[399] == "severity: ••••••" && lines[400] == "severity: warning")
  }

  @Test("a word that other parsers read as true or false is named, and nothing else that they read otherwise")
  func words() {
    let file = SourceFile(
      path: "answers.yaml", text: "answers:\n  - enterCode: { code: off }\n  - enterCode: { code: 0123 }\n")
    let covered = CoveredFile(file, showing: HarmlessValues(ofAnswersTo: nil))
    let told = covered.covering(AnswersReader.read(file).findings).map(\.message)
    #expect(told == ["other YAML parsers read `off` as `false`", "other YAML parsers read `•••` as a number"])
    #expect(!String(decoding: covered.shown.bytes, as: UTF8.self).contains("off"))
  }

  /// Answers with something wrong on the line of a secret.
  static let answers = [
    "answers:\n  - enterCode: CANARYqxz7",
    "answers:\n  - identify: { userName: bob } enterCode: { activationCode: CANARYqxz7 }",
    "answers:\n  - enterCode: { CANARYqxz7 }",
    "answers:\n  - enterCode: { activationCode: CANARYqxz7, code: x }",
    "answers:\n  - enterCode: { code: CANARYqxz7 }",
    "answers:\n  - enterCode: { activationCode: [CANARYqxz7] }",
    "answers:\n  - enterCode: { activationCode: 1, CANARYqxz7 }",
    "answers:\n  - enterCod: { activationCode: CANARYqxz7 }",
    "answers:\n  - enterCode: [CANARYqxz7]",
    "answers:\n  - CANARYqxz7",
    "answers:\n  - { enterCode: CANARYqxz7, identify: x }",
    "answers:\n  - identify: CANARYqxz7",
    "answers:\n  - initialize: CANARYqxz7",
    "answers: CANARYqxz7",
    "answer:\n  - enterCode: { activationCode: CANARYqxz7 }",
    "answers:\n  - createPassword: { newPassword: CANARYqxz7, newPassword: CANARYqxz7 }",
    "answers:\n  - createPassword: { newPassword: \"CANARYqxz7 }",
    "answers:\n  - createPassword: { newPassword: CANARYqxz7 }\n  createPassword: CANARYqxz7",
  ]

  private func flow() throws -> HarmlessValues {
    HarmlessValues(
      ofAnswersTo: try #require(Compiler().compile(SourceFile(path: "flow.yaml", text: Samples.flow)).flow).flow)
  }

  private func isSilent(_ desk: Desk, _ words: [String]) async -> (Outcome, Bool) {
    let output = MemoryOutput()
    let streams = Streams(output: output, errors: output, readInput: { [] }, variable: { _ in nil })
    let code = await Tool.run(words, in: streams)
    let outcome = Outcome(code: code, output: output.text, errors: "")
    return (outcome, !output.text.uppercased().contains("CANARYQXZ"))
  }

  @Test("an error in a world is shown without what the world keeps secret", arguments: worlds)
  func worldsAreCovered(_ text: String) async throws {
    let desk = try Desk()
    let paths = [try desk.put("flow.yaml", Samples.flow), try desk.put("world.yaml", text)]
    let (outcome, isSilent) = await isSilent(desk, ["run", paths[0], "--world", paths[1]])
    #expect(outcome.code == .wrongInput)
    #expect(outcome.output.contains("world.yaml:"))
    #expect(isSilent, "\(outcome.output)")
  }

  @Test("an error in answers is shown without what is typed", arguments: answers, [Samples.flow, Samples.brokenFlow])
  func answersAreCovered(_ text: String, flow: String) async throws {
    let desk = try Desk()
    let paths = [
      try desk.put("flow.yaml", flow), try desk.put("world.yaml", Samples.world), try desk.put("answers.yaml", text),
    ]
    let (outcome, isSilent) = await isSilent(desk, ["run", paths[0], "--world", paths[1], "--answers", paths[2]])
    #expect(outcome.code == .wrongInput)
    if flow == Samples.flow { #expect(outcome.output.contains("answers.yaml:")) }
    #expect(isSilent, "\(outcome.output)")
  }

  @Test(
    "a wrong setting is shown without its value",
    arguments: [
      "enterCode=CANARYqxz7", "enterCode.code=CANARYqxz7", "enterCod.activationCode=CANARYqxz7", "code=CANARYqxz7",
    ])
  func settings(_ text: String) async throws {
    let desk = try Desk()
    let paths = [try desk.put("flow.yaml", Samples.flow), try desk.put("world.yaml", Samples.world)]
    let (outcome, isSilent) = await isSilent(desk, ["run", paths[0], "--world", paths[1], "--set", text])
    // Eight dots, however long it is.
    #expect(outcome.output.contains("=••••••••\n"), "\(outcome)")
    #expect(outcome.code == .wrongInput)
    #expect(isSilent, "\(outcome.output)")
  }

  @Test(
    "a name is shown as it was typed where a name is wanted, and what may be a secret is not",
    arguments: [
      ("xyzzy=bla", "`xyzzy`"), ("xyzzy.userName=bla", "`xyzzy`"), ("identify.nick-name=bla", "`nick-name`"),
      ("hunter2=x", "`•••`"), ("correcthorse==", "`•••`"), ("correcthorse=", "`•••`"),
      ("identify.h4x=bla", "`•••`"),
    ])
  func typedNames(text: String, shown: String) async throws {
    let desk = try Desk()
    let paths = [try desk.put("flow.yaml", Samples.flow), try desk.put("world.yaml", Samples.world)]
    let outcome = await desk.run("run", paths[0], "--world", paths[1], "--set", text)
    #expect(outcome.code == .wrongInput && outcome.errors.contains(shown), "\(outcome.errors)")
    #expect(!outcome.errors.contains("bla"))
    if shown == "`•••`" { for word in ["hunter", "horse", "h4x"] { #expect(!outcome.errors.contains(word)) } }
  }

  @Test("the name of a world is shown where a scenario names one, and what is no name is not")
  func namesOfWorlds() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    for (name, shown) in [("plane", "`plane`"), ("h4x-1", "`•••`")] {
      try desk.put(
        "a.scenarios.yaml",
        "flow: flow.yaml\nworlds: { plain: { users: {} } }\nscenarios:\n  - { name: a, world: \(name), do: [], expect: { waiting: identify } }\n"
      )
      let told = await desk.run("test", "@a.scenarios.yaml")
      #expect((told.output + told.errors).contains("this file has no world \(shown)"), "\(told)")
    }
  }

  @Test(
    "so are the names of the values of cases, and of steps in beginnings, below `during` and below `at`",
    arguments: [
      (
        "", "cases: { one: { wrong: 1, who: bla } }, do: [{ identify: { userName: $who } }]",
        "no item asks for `wrong`"
      ), ("", "cases: { one: { h4x: 1, who: bla } }, do: [{ identify: { userName: $who } }]", "no item asks for `•••`"),
      (
        "", "cases: { one: { who: bla }, two: { other: bla } }, do: [{ identify: { userName: $who } }]",
        "this case has no `who`"
      ),
      ("beginnings: { b: [{ xyzzy: { userName: bla } }] }\n", "begin: b", "`xyzzy` is no step of `sample`"),
      ("beginnings: { b: [{ h4x: { userName: bla } }] }\n", "begin: b", "`•••` is no step of `sample`"),
      (
        "", "do: [{ identify: { userName: bla }, during: [{ xyzzy: bla }] }]", "`xyzzy` is no step of `sample`"
      ),
      ("extends: b.scenarios\nat: { xyzzy: [{ xyzzy: bla }] }\n", "do: []", "`xyzzy` is no step of `sample`"),
      ("extends: b.scenarios\nat: { h4x: [{ h4x: bla }] }\n", "do: []", "`•••` is no step of `sample`"),
    ])
  func namesInScenarios(file: String, scenario: String, message: String) async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    let end = "expect: { waiting: identify } }]\n"
    try desk.put("b.scenarios.yaml", "flow: flow.yaml\nscenarios: [{ name: b, \(end)")
    try desk.put("a.scenarios.yaml", "flow: flow.yaml\n\(file)scenarios: [{ name: a, \(scenario), \(end)")
    let outcome = await desk.run("test", "@a.scenarios.yaml")
    let told = outcome.output + outcome.errors
    #expect(told.contains(message) && !told.contains("bla"), "\(told)")
  }

  @Test("so is the name of a step or an input in answers, and in scenarios")
  func typedNamesInFiles() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("world.yaml", Samples.world)
    let items = """
        - xyzzy: { userName: bla }
        - identify: { nickName: bla }
        - h4x: bla
        - identify: { h4y: bla }

      """
    try desk.put("answers.yaml", "answers:\n" + items)
    let run = await desk.run("run", "@flow.yaml", "--world", "@world.yaml", "--answers", "@answers.yaml")
    #expect(run.errors.contains("- xyzzy: { userName: bla }"), "\(run.errors)")
    try desk.put(
      "a.scenarios.yaml",
      "flow: flow.yaml\nworld: { users: {} }\nscenarios:\n  - name: a\n    do:\n"
        + items.replacing("  - ", with: "      - ") + "    expect: { waiting: identify }\n")
    let test = await desk.run("test", "@a.scenarios.yaml")
    for told in [run.errors, test.output + test.errors] {
      #expect(told.contains("`xyzzy` is no step of "), "\(told)")
      #expect(told.contains("does not ask for `nickName`"))
      #expect(told.contains("`•••` is no step of ") && told.contains("does not ask for `•••`"))
      #expect(!told.contains("h4x") && !told.contains("h4y") && !told.contains("nickName: bla"))
    }
  }

  @Test(
    "what a cure suggests is shown, whatever letters a secret has",
    arguments: [
      ("world: { users: { bob: { password: horse-d-h } }, session: { idle: 300 } }", "or use `ms`, `m`, `h` or `d`"),
      ("modules: { root: alow, second: { allowLogin: dany } }", "write `allow`, or `{ deny: … }`"),
    ])
  func cures(text: String, cure: String) async throws {
    let desk = try Desk()
    try desk.put("f.yaml", Samples.flow)
    let path = try desk.put("s.scenarios.yaml", "flow: f.yaml\n" + text + "\nscenarios: []\n")
    let outcome = await desk.run("test", path)
    #expect(outcome.errors.contains(cure), "\(outcome.errors)")
    #expect(!outcome.errors.contains("horse"))
  }

  @Test("no format of findings shows a secret", arguments: [FindingFormat.text(color: true), .oneline, .json])
  func formats(_ format: FindingFormat) throws {
    let harmless = try flow()
    let files =
      Self.worlds.map { text in
        let file = SourceFile(path: "world.yaml", text: text)
        return (CoveredFile(file, showing: .ofWorld), WorldReader.read(file).findings)
      }
      + Self.answers.map { text in
        let file = SourceFile(path: "answers.yaml", text: text)
        return (CoveredFile(file, showing: harmless), AnswersReader.read(file).findings)
      }
    for (covered, findings) in files {
      let shown = format.render(covered.covering(findings), in: SourceMap([covered.shown]))
      #expect(!shown.uppercased().contains("CANARYQXZ"), "\(shown)")
    }
  }

  @Test("keys and harmless values stay, and every line is as long as it was")
  func shows() throws {
    let world = """
      # Alice is new.
      seed: 7
      users:
        alice: { activationCode: ["493021", 'it''s'], activationAttempts: 3 }  # 493021
      device: { lda: face, name: "Pixel" }

      """
    let shown = CoveredFile(SourceFile(path: "w", text: world), showing: .ofWorld).shown
    #expect(
      String(decoding: shown.bytes, as: UTF8.self) == """
        • ••••• •• ••••
        seed: 7
        users:
          alice: { activationCode: [••••••••, •••••••], activationAttempts: 3 }  • ••••••
        device: { lda: face, name: "Pixel" }

        """)
    let answers = "answers:\n  - identify: { userName: alice }\n  - enterCode: resend\n  - enterCode: rèsend\n"
    let covered = CoveredFile(SourceFile(path: "a", text: answers), showing: try flow()).shown
    #expect(
      String(decoding: covered.bytes, as: UTF8.self)
        == "answers:\n  - identify: { userName: alice }\n  - enterCode: resend\n  - enterCode: ••••••\n")
  }

  @Test("a finding still quotes the author's own keys, and harmless words")
  func quotes() throws {
    let text = "users: { alice: { passwort: CANARYqxz7, blocked: never } }"
    let file = SourceFile(path: "w", text: text)
    let covered = CoveredFile(file, showing: .ofWorld)
    let messages = covered.covering(WorldReader.read(file).findings).map(\.message)
    #expect(messages.contains("a user has no key `passwort`"))
    #expect(messages.contains("`blocked` cannot be `never`"))
  }

  @Test("a word in braces that lacks its colon is covered like a key")
  func withoutColon() {
    for text in ["device: { CANARY-qxz7 }", "device: { lda: face, CANARY-qxz7 }"] {
      let file = SourceFile(path: "w", text: text)
      let covered = CoveredFile(file, showing: .ofWorld)
      let told = covered.covering(WorldReader.read(file).findings).flatMap { [$0.message, $0.help ?? ""] }
      #expect(!told.contains { $0.contains("CANARY") }, "\(told)")
      #expect(!String(decoding: covered.shown.bytes, as: UTF8.self).contains("CANARY"))
    }
    let known = CoveredFile(SourceFile(path: "w", text: "device: { recentUser }"), showing: .ofWorld)
    #expect(String(decoding: known.shown.bytes, as: UTF8.self) == "device: { recentUser }")
  }

  @Test("a word with a backtick is covered, though a message quotes it with another sign")
  func backtick() {
    for text in ["users: { alice: { \"CANARY`qxz7\": x } }", #"users: { alice: { "CANARY\x60qxz7": x } }"#] {
      let file = SourceFile(path: "w.yaml", text: text)
      let findings = CoveredFile(file, showing: .ofWorld).covering(WorldReader.read(file).findings)
      #expect(!findings.isEmpty)
      for finding in findings {
        #expect(!finding.message.contains("CANARY") && !(finding.help ?? "").contains("CANARY"), "\(finding.message)")
      }
    }
  }
}
