// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Gettext
import Testing

struct POFileTests {
  private static func read(_ text: String) -> Outcome<POFile> {
    POReader.read(SourceFile(path: "a.po", text: text))
  }

  @Test("A file that was written is read as it was")
  func roundTrip() throws {
    let texts = [
      "", "a", "\n", "a\nb", "a\n", "\"quoted\" \\ back", "tab\there", "\u{1}\u{7F}", "Grüße, 你好, שלום 😀",
      String(repeating: "x", count: 64 << 10),
    ]
    let entries = texts.enumerated().flatMap { index, text in
      [
        POEntry(context: "k\(index)", id: text, texts: [text]),
        POEntry(context: "p\(index)", id: text, plural: text, texts: [text, "b", text]),
      ]
    }
    let file = POFile(header: [.init("Language", "de"), .init("X", "a: b")], entries: entries)
    let read = Self.read(file.text)
    let value = try #require(read.value, "\(read.findings)")
    #expect(value.header == file.header)
    #expect(value.field("language") == "de")
    #expect(value.entries.map(\.context) == entries.map(\.context))
    #expect(value.entries.map(\.id) == entries.map(\.id))
    #expect(value.entries.map(\.plural) == entries.map(\.plural))
    #expect(value.entries.map(\.texts) == entries.map(\.texts))
    #expect(value.text == file.text)
  }

  @Test("Comments, obsolete and fuzzy entries, other line ends and octal escapes are read as gettext does")
  func othersWriting() throws {
    let text = """
      # Translator
      #, fuzzy
      msgid ""
      msgstr "Language: de\\n"

      #: a.c:1
      #| msgctxt "x"
      #| msgid "old"
      #, c-format, fuzzy
      msgctxt "a"
      msgid "A"
      msgstr "Ä"
      msgctxt "b"
      msgid ""
      "B"
      " b"
      msgstr "\\303\\244\\x41\\'"
      #~ msgctxt "c"
      #~ msgid "C"
      #~ msgstr "weg"

      #, fuzzy
      #~ msgid "D"
      #~ msgstr "weg"

      msgctxt "e"
      msgid "one"
      msgid_plural "many"
      msgstr[0] ""
      msgstr[1] ""
      """
    for ending in ["\n", "\r\n"] {
      let read = Self.read("\u{FEFF}" + text.replacing("\n", with: ending))
      let file = try #require(read.value, "\(read.findings)")
      #expect(file.entries.map(\.context) == ["a", "b", "e"])
      #expect(file.entries.map(\.isFuzzy) == [true, false, false])
      #expect(file.entries.map(\.isTranslated) == [false, true, false])
      #expect(file.entries[1].id == "B b")
      #expect(file.entries[1].texts == ["äA'"])
      #expect(file.entries[1].range.start.line == 13)
    }
  }

  @Test(
    "What is wrong is told at its line, and nothing is read",
    arguments: [
      ("msgid \"a\n", 1), ("msgid a\n", 1), ("msgid \"a\" b\n", 1), ("msgid \"a\"b\"\n", 1), ("msgid \"\\q\"\n", 1),
      ("msgid \"\\\"\n", 1), ("\"a\"\n", 1), ("\n\nhello\n", 3), ("msgstr \"a\"\n", 1), ("msgctxt \"a\"\n\n", 1),
      ("msgid \"a\"\n", 1), ("msgid \"a\"\nmsgstr[0] \"b\"\n", 1),
      ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr \"c\"\n", 1),
      ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[1] \"c\"\n", 3), ("msgid \"a\"\nmsgstr \"b\"\nmsgstr \"c\"\n", 3),
      ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\nmsgstr[0] \"d\"\n", 4),
      ("msgid \"a\"\nmsgstr[-1] \"b\"\n", 2), ("msgid \"a\"\nmsgstr[99999999999999999999] \"b\"\n", 2),
      ("msgctxt \"k\"\nmsgid \"a\"\nmsgstr \"b\"\n\nmsgctxt \"k\"\nmsgid \"c\"\nmsgstr \"d\"\n", 5),
      ("msgid \"a\"\nmsgstr \"\\377\"\n", 1), ("msgid \"a\"\nmsgstr \"\\000\"\n", 1), ("msgid \"a\u{1}\"\n", 1),
      ("domain \"x\"\n", 1), ("msgid \"a\"\nmsgstr \"\(String(repeating: "x", count: (64 << 10) + 1))\"\n", 1),
      ("msgid \"\\x\"\n", 1), ("msgid \"\\400\"\n", 1),
    ])
  func malformed(text: String, line: Int) {
    let read = Self.read(text)
    #expect(read.value == nil)
    #expect(read.findings.first?.range.start.line == Int32(line), "\(read.findings)")
    #expect(read.findings.allSatisfy { $0.code == GettextRules.malformed && $0.help != nil })
  }

  @Test("Bytes that are no UTF-8 are refused, and of very many findings a hundred are told")
  func hostile() {
    let bytes = SourceFile(path: "a.po", bytes: Array("msgid \"".utf8) + [0xFF, 0x22, 0x0A])
    #expect(POReader.read(bytes).findings.map(\.message) == ["the line is not UTF-8"])
    let many = Self.read(String(repeating: "x\n\n", count: 100_000))
    #expect(many.findings.count == 100)
    #expect(Self.read("").value?.entries.isEmpty == true)
  }
}
