// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import Testing

/// The messages of a flow in other languages.
@Suite("Catalogues")
struct CatalogueTests {
  private static let flow = """
    language: mfaflow/1
    flow: base
    version: 1.0.0
    sdk: relid
    messages-in: en
    CATALOGUES
    start: initialize
    steps:
      initialize: { call: initialize, then: { "getPassword(verify)": verify, else: failed } }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        then: { onUserLoggedIn: done, 102: { retry: wrong }, else: failed }
    ends: { done: { outcome: success }, failed: { outcome: failure, say: sorry } }
    messages:
      sorry: Sorry.
      wrong: "Not right. Attempts left: {attemptsLeft}."

    """
  private static let german =
    "catalogue: de\nmessages:\n  sorry: Leider nein.\n  wrong: \"Falsch. Noch {attemptsLeft}.\"\n"

  private static func compile(_ files: [String: String], _ flow: String = flow) -> Compilation {
    let names = files.keys.filter { $0.hasPrefix("t/") && !$0.contains("variant") }.sorted()
    let list = names.isEmpty ? "" : "catalogues: [\(names.map { String($0.dropLast(5)) }.joined(separator: ", "))]"
    let base = Self.flow.replacing("CATALOGUES", with: list)
    let loader = FileLoader { path in
      let text = path == "base.yaml" ? base : files[path]
      return text.map { .success(SourceFile(path: path, text: $0)) } ?? .failure(FileLoader.Problem("there is none"))
    }
    return Compiler(loader: loader).compile(
      SourceFile(path: "flow.yaml", text: flow.replacing("CATALOGUES", with: list)))
  }

  private static func codes(_ compilation: Compilation) -> [String] {
    compilation.findings.map(\.code.id).filter { ("MFA270"..."MFA289").contains($0) || $0 < "MFA200" || $0 == "MFA222" }
  }

  private static func texts(_ compilation: Compilation, _ tag: String) throws -> [String] {
    try #require(compilation.flow).speaking(tag).flow.messages.map(\.written)
  }

  @Test("a text is taken from the language, the wider one, then from the flow")
  func fallback() throws {
    let austrian = "catalogue: de-AT\nmessages: { sorry: Leider net. }\n"
    let compiled = Self.compile(["t/a.de.yaml": Self.german, "t/b.de-AT.yaml": austrian])
    #expect(Self.codes(compiled).isEmpty)
    #expect(try Self.texts(compiled, "de-AT") == ["Leider net.", "Falsch. Noch {attemptsLeft}."])
    #expect(try Self.texts(compiled, "de-CH")[0] == "Leider nein.")
    for tag in ["en", "en-GB", "fr", "no tag"] { #expect(try Self.texts(compiled, tag)[0] == "Sorry.") }
    let flow = try #require(compiled.flow)
    #expect(flow.flow.languageTags == ["en", "de", "de-AT"])
    #expect(flow.speaking("de").speaking("en").flow.messages[0].written == "Sorry.")
  }

  @Test(
    "what is wrong with a catalogue is told",
    arguments: [
      ("catalogue: de\nmessages: { sorry: Leider nein. }", ["MFA270"], "write a text for `wrong`"),
      (german + "  wrung: Falsch.", ["MFA271"], "did you mean `wrong`?"),
      (german + "  sign/wrong: Falsch.", ["MFA271"], ""),
      (german.replacing("attemptsLeft", with: "password"), ["MFA272"], "{attemptsLeft}"),
      (german.replacing("Leider nein.", with: "Nein, {attemptsLeft}."), ["MFA272"], "use words"),
      (german.replacing(" Noch {attemptsLeft}", with: ""), ["MFA273"], "{attemptsLeft}"),
      (
        german.replacing("\"Falsch. Noch {attemptsLeft}.\"", with: "{ text: Falsch., none: Nein. }"), ["MFA273"],
        "{attemptsLeft}"
      ),
      (german.replacing("Leider nein.", with: "{ text: Nein., none: Schade. }"), ["MFA147"], "take `none` out"),
      ("catalogue: de_AT\nmessages: { sorry: Leider nein. }", ["MFA274"], "write `de-AT`"),
      ("catalogue: de\nmessages: { 1st: Nein. }", ["MFA149"], "letters"),
      ("part: de\nsdk: relid\nmessages: { sorry: Leider nein. }", ["MFA277"], "`catalogue:`"),
      ("password: secret", ["MFA277"], ""),
      (german.replacing("catalogue", with: "catalog"), ["MFA277"], "did you mean `catalogue` in line 1 of the file?"),
      (german.replacing("messages", with: "mesages"), ["MFA277"], "did you mean `messages` in line 2 of the file?"),
      (
        german.replacing(
          "\"Falsch. Noch {attemptsLeft}.\"",
          with: "{ text: \"{attemptsLeft}\", plural: { attemptLeft: { one: x, other: y } } }"),
        ["MFA147"], "did you mean `attemptsLeft`?"
      ),
      (german + "  - x", ["MFA101"], ""),
    ])
  func findings(catalogue: String, codes: [String], help: String) {
    let compiled = Self.compile(["t/a.de.yaml": catalogue])
    #expect(Set(Self.codes(compiled)).isSuperset(of: codes), "\(compiled.findings)")
    #expect(compiled.findings.contains { codes.contains($0.code.id) && ($0.help ?? "").contains(help) })
  }

  @Test("what is written in a catalogue and not understood is told once, and not missed")
  func toldOnce() {
    for (text, other, codes) in [
      ("wrong:", "wrung:", ["MFA271"]), ("Leider nein.", "\"Leider {nein.\"", ["MFA147"]),
      ("Leider nein.", "{ tet: Nein., none: Schade. }", ["MFA120"]),
    ] {
      let compiled = Self.compile(["t/a.de.yaml": Self.german.replacing(text, with: other)])
      #expect(Self.codes(compiled) == codes, "\(compiled.findings)")
    }
  }

  @Test("a lost placeholder beside `none` is one finding, and so is a `none` that nothing needs")
  func idleNone() {
    for (text, other, codes) in [
      ("\"Falsch. Noch {attemptsLeft}.\"", "{ text: Falsch., none: Nein. }", ["MFA273"]),
      ("Leider nein.", "{ text: Nein., none: Schade. }", ["MFA147"]),
      ("\"Falsch. Noch {attemptsLeft}.\"", "{ text: \"Noch {attemptsLeft}.\", none: keine }", []),
      ("Leider nein.", "{ text: Schade., longest: 20 }", []),
    ] {
      let compiled = Self.compile(["t/a.de.yaml": Self.german.replacing(text, with: other)])
      #expect(Self.codes(compiled) == codes, "\(compiled.findings)")
    }
  }

  @Test("a text that lacks the words of its message for a missing value, or for the rest of a list, is told once")
  func lackingWords() {
    let flow = Self.flow.replacing(
      "wrong: \"Not right. Attempts left: {attemptsLeft}.\"",
      with: "wrong: { text: \"Not right. Attempts left: {attemptsLeft}.\", none: not stated }")
    let compiled = Self.compile(["t/a.de.yaml": Self.german], flow)
    let findings = compiled.findings.filter { $0.code.id == "MFA270" }
    #expect(findings.map(\.message) == ["`wrong` has no words in `de` for its `none`"], "\(compiled.findings)")
    let whole = Self.german.replacing(
      "\"Falsch. Noch {attemptsLeft}.\"", with: "{ text: \"Falsch. Noch {attemptsLeft}.\", none: unbekannt }")
    #expect(Self.codes(Self.compile(["t/a.de.yaml": whole], flow)) == [])
  }

  /// The flow with limits for its two messages.
  private static func limited(_ sorry: String, _ wrong: String) -> String {
    flow.replacing("sorry: Sorry.", with: "sorry: { text: Sorry., \(sorry) }").replacing(
      "wrong: \"Not right. Attempts left: {attemptsLeft}.\"",
      with: "wrong: { text: \"Not right. {attemptsLeft}.\", \(wrong) }")
  }

  @Test(
    "a text may be as long as its message says, in each language, whatever is filled in",
    arguments: [
      // Of `Sorry.`, `Leider nein.` and `Falsch. Noch {attemptsLeft}.`, and of the flow's `Not right. {attemptsLeft}.`.
      ("longest: 12", "longest: 14", []), ("longest: 11", "longest: 14", ["`sorry` has 12 characters, and 11 are"]),
      ("longest: 12", "longest: 13", ["`wrong` has 14 characters, and 13 are"]),
      ("longest: 5", "longest: 14", ["`sorry` has 6 characters, and 5 are", "`sorry` has 12 characters, and 5 are"]),
    ] as [(String, String, [String])])
  func length(sorry: String, wrong: String, told: [String]) {
    let compiled = Self.compile(["t/a.de.yaml": Self.german], Self.limited(sorry, wrong))
    let long = compiled.findings.filter { $0.code.id == "MFA278" }
    #expect(long.count == told.count, "\(compiled.findings)")
    for words in told { #expect(long.contains { $0.message.contains(words) }, "\(long)") }
  }

  @Test("a catalogue may allow its text less, but not more, and of words for a number the longest count")
  func lengthOfCatalogue() {
    for (limit, isTold) in [(30, true), (10, true), (12, true)] {
      let german = Self.german.replacing(
        "sorry: Leider nein.", with: "sorry: { text: Leider nein., longest: \(limit) }")
      let compiled = Self.compile(["t/a.de.yaml": german], Self.limited("longest: 11", "longest: 99"))
      #expect(Self.codes(compiled).contains("MFA278") == isTold)
    }
    let form = "one: Noch einer., other: \"Noch {attemptsLeft} Versuche, wirklich.\""
    let german = Self.german.replacing(
      "wrong: \"Falsch. Noch {attemptsLeft}.\"",
      with: "wrong: { text: \"{attemptsLeft}\", plural: { attemptsLeft: { \(form) } } }")
    for (limit, isTold) in [(24, true), (25, false)] {
      let compiled = Self.compile(["t/a.de.yaml": german], Self.limited("longest: 99", "longest: \(limit)"))
      #expect(Self.codes(compiled).contains("MFA278") == isTold, "\(limit): \(compiled.findings)")
    }
  }

  @Test("a limit is a whole number", arguments: ["0", "10001", "many", "-1", "1.5", "[]"])
  func badLength(limit: String) {
    let compiled = Self.compile([:], Self.limited("longest: \(limit)", "longest: 99"))
    #expect(
      compiled.flow == nil && compiled.findings.contains { $0.message.contains("`longest`") }, "\(compiled.findings)")
  }

  @Test("a catalogue that is not there is told where it is named")
  func missingFile() {
    let flow = Self.flow.replacing("CATALOGUES", with: "catalogues: [t/a.fr]")
    #expect(Self.codes(Self.compile([:], flow)) == ["MFA194"])
  }

  @Test("a path that leads out of folders by other words is no path of a catalogue")
  func badPaths() {
    for path in ["/etc/passwd", "a b", "t//a", "''", ".de"] {
      let flow = Self.flow.replacing("CATALOGUES", with: "catalogues: [\(path)]")
      #expect(!Self.codes(Self.compile([:], flow)).isEmpty, "\(path)")
    }
  }

  @Test("two catalogues with one text are one, and with two texts the last one counts")
  func conflicts() throws {
    let same = Self.compile(["t/a.de.yaml": Self.german, "t/b.de.yaml": Self.german])
    #expect(Self.codes(same).isEmpty)
    let other = Self.compile(["t/a.de.yaml": Self.german, "t/b.de.yaml": "catalogue: de\nmessages: { sorry: Ach. }"])
    #expect(Self.codes(other) == ["MFA276"])
    #expect(try Self.texts(other, "de")[0] == "Ach.")
  }

  private static let variant = """
    language: mfaflow/1
    flow: variant
    version: 1.0.0
    extends: base@1.0

    """

  @Test("a variant has the catalogues of its base, and its own count more")
  func variants() throws {
    let files = ["t/a.de.yaml": Self.german, "t/variant.de.yaml": "catalogue: de\nmessages: { sorry: Ach. }"]
    #expect(try Self.texts(Self.compile(files, Self.variant), "de")[0] == "Leider nein.")
    let own = Self.compile(files, Self.variant + "catalogues: [t/variant.de]\n")
    #expect(Self.codes(own).isEmpty)
    #expect(try Self.texts(own, "de") == ["Ach.", "Falsch. Noch {attemptsLeft}."])
  }

  @Test("where a variant changes a message, the text of its base's catalogue is not shown, and is asked for")
  func changedMessages() throws {
    let files = ["t/a.de.yaml": Self.german, "t/variant.de.yaml": "catalogue: de\nmessages: { sorry: Ach. }"]
    let changed = Self.variant + "change: { messages.sorry: No. }\n"
    let stale = Self.compile(files, changed)
    #expect(Self.codes(stale) == ["MFA270"])
    #expect(try Self.texts(stale, "de")[0] == "No.")
    let fresh = Self.compile(files, changed + "catalogues: [t/variant.de]\n")
    #expect(Self.codes(fresh).isEmpty)
    #expect(try Self.texts(fresh, "de")[0] == "Ach.")
  }

  @Test("a text for what a variant changes or adds is asked for in the variant, once for each language")
  func missingInVariant() {
    let files = [
      "t/a.de.yaml": Self.german, "t/variant.de.yaml": "catalogue: de\nmessages: { wrong: \"Nein. {attemptsLeft}\" }",
    ]
    let changed = Self.variant + "change: { messages.sorry: No. }\n"
    let told = Self.compile(files, changed).findings.filter { $0.code.id == "MFA270" }
    #expect(told.map(\.range.file) == [.first] && told.first?.range.start.line == 5, "\(told)")
    #expect(told.first?.help?.contains("`sorry`, in a catalogue of this flow") ?? false, "\(told)")
    // Where it has a catalogue of its own, that lacks it.
    let own = Self.compile(files, changed + "catalogues: [t/variant.de]\n").findings.filter { $0.code.id == "MFA270" }
    #expect(own.count == 1 && own.first?.range.file != .first, "\(own)")
    #expect(own.first?.help == "write a text for `sorry`", "\(own)")
  }

  @Test(
    "of what a variant says in other words, its last catalogue has the text, and those shared with others are not held to it"
  )
  func sharedBesideOwn() throws {
    let files = [
      "t/variants.de.yaml": Self.german, "t/variant.de.yaml": "catalogue: de\nmessages: { sorry: Ach., wrong: Nein. }",
    ]
    let changed = Self.variant + "change: { messages.sorry: No., messages.wrong: Wrong. }\ncatalogues: "
    let both = Self.compile(files, changed + "[t/variants.de, t/variant.de]\n")
    #expect(Self.codes(both).isEmpty, "\(both.findings)")
    #expect(try Self.texts(both, "de") == ["Ach.", "Nein."])
    let shared = Self.compile(files, changed + "[t/variants.de]\n")
    #expect(Self.codes(shared) == ["MFA272"])
    #expect(
      shared.findings.contains { $0.help?.contains("named last below `catalogues:`") ?? false }, "\(shared.findings)")
    // Words that are not its own may have one text only.
    let same = Self.compile(files, Self.variant + "catalogues: [t/variants.de, t/variant.de]\n")
    #expect(Set(Self.codes(same)).contains("MFA276"), "\(same.findings)")
  }

  @Test("what a variant removes needs no text, and its text is not told")
  func removedMessages() {
    let removed = Self.variant + "change: { ends.failed: { outcome: failure } }\nremove: [messages.sorry]\n"
    #expect(Self.codes(Self.compile(["t/a.de.yaml": Self.german], removed)).isEmpty)
  }

  @Test("a part's catalogue serves its flows, and obliges none")
  func parts() throws {
    let part = "part: p\nsdk: relid\ncatalogues: [q.de]\nmessages: { hello: Hello }\n"
    let files = ["p.yaml": part, "q.de.yaml": "catalogue: de\nmessages: { hello: Hallo }\n"]
    let silent = Self.flow.replacing("CATALOGUES", with: "use: [p]")
    #expect(Self.codes(Self.compile(files, silent)).isEmpty)
    #expect(try Self.texts(Self.compile(files, silent), "de").contains("Hello"))
    let speaking = Self.flow.replacing("CATALOGUES", with: "use: [p]\ncatalogues: [d]")
    let compiled = Self.compile(files.merging(["d.yaml": Self.german]) { $1 }, speaking)
    #expect(Self.codes(compiled).isEmpty)
    #expect(try Self.texts(compiled, "de") == ["Leider nein.", "Falsch. Noch {attemptsLeft}.", "Hallo"])
  }

  @Test("a flow that is run brings its texts under its step, and the outer flow may give them, too")
  func runs() throws {
    let outer = """
      language: mfaflow/1
      flow: outer
      version: 1.0.0
      sdk: relid
      catalogues: [outer.de]
      start: signIn
      steps: { signIn: { run: base, then: { done: done, else: failed } } }
      ends: { done: { outcome: success }, failed: { outcome: failure } }
      """
    let files = ["t/a.de.yaml": Self.german, "outer.de.yaml": "catalogue: de\nmessages: { signIn/sorry: Ach. }\n"]
    let texts = try Self.texts(Self.compile(files, outer), "de")
    #expect(texts.contains("Falsch. Noch {attemptsLeft}."))
  }

  @Test(
    "the words for a number fit the language",
    arguments: [
      ("de", "one: Eins, other: Viele", nil), ("de", "one: Eins", "`other`"),
      ("de", "one: Eins, few: Zwei, other: Viele", "`few`"),
      ("pl", "one: a, few: b, many: c", nil), ("pl", "one: a, few: b, many: c, other: d", nil),
      ("pl", "one: a, other: b", "`few`"),
      ("ja", "other: a", nil), ("ja", "one: a, other: b", "`one`"), ("sw", "one: a, other: b", "`sw`"),
      ("es", "one: a, many: b, other: c", nil), ("de", "eins: a", "`eins`"), ("de", "", "no words"),
    ] as [(String, String, String?)])
  func plurals(tag: String, forms: String, flaw: String?) {
    let compiled = Self.compile([
      "t/a.yaml":
        "catalogue: \(tag)\nmessages:\n  sorry: S\n  wrong: { text: \"W {attemptsLeft}\", plural: { attemptsLeft: { \(forms) } } }\n"
    ])
    #expect(compiled.findings.hasErrors == (flaw != nil), "\(compiled.findings.map(\.message))")
    if let flaw {
      #expect(compiled.findings.contains { $0.message.contains(flaw) }, "\(compiled.findings.map(\.message))")
    }
  }

  @Test("the flow itself may have words for a number where it says in which language")
  func pluralsOfTheFlow() {
    let text = "{ text: \"{attemptsLeft}\", plural: { attemptsLeft: { one: One, other: \"{attemptsLeft}\" } } }"
    let flow = Self.flow.replacing("\"Not right. Attempts left: {attemptsLeft}.\"", with: text)
    #expect(Self.codes(Self.compile([:], flow)).isEmpty)
    #expect(Self.codes(Self.compile([:], flow.replacing("messages-in: en\n", with: ""))) == ["MFA275"])
    #expect(
      Self.codes(Self.compile([:], flow.replacing("messages-in: en", with: "messages-in: en_US"))).contains("MFA274"))
    #expect(
      Self.codes(Self.compile([:], flow.replacing("other: \"{attemptsLeft}\"", with: "other: \"{nope}\""))) == [
        "MFA222"
      ])
  }

  @Test("what is wrong with the words for a number is told where they are, and an unknown language once")
  func placesOfPlurals() {
    func message(_ placeholder: String) -> String {
      "{ text: \"{attemptsLeft}\", plural: { attemptsLeft: { one: One, other: \"Still \(placeholder)\" } } }"
    }
    func errors(_ flow: String) -> [Diagnostic] {
      Self.compile([:], flow).findings.filter { $0.severity == .error && $0.code.id < "MFA290" }
    }
    let text = "\"Not right. Attempts left: {attemptsLeft}.\""
    let flow = Self.flow.replacing(text, with: message("{nope}"))
    let lines = flow.split(separator: "\n", omittingEmptySubsequences: false)
    let place = lines.enumerated().compactMap { number, line in
      line.firstRange(of: "{nope}").map { range in
        SourcePosition(line: number + 1, column: line.distance(from: line.startIndex, to: range.lowerBound) + 1)
      }
    }
    #expect(errors(flow).map(\.range.start) == place)
    let twice = Self.flow.replacing(text, with: message("{attemptsLeft}")).replacing("messages-in: en\n", with: "")
      .replacing("messages:\n", with: "messages:\n  more: \(message("{attemptsLeft}"))\n")
    let unknown = errors(twice)
    #expect(unknown.map(\.code.id) == ["MFA275"] && unknown.first?.notes.count == 1, "\(unknown)")
  }

  @Test("no words follow what is no number")
  func pluralsOfTexts() {
    let text = "{ text: \"{userID}\", plural: { userID: { one: One, other: Two } } }"
    let flow = Self.flow.replacing("\"Not right. Attempts left: {attemptsLeft}.\"", with: text)
    #expect(Self.codes(Self.compile([:], flow)) == ["MFA222"])
  }
}
