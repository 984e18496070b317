// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessBackend
import SystemCalls
import Testing

@testable import FlowCommand

@Suite("--language")
struct LanguageTests {
  /// A desk with the flows of the repository.
  private static func desk() throws -> Desk {
    let desk = try Desk()
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    try FileManager.default.copyItem(
      at: root.appending(path: "flows"), to: URL(filePath: desk.root).appending(path: "flows"))
    return desk
  }

  @Test("the country's scenarios hold in German, and every message of it has a German text")
  func country() async throws {
    let desk = try Self.desk()
    let played = await desk.run("test", "--language", "de", "@flows/variants/country.scenarios.yaml")
    #expect(played.code == .success, "\(played)")
    #expect(played.errors == "mfaflow: 107 scenarios, 86 passed, 21 skipped\n")
    let checked = await desk.run("check", "--fail-on", "warning", "@flows/variants/country.yaml")
    #expect(checked.code == .success, "\(checked)")
  }

  @Test("a text in German holds in German only, the flow's own in every language")
  func texts() async throws {
    let desk = try Self.desk()
    for (say, isEnglish) in [
      ("Sie haben noch 2 Versuche.", false), ("Attempts left: 2.", true),
    ] {
      let words = isEnglish ? "That password is not right. \(say)" : "Das Passwort ist nicht richtig. \(say)"
      try desk.put(
        "a.scenarios.yaml",
        """
        flow: flows/variants/country.yaml
        world: { users: { bob: { password: horse-battery-1 } }, device: { lda: none } }
        scenarios:
          - name: a wrong password
            do:
              - identify: { userName: bob }
              - verifyPassword: { password: wrong-1 }
              - expect: { step: verifyPassword, say: "\(words)" }
            expect: { waiting: verifyPassword }
        """)
      let german = await desk.run("test", "--language", "de", "@a.scenarios.yaml")
      #expect(german.code == .success, "\(german)")
      let english = await desk.run("test", "@a.scenarios.yaml")
      #expect((english.code == .success) == isEnglish, "\(english)")
    }
  }

  @Test("a test in a language that a flow does not have says so, once")
  func absent() async throws {
    let desk = try Desk.sample()
    try desk.put(
      "a.scenarios.yaml",
      """
      flow: flow.yaml
      scenarios: [{ name: a, expect: { waiting: identify } }, { name: b, expect: { waiting: identify } }]
      """)
    let french = await desk.run("test", "--language", "fr", "@a.scenarios.yaml")
    #expect(french.code == .success, "\(french)")
    #expect(
      french.errors
        == "mfaflow: `sample` has no texts in `fr`; its own are shown\nmfaflow: 2 scenarios, 2 passed\n")
    #expect(await desk.run("test", "@a.scenarios.yaml").errors == "mfaflow: 2 scenarios, 2 passed\n")
  }

  private static let flow = """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    catalogues: [de, pl, ar]
    messages-in: en
    start: initialize
    steps:
      initialize: { call: initialize, then: { "getUser": identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 3
        then: { "getPassword(verify)": verify, 101: retry, else: failed, 138: retry, getUser 166: retry }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 9
        then: { onUserLoggedIn: done, 102: { retry: wrong }, else: failed }
    ends: { done: { outcome: success, require: { kinds: 1 } }, failed: { outcome: failure, say: sorry } }
    messages:
      sorry: Sorry.
      wrong:
        text: "{userID}: {attemptsLeft}"
        plural: { attemptsLeft: { one: One attempt., other: "{attemptsLeft} attempts." } }

    """

  private static func catalogue(_ tag: String, _ forms: String) -> String {
    """
    catalogue: \(tag)
    messages:
      sorry: "\(tag)"
      wrong: { text: "{userID}: {attemptsLeft}", plural: { attemptsLeft: { \(forms) } } }

    """
  }

  /// A flow in English, German, Polish and Arabic.
  private static func manyLanguages() throws -> Desk {
    let desk = try Desk()
    try desk.put("flow.yaml", flow)
    try desk.put("de.yaml", catalogue("de", "one: Ein Versuch., other: \"{attemptsLeft} Versuche.\""))
    try desk.put("pl.yaml", catalogue("pl", "one: a, few: \"{attemptsLeft} próby.\", many: \"{attemptsLeft} prób.\""))
    try desk.put(
      "ar.yaml",
      catalogue(
        "ar",
        "zero: صفر, one: واحدة, two: محاولتان, few: \"{attemptsLeft} محاولات\", many: \"{attemptsLeft} محاولة\", other: غير ذلك"
      ))
    try desk.put("world.yaml", "users: { bob: { password: p-1, passwordAttempts: 8 } }\ndevice: { lda: none }\n")
    return desk
  }

  /// By language, what is said when so many tries are left.
  static let said: [(tag: String, texts: [Int: String])] = [
    ("en", [7: "bob: 7 attempts.", 2: "bob: 2 attempts.", 1: "bob: One attempt."]),
    ("de-AT", [7: "bob: 7 Versuche.", 2: "bob: 2 Versuche.", 1: "bob: Ein Versuch."]),
    ("pl", [7: "bob: 7 prób.", 4: "bob: 4 próby.", 1: "bob: a"]),
    ("ar", [7: "bob: 7 محاولات", 2: "bob: محاولتان", 1: "bob: واحدة"]),
  ]

  @Test(
    "a scenario may say the key, which holds in each language, or the text with the form of the number", arguments: said
  )
  func forms(tag: String, texts: [Int: String]) async throws {
    let desk = try Self.manyLanguages()
    func scenario(_ say: (Int) -> String) -> String {
      let steps = (1...7).reversed().flatMap { left in
        ["      - verify: { password: no }", "      - expect: { step: verify, say: \"\(say(left))\" }"]
      }
      return """
        flow: flow.yaml
        world: { users: { bob: { password: p-1, passwordAttempts: 8 } }, device: { lda: none } }
        scenarios:
          - name: wrong passwords
            do:
              - identify: { userName: bob }
        \(steps.joined(separator: "\n"))
            expect: { waiting: verify }
        """
    }
    try desk.put("a.scenarios.yaml", scenario { texts[$0] ?? "wrong" })
    let own = await desk.run("test", "--language", tag, "@a.scenarios.yaml")
    #expect(own.code == .success, "\(own)")
    let other = await desk.run("test", "--language", tag == "pl" ? "de" : "pl", "@a.scenarios.yaml")
    // The flow's own texts hold in each language.
    #expect((other.code == .success) == (tag == "en"), "\(other)")
    try desk.put("a.scenarios.yaml", scenario { _ in "wrong" })
    #expect(await desk.run("test", "--language", tag, "@a.scenarios.yaml").code == .success)
    try desk.put("a.scenarios.yaml", scenario { _ in "sorry" })
    #expect(await desk.run("test", "--language", tag, "@a.scenarios.yaml").code == .failure)
  }

  @Test(
    "a run that was saved in one language goes on in another, with the form and the direction of that", arguments: said)
  func resumed(tag: String, texts: [Int: String]) async throws {
    let desk = try Self.manyLanguages()
    let words = ["run", "@flow.yaml", "--world", "@world.yaml"]
    let saved = await desk.run(
      words + ["--language", "de", "--set", "userName=bob", "--set", "password=no", "--save", "@run.json", "--quiet"])
    #expect(saved.code == .failure)
    // A catalogue may be changed meanwhile: what the run does is the same.
    try desk.put("de.yaml", Self.catalogue("de", "one: Ein Versuch., other: \"{attemptsLeft} Versuche.\"") + "# seen\n")
    let pseudo = try PseudoTerminal()
    async let outcome = desk.run(
      words + ["--language", tag, "--resume", "@run.json", "--quiet"],
      terminal: Terminal(input: pseudo.program, output: pseudo.program))
    let screen = await OwnThread.run {
      let screen = pseudo.read(until: "(not shown): ")
      pseudo.type("\u{4}")
      return screen
    }
    #expect(await outcome.code == .failure)
    let plain = screen.replacing("\u{2068}", with: "").replacing("\u{2069}", with: "")
    #expect(plain.contains(try #require(texts[7])), "\(screen)")
    #expect((plain == screen) == (tag != "ar"), "\(screen)")
  }
}
