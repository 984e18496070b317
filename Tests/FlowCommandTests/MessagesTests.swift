// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow messages")
struct MessagesTests {
  private static let flow = """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    catalogues: [CATALOGUES]
    messages-in: en
    start: initialize
    steps:
      initialize: { call: initialize, then: { "getPassword(verify)": verify, else: failed } }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        then: { onUserLoggedIn: done, 102: { retry: wrong }, else: failed }
    ends: { done: { outcome: success, require: { kinds: 1 } }, failed: { outcome: failure, say: sorry } }
    messages:
      sorry: Sorry.
      wrong:
        text: "Not right. {attemptsLeft}"
        plural: { attemptsLeft: { one: One attempt is left., other: "{attemptsLeft} attempts are left." } }
        none: Try again.

    """
  private static let german = """
    # From our translator
    catalogue: de
    messages:
      sorry: Leider nein. # short
      wrong:
        text: Falsch. {attemptsLeft}
        none: Noch einmal.
        plural: { attemptsLeft: { one: Noch ein Versuch., other: "Noch {attemptsLeft} Versuche." } }

    """

  /// A desk with the flow, and its catalogues by name.
  static func desk(_ catalogues: [String: String] = ["de": german]) throws -> Desk {
    let desk = try Desk()
    try desk.put("a.yaml", flow.replacing("CATALOGUES", with: catalogues.keys.sorted().joined(separator: ", ")))
    for (name, text) in catalogues { try desk.put(name + ".yaml", text) }
    return desk
  }

  static func text(_ name: String, on desk: Desk) throws -> String {
    try String(contentsOfFile: desk.root + name, encoding: .utf8)
  }

  @Test("without a word behind it, it says what it needs")
  func nothing() async throws {
    let desk = try Desk()
    let outcome = await desk.run("messages")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("`messages` needs"), "\(outcome.errors)")
    #expect(outcome.errors.contains("mfaflow messages list|export|import"), "\(outcome.errors)")
  }

  @Test(
    "a command line that cannot be meant is refused, and nothing is written",
    arguments: [
      (["ecport", "@a.yaml"], "did you mean `export`?"), (["list"], "needs a flow"),
      (["list", "@a.yaml", "x"], "one word too many"), (["export", "@a.yaml"], "--language de"),
      (["export", "@a.yaml", "--language", "de_AT"], "BCP 47"), (["export", "@a.yaml", "--language", "en"], "`en`"),
      (["export", "@a.yaml", "--language", "de", "--in-place"], "takes no `--in-place`"),
      (["list", "@a.yaml", "--language", "de"], "takes no `--language`"), (["import", "@a.yaml"], "needs a flow and"),
      (["export", "@a.yaml", "--language", "de", "-o", "@a.yaml"], "is also read"),
      (["export", "@a.yaml", "--language", "de", "-o"], "needs a value"),
      (["import", "@a.yaml", "@a.po", "--in-place", "-o", "@b.yaml"], "exclude each other"),
      (["import", "@a.yaml", "@a.po", "-o", "@a.po"], "is also read"),
      (["import", "@a.yaml", "@fr.po", "--in-place"], "no catalogue in `fr`"),
    ])
  func usage(words: [String], told: String) async throws {
    let desk = try Self.desk()
    #expect(await desk.run("messages", "export", "@a.yaml", "--language", "de", "-o", "@a.po").code == .success)
    #expect(await desk.run("messages", "export", "@a.yaml", "--language", "fr", "-o", "@fr.po").code == .success)
    let before = try Self.text("a.po", on: desk)
    let outcome = await desk.run(["messages"] + words)
    #expect(outcome.code == .wrongInput, "\(outcome)")
    #expect(outcome.errors.contains(told), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(try Self.text("a.po", on: desk) == before)
  }

  @Test("the list tells of each language how much of it there is")
  func list() async throws {
    let some = "catalogue: fr\nmessages: { sorry: Non. }\n"
    let austrian = "catalogue: de-AT\nmessages: { sorry: Leider net. }\n"
    let desk = try Self.desk(["de": Self.german, "fr": some, "at": austrian])
    let outcome = await desk.run("messages", "list", "@a.yaml")
    #expect(outcome.code == .success)
    #expect(
      outcome.output == """
        en     the flow's own texts: 2
        de-AT  complete: 2 of 2, 1 of them from `de`
        de     complete: 2 of 2
        fr     missing 1: 1 of 2; without a text: `wrong`

        """)
  }

  @Test("who translates a narrower language sees what is shown where nothing is written")
  func wider() async throws {
    let austrian = "catalogue: de-AT\nmessages: { sorry: Leider net. }\n"
    let desk = try Self.desk(["de": Self.german, "at": austrian])
    let po = await desk.run("messages", "export", "@a.yaml", "--language", "de-AT").output
    #expect(po.contains("#. In `de`: "), "\(po)")
    try desk.put("at.po", po)
    let taken = await desk.run("messages", "import", "@a.yaml", "@at.po")
    #expect(taken.code == .success && taken.errors.contains("1 shown in `de`"), "\(taken)")
    let german = await desk.run("messages", "export", "@a.yaml", "--language", "de").output
    #expect(!german.contains("#. In `"), "\(german)")
  }

  @Test("a flow with an error, and a part, have no messages to exchange")
  func noFlow() async throws {
    let desk = try Self.desk(["de": Self.german.replacing("sorry", with: "sory")])
    let outcome = await desk.run("messages", "list", "@a.yaml")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("error[MFA271]"))
    try desk.put("p.yaml", "part: p\nsdk: relid\nmessages: { sorry: Sorry. }\n")
    #expect(await desk.run("messages", "list", "@p.yaml").code == .wrongInput)
    try desk.put("b.yaml", "a: [")
    #expect(await desk.run("messages", "export", "@b.yaml", "--language", "de").code == .wrongInput)
  }

  /// Catalogues that come back as they are, each with a peculiarity.
  static let catalogues = [
    german,
    "catalogue: de\nmessages:\n  sorry: Leider nein.\n",
    "catalogue: de\nmessages:\n  wrong: Falsch. Noch {attemptsLeft}.\n",
    "catalogue: de\nmessages:\n  wrong: { text: \"Falsch. {attemptsLeft}\", none: Noch einmal. }\n",
    "catalogue: de-AT\nmessages:\n  sorry: \"Leider\\nnet: {{ja}}\"\n",
    "catalogue: zh-Hant\nmessages:\n  wrong:\n    text: \"{attemptsLeft}\"\n    plural: { attemptsLeft: { other: 次 } }\n",
    """
    catalogue: fr
    messages:
      wrong:
        text: Non. {attemptsLeft}
        plural: { attemptsLeft: { one: Un essai., many: "{attemptsLeft} d'essais.", other: "{attemptsLeft} essais." } }

    """,
    """
    catalogue: pl
    messages:
      wrong:
        text: Nie. {attemptsLeft}
        plural: { attemptsLeft: { one: a, few: b, many: c, other: d } }

    """,
    """
    catalogue: ar
    messages:
      sorry: عذرًا.
      wrong:
        text: خطأ. {attemptsLeft}
        plural: { attemptsLeft: { zero: a, one: b, two: c, few: d, many: e, other: f } }

    """,
    "catalogue: sw\nmessages:\n  wrong: Si sahihi. {attemptsLeft}\n",
  ]

  @Test("a catalogue that goes to a translator and comes back untouched stays as it is", arguments: catalogues)
  func roundTrip(catalogue: String) async throws {
    let desk = try Self.desk(["c": catalogue])
    let tag = catalogue.split(separator: "catalogue: ")[catalogue.hasPrefix("#") ? 1 : 0].prefix { !$0.isNewline }
    let exported = await desk.run("messages", "export", "@a.yaml", "--language", String(tag), "-o", "@c.po")
    #expect(exported.code == .success, "\(exported)")
    let imported = await desk.run("messages", "import", "@a.yaml", "@c.po", "--in-place")
    #expect(imported.code == .success, "\(imported)")
    #expect(try Self.text("c.yaml", on: desk) == catalogue)
    let printed = await desk.run("messages", "import", "@a.yaml", "-", input: try Self.text("c.po", on: desk))
    #expect(printed.output == catalogue)
  }

  @Test("words for a number that only the translation has come back, too")
  func numbersOfTheTranslation() async throws {
    let desk = try Self.desk()
    let plain = Self.flow.replacing("CATALOGUES", with: "de").split(separator: "\n").filter { !$0.contains("plural:") }
    try desk.put("a.yaml", plain.joined(separator: "\n") + "\n")
    let exported = await desk.run("messages", "export", "@a.yaml", "--language", "de")
    #expect(exported.output.contains("msgid \"{attemptsLeft}\"\nmsgid_plural \"{attemptsLeft}\"\nmsgstr[0] \"Noch ein"))
    let imported = await desk.run("messages", "import", "@a.yaml", "-", input: exported.output)
    #expect(imported.output == Self.german, "\(imported)")
  }

  @Test("a new language is a file of its own, in the order of the flow, which the check takes")
  func newLanguage() async throws {
    let desk = try Self.desk([:])
    let empty = await desk.run("messages", "export", "@a.yaml", "--language", "fr")
    #expect(empty.output.contains("\"Plural-Forms: nplurals=2; plural=(n > 1);\\n\""))
    #expect(empty.output.contains("#. msgstr[0]: one, for 0, 1\n#. msgstr[1]: other, for 2, 3, 4, …\n#: a.yaml:15\n"))
    let nothing = await desk.run("messages", "import", "@a.yaml", "-", input: empty.output)
    #expect(nothing.output == "catalogue: fr\nmessages: {}\n")
    #expect(nothing.errors == "mfaflow: 0 messages in `fr`, 4 not translated\n")
    let french = empty.output.replacing("msgid \"Sorry.\"\nmsgstr \"\"", with: "msgid \"Sorry.\"\nmsgstr \"Désolé.\"")
    let written = await desk.run("messages", "import", "@a.yaml", "-", "-o", "@fr.yaml", input: french)
    #expect(written.code == .success && written.output.isEmpty)
    #expect(try Self.text("fr.yaml", on: desk) == "catalogue: fr\nmessages:\n  sorry: Désolé.\n")
  }

  static func exported(_ desk: Desk) async -> String {
    await desk.run("messages", "export", "@a.yaml", "--language", "de").output
  }

  @Test("what a translator changed is changed, and all else stays: comments, and messages that the file does not name")
  func changes() async throws {
    let desk = try Self.desk()
    let po = await Self.exported(desk)
    let changed = po.replacing("Noch ein Versuch.", with: "Nur noch einer.")
    try desk.put("c.po", changed)
    #expect(await desk.run("messages", "import", "@a.yaml", "@c.po", "--in-place").code == .success)
    #expect(try Self.text("de.yaml", on: desk).contains("one: Nur noch einer.\n"))
    #expect(try Self.text("de.yaml", on: desk).hasPrefix("# From our translator\ncatalogue: de\n"))
    #expect(try Self.text("de.yaml", on: desk).contains("sorry: Leider nein. # short\n"))
    // Only the header and one entry.
    let short = po.components(separatedBy: "\n\n").prefix(2).joined(separator: "\n\n") + "\n"
    try desk.put("d.po", short.replacing("Leider nein.", with: "Nein."))
    #expect(await desk.run("messages", "import", "@a.yaml", "@d.po", "--in-place").code == .success)
    let left = try Self.text("de.yaml", on: desk)
    #expect(left.contains("sorry: Nein. # short") && left.contains("Nur noch einer."))
  }

  @Test("fuzzy and empty entries take their texts out, and a message that is half translated is left out and told")
  func leftOut() async throws {
    let desk = try Self.desk()
    let po = await Self.exported(desk)
    let fuzzy = await desk.run(
      "messages", "import", "@a.yaml", "-",
      input: po.replacing("msgctxt \"sorry\"", with: "#, fuzzy\nmsgctxt \"sorry\""))
    #expect(fuzzy.code == .success && !fuzzy.output.contains("sorry"))
    #expect(fuzzy.errors == "mfaflow: 1 message in `de`, 1 fuzzy left out\n")
    let half = await desk.run(
      "messages", "import", "@a.yaml", "-", input: po.replacing("\"Noch ein Versuch.\"", with: "\"\""))
    #expect(half.code == .success && !half.output.contains("wrong"))
    #expect(half.errors.contains("warning[MFA974]: `wrong` is left out: a part of it is not translated"))
    #expect(half.errors.contains("translate `wrong.plural.attemptsLeft`, too"))
    let none = await desk.run(
      "messages", "import", "@a.yaml", "-", input: po.replacing("\"Noch einmal.\"", with: "\"\""))
    #expect(none.output.contains("Noch ein Versuch.") && !none.output.contains("none"))
  }

  @Test(
    "what does not fit is refused at its line of the PO file",
    arguments: [
      ("msgctxt \"sorry\"", "msgctxt \"sory\"", "MFA972", "did you mean `sorry`?"),
      ("msgctxt \"sorry\"", "msgctxt \"sorry.none\"", "MFA972", "export the flow again"),
      ("msgctxt \"sorry\"", "msgctxt \"sorry.plural.attemptsLeft\"", "MFA972", "export the flow again"),
      ("msgctxt \"sorry\"\n", "", "MFA972", "msgctxt"),
      ("msgid \"Sorry.\"", "msgid \"Sorry!\"", "MFA973", "no longer"),
      ("msgid_plural \"{attemptsLeft} attempts are left.\"", "msgid_plural \"x\"", "MFA973", "no longer"),
      ("\"Falsch. {attemptsLeft}\"", "\"Falsch.\"", "MFA1", "does not name `attemptsLeft`"),
      ("\"Leider nein.\"", "\"Nein, {userID}.\"", "MFA272", "use words"),
      ("\"Leider nein.\"", "\"Nein, {x.\"", "MFA1", "braces"),
      ("\"Noch ein Versuch.\"", "\"Noch {x}.\"", "MFA272", "attemptsLeft"),
      ("plural=(n != 1)", "plural=0", "MFA975", "one form for `one` and `other`"),
      ("plural=(n != 1)", "plural=n", "MFA975", "no form for the number 2"),
      ("nplurals=2; plural=(n != 1);", "x", "MFA975", "nplurals=2; plural=(n != 1);"),
      ("\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n", "", "MFA975", "has no `Plural-Forms`"),
      ("nplurals=2; plural=(n != 1)", "nplurals=3; plural=n==1?0:n==0?1:2", "MFA975", "several forms for `other`"),
      ("nplurals=2; plural=(n != 1)", "nplurals=3; plural=n!=1", "MFA975", "the entry has 2 forms"),
      ("charset=UTF-8", "charset=ISO-8859-1", "MFA971", "UTF-8"),
      ("\"Language: de\\n\"\n", "", "MFA971", "does not tell the language"),
      ("Language: de", "Language: d!", "MFA971", "not a language"),
      ("msgstr \"Leider nein.\"", "msgstr Leider", "MFA971", "quotes"),
    ])
  func refused(old: String, new: String, code: String, told: String) async throws {
    let desk = try Self.desk()
    let po = await Self.exported(desk)
    #expect(po.contains(old))
    try desk.put("c.po", po.replacing(old, with: new))
    let outcome = await desk.run("messages", "import", "@a.yaml", "@c.po", "--in-place")
    #expect(outcome.code == .failure, "\(outcome)")
    #expect(outcome.errors.contains("error[\(code)"), "\(outcome.errors)")
    #expect(outcome.errors.contains(told), "\(outcome.errors)")
    #expect(outcome.errors.contains("--> c.po:"), "\(outcome.errors)")
    #expect(try Self.text("de.yaml", on: desk) == Self.german)
  }

  @Test("a placeholder that a text loses is an error here, at the line of the text")
  func lostPlaceholder() async throws {
    let desk = try Self.desk([:])
    let own = Self.flow.replacing("CATALOGUES", with: "").split(separator: "\n").filter { !$0.contains("plural:") }
    try desk.put("a.yaml", own.joined(separator: "\n") + "\n")
    let po = await Self.exported(desk)
    let lines = po.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.hasPrefix("msgid \"Not right.") }) + 2
    let text = po.replacing(
      "msgid \"Not right. {attemptsLeft}\"\nmsgstr \"\"",
      with: "msgid \"Not right. {attemptsLeft}\"\nmsgstr \"Falsch.\"")
    try desk.put("c.po", text)
    let outcome = await desk.run("messages", "import", "@a.yaml", "@c.po")
    #expect(outcome.code == .failure)
    #expect(
      outcome.errors.contains("error[MFA273]") && outcome.errors.contains("--> c.po:\(line):1"), "\(outcome.errors)")
  }

  @Test("`--language` names the language of a file that does not, and must agree with one that does")
  func language() async throws {
    let desk = try Self.desk()
    let po = await Self.exported(desk)
    let nameless = po.replacing("Language: de", with: "Language: ")
    let named = await desk.run("messages", "import", "@a.yaml", "-", "--language", "de", input: nameless)
    #expect(named.output == Self.german, "\(named)")
    let other = await desk.run("messages", "import", "@a.yaml", "-", "--language", "fr", input: po)
    #expect(other.code == .failure && other.errors.contains("the file is in `de`"))
  }

  @Test("a script of a language goes to translators by the name that gettext has for it, and comes back")
  func scripts() async throws {
    let desk = try Self.desk()
    let po = await desk.run("messages", "export", "@a.yaml", "--language", "sr-Latn-RS").output
    #expect(po.contains("Language: sr_RS@latin\\n"), "\(po)")
    let asked = await desk.run("messages", "import", "@a.yaml", "-", "--language", "sr", input: po)
    #expect(asked.code == .failure && asked.errors.contains("the file is in `sr-Latn-RS`"), "\(asked)")
  }

  @Test("what a part's catalogue says is not said again, and of two catalogues of a language the last is written")
  func otherCatalogues() async throws {
    let desk = try Desk()
    try desk.put("p.yaml", "part: p\nsdk: relid\ncatalogues: [p.de]\nmessages: { sorry: Sorry. }\n")
    try desk.put("p.de.yaml", "catalogue: de\nmessages: { sorry: Leider nein. }\n")
    let own = Self.flow.replacing("  sorry: Sorry.\n", with: "")
    let rest = Self.german.replacing("  sorry: Leider nein. # short\n", with: "")
    try desk.put("de.yaml", rest)
    try desk.put("a.yaml", own.replacing("[CATALOGUES]", with: "[de]\nuse: [p]"))
    let po = await Self.exported(desk)
    #expect(po.contains("Leider nein."))
    let same = await desk.run("messages", "import", "@a.yaml", "-", input: po)
    #expect(same.output == rest, "\(same)")
    let changed = await desk.run("messages", "import", "@a.yaml", "-", input: po.replacing("Leider nein", with: "Ach"))
    #expect(changed.output.contains("sorry: Ach."))
    try desk.put("b.yaml", "catalogue: de\nmessages: {}\n")
    try desk.put("a.yaml", own.replacing("[CATALOGUES]", with: "[de, b]\nuse: [p]"))
    try desk.put("c.po", po)
    let two = await desk.run("messages", "import", "@a.yaml", "@c.po", "--in-place")
    #expect(two.code == .success, "\(two)")
    #expect(try Self.text("b.yaml", desk).contains("sorry") == false)
    try desk.put("c.po", po.replacing("Leider nein", with: "Ach"))
    let last = await desk.run("messages", "import", "@a.yaml", "@c.po", "--in-place")
    #expect(last.code == .success, "\(last)")
    #expect(try Self.text("b.yaml", desk).contains("sorry: Ach."))
    #expect(try Self.text("de.yaml", desk) == rest && Self.text("p.de.yaml", desk).contains("Leider nein."))
  }

  static func text(_ name: String, _ desk: Desk) throws -> String {
    try String(contentsOfFile: desk.root + name, encoding: .utf8)
  }

  @Test("header forms that another tool wrote in its own order go to their categories")
  func otherOrder() async throws {
    let desk = try Self.desk()
    let po = await Self.exported(desk)
    let turned = po.replacing("plural=(n != 1)", with: "plural=n==1")
      .replacing("msgstr[0] \"Noch ein Versuch.\"\nmsgstr[1]", with: "msgstr[0]")
      .replacing(
        "Noch {attemptsLeft} Versuche.\"", with: "Noch {attemptsLeft} Versuche.\"\nmsgstr[1] \"Noch ein Versuch.\"")
    let outcome = await desk.run("messages", "import", "@a.yaml", "-", input: turned)
    #expect(outcome.output == Self.german, "\(outcome)")
  }

  @Test("a hostile file ends in one clear error", .timeLimit(.minutes(1)))
  func hostile() async throws {
    let desk = try Self.desk()
    let po = await Self.exported(desk)
    let large = String(repeating: "#\n", count: 3 << 20)
    try desk.put("large.po", large)
    #expect(await desk.run("messages", "import", "@a.yaml", "@large.po").code == .broken)
    for text in [
      String(repeating: "\"", count: 1 << 20), String(repeating: "msgid \"a\"\nmsgstr \"b\"\n", count: 50_000),
      "msgid \"" + String(repeating: "\\", count: 1 << 20), po + String(repeating: "\"x\"\n", count: 200_000),
      po.replacing("plural=(n != 1)", with: "plural=" + String(repeating: "(", count: 100_000)),
      po.replacing("Leider nein.", with: "\\033[2J"), po.replacing("Leider nein.", with: "\u{202E}x"),
      po.replacing("Leider nein.", with: "\\xff"),
    ] {
      let outcome = await desk.run("messages", "import", "@a.yaml", "-", input: text)
      #expect(outcome.code == .failure, "\(text.prefix(40)): \(outcome.errors.prefix(500))")
      #expect(outcome.output.isEmpty && !outcome.errors.contains("\u{1B}"))
    }
  }
}
