// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAMLTree

/// A file, and what is found in it: `code line:column headline`, one finding a line.
struct Reading: Sendable, CustomTestStringConvertible {
  let text: String
  let findings: [String]

  init(_ text: String, _ findings: String...) {
    self.text = text
    self.findings = findings
  }

  var testDescription: String { text.debugDescription }

  static func found(_ findings: [Diagnostic]) -> [String] {
    findings.map { "\($0.code.id) \($0.range.start.line):\($0.range.start.column) \($0.message)" }
  }
}

@Suite struct SyntaxTests {
  static let good: [Reading] = [
    Reading("a: b"), Reading("a: b\r\nc: d\r\n"), Reading("\u{FEFF}a: b\n"), Reading("---\na: b\n"),
    Reading("a: b\n...\n"),
    Reading("# comment\twith a tab\na: b #\tand here\n"), Reading("a: 'it''s'"),
    Reading("a: \"b: c, \\u00e9 \\t \\n\""),
    Reading("a: [b, c,]"), Reading("a: {b: c,}"), Reading("a: []\nb: {}"), Reading("a: |\n  b\n\n  c\n"),
    Reading("a: >-\n  b\n  c"),
    Reading("a: b\n  c"), Reading("? a\n: b"), Reading("a: &x {b: c}\nd: *x"), Reading("a: 日本 🔒 é"), Reading("a: '!b'"),
    Reading("'yes': 'no'\n'on': of"), Reading("a: 100%"), Reading("a:\n- b\n- c\n"), Reading("a: \"\""),
    Reading("'null': '~'"),
    Reading("a: {b: 1}\nc: {b: 1}"), Reading("a:\r  b: c\rd: e"), Reading("\"<<\": a"),
  ]

  @Test("What is good YAML and means one thing is read without a word", arguments: good)
  func readsGood(_ reading: Reading) {
    let outcome = YAML.read(SourceFile(path: "f", text: reading.text))
    #expect(Reading.found(outcome.findings) == [])
    #expect(outcome.value != nil)
  }

  static let noYAML: [Reading] = [
    Reading("a: b: c", "MFA101 1:5 a second colon must not stand here"),
    Reading("a\nb: c", "MFA101 2:2 a second colon must not stand here"),
    Reading("a:\n  b:1\n  c: 2", "MFA101 2:4 a space must stand behind the colon"),
    Reading(
      "a: 1\n  b: 2", "MFA101 2:3 this line is indented deeper than the one above, which has a value"),
    Reading("a: b\nc", "MFA101 2:1 a key must have a colon behind it"),
    Reading("a:\n  b: 1\n c: 2", "MFA101 3:2 a key must stand here"),
    Reading("a: [1, 2\nb: 3", "MFA101 2:2 a comma or `]` must stand here"),
    Reading("a: [1, {b: 2]", "MFA101 1:13 a comma or `}` must stand here"),
    Reading("a: [1, 2\n\n", "MFA101 1:4 this `[` is never closed"),
    Reading("{a: 1\n", "MFA101 1:1 this `{` is never closed"),
    Reading("a: \"x\nb: c", "MFA101 1:4 this quote is never closed"),
    Reading("é: 'x", "MFA101 1:4 this quote is never closed"),
    Reading("a: @x", "MFA101 1:4 a text must not begin with `@` unless it is in quotes"),
    Reading("a: `x`", "MFA101 1:4 a text must not begin with a backtick unless it is in quotes"),
    Reading("a: * b", "MFA101 1:4 a text must not begin with `*` unless it is in quotes"),
    Reading("a: &", "MFA101 1:4 a text must not begin with `&` unless it is in quotes"),
    Reading("when: !a && b", "MFA101 1:10 a text must not begin with `&` unless it is in quotes"),
    Reading("when: \"a\" == b", "MFA101 1:11 nothing may follow a closing quote"),
    Reading("a: 'it's'", "MFA101 1:8 nothing may follow a closing quote"),
    Reading("a: \"\\q\"", "MFA101 1:5 no such escape in a text in double quotes"),
    Reading("- a\nb: c", "MFA101 2:1 a list item must stand here"),
    Reading("a: - b", "MFA101 1:4 a list item must not begin here"),
    Reading("a: |x\n  b", "MFA101 1:5 nothing but `+`, `-` and one digit may follow `|` or `>` on its line"),
    Reading("a: }", "MFA101 1:4 a value must stand here"), Reading("[a, , b]", "MFA101 1:5 a value must stand here"),
    Reading("[a]\nb", "MFA101 2:1 this line must belong to what stands above"),
    Reading("a: b\n---\nc: d", "MFA108 2:1 a file must hold one document only"),
  ]

  @Test("What is no YAML is told in plain words, at its place, once", arguments: noYAML)
  func tellsNoYAML(_ reading: Reading) {
    let outcome = YAML.read(SourceFile(path: "f", text: reading.text))
    #expect(Reading.found(outcome.findings) == reading.findings)
    #expect(outcome.value == nil)
    #expect(outcome.findings.allSatisfy { $0.help?.isEmpty == false })
  }

  @Test(
    "the cure of a second colon fits the line, and has none of its words",
    arguments: [
      ("a:\n  say: Call us: now\n", "put quotes around a text that holds `: `, as in `key: \"one: two\"`"),
      ("a:\n  101: retry: again\n", "`key: { one: two }`"),
      ("a:\n  tries:3\n  say: x\n", "with a space behind the colon"),
      ("a:\n  b.c: 1\n    d.e: 2\n", "with 2 spaces"),
    ])
  func curesColons(_ text: String, _ cure: String) {
    let outcome = YAML.read(SourceFile(path: "f", text: text))
    #expect(outcome.findings.count == 1)
    #expect(outcome.findings.first?.help?.contains(cure) ?? false, "\(outcome.findings)")
  }

  static let refused: [Reading] = [
    Reading(
      "a: !!str b\nc: !<x> d", "MFA106 1:4 a YAML tag such as `!!str` is not allowed",
      "MFA106 2:4 a YAML tag such as `!<x>` is not allowed"),
    Reading("when: !event.x", "MFA106 1:7 a text must not begin with `!` unless it is in quotes"),
    Reading("a: !x {b: c}", "MFA106 1:4 a text must not begin with `!` unless it is in quotes"),
    Reading("a: ! b", "MFA106 1:4 a text must not begin with `!` unless it is in quotes"),
    Reading("<<: {a: b}", "MFA107 1:1 the merge key `<<` is not allowed"),
    Reading("a:", "MFA110 1:1 `a` must have a value"), Reading("a:\nb: 1", "MFA110 1:1 `a` must have a value"),
    Reading("a: ~", "MFA110 1:4 `a` must have a value, not `~`"),
    Reading("{a: Null}", "MFA110 1:5 `a` must have a value, not `Null`"),
    Reading("- \n- b", "MFA110 1:1 a list item must have a value"),
    Reading("- null", "MFA110 1:3 a list item must have a value, not `null`"),
    Reading("~: a", "MFA110 1:1 a key must not be `~`"), Reading("? \n: a", "MFA110 1:1 a key must not be empty"),
    Reading("a: &x", "MFA110 1:1 `a` must have a value"), Reading("~", "MFA110 1:1 a file must have a value, not `~`"),
    Reading("{when: f(a, b)}", "MFA110 1:13 `b)` must have a value, as everything in `{ }`"),
    Reading("a: b\na: c", "MFA111 2:1 the key `a` stands twice in this map"),
    Reading("101: a\n\"101\": b", "MFA111 2:1 the key `101` stands twice in this map"),
    Reading("a: {b: 1, c: 2, 'b': 3}", "MFA111 1:17 the key `b` stands twice in this map"),
    Reading("? [a]\n: b", "MFA112 1:3 a key must be a text, not a list"),
    Reading("{a: b}: c", "MFA112 1:1 a key must be a text, not a map"),
    Reading("a: &x b\n*x : c", "MFA112 2:1 a key must be a text, not an alias"),
    Reading(
      "a: *x\nb: *y", "MFA113 1:4 no anchor `&…` above gives the name of `*x`",
      "MFA113 2:4 no anchor `&…` above gives the name of `*y`"),
    Reading("a: &x [*x]", "MFA114 1:8 `*x` must not stand inside of what it stands for"),
    Reading("a: &x 1\nb: &x 2", "MFA119 2:4 the anchor `&x` stands twice in this file"),
    Reading("a: \"\\e[0m\"", "MFA116 1:4 a text must not hold control characters"),
    Reading("a: \"\\x85\"", "MFA116 1:4 a text must not hold control characters"),
    Reading(
      "a:\nb: ~\nb: 1", "MFA110 1:1 `a` must have a value", "MFA110 2:4 `b` must have a value, not `~`",
      "MFA111 3:1 the key `b` stands twice in this map"),
  ]

  @Test("What means more than one thing is refused, all of it at once, and the rest is read", arguments: refused)
  func refuses(_ reading: Reading) {
    let outcome = YAML.read(SourceFile(path: "f", text: reading.text))
    #expect(Reading.found(outcome.findings) == reading.findings)
    #expect(outcome.value != nil)
  }

  static let characters: [Reading] = [
    Reading("a:\n\tb: c", "MFA109 2:1 a tab is not allowed outside of comments"),
    Reading(
      "a: é\t# c\nb: \"\t\"", "MFA109 1:5 a tab is not allowed outside of comments",
      "MFA109 2:5 a tab is not allowed outside of comments"),
    Reading("a: \u{FEFF}b", "MFA116 1:4 the character U+FEFF is not allowed: it is a byte order mark inside the file"),
    Reading(
      "a: b # \u{202E}",
      "MFA116 1:8 the character U+202E is not allowed: it is a mark that turns the order of the text around"),
    Reading(
      "a: b\u{2028}c",
      "MFA116 1:5 the character U+2028 is not allowed: it is a line break that most editors do not count"),
    Reading(
      "a: b\u{85}c", "MFA116 1:5 the character U+0085 is not allowed: it is a line break that most editors do not count"
    ),
    Reading("a: \u{1B}", "MFA116 1:4 the character U+001B is not allowed: it is a control character"),
    Reading("a: bcdefghijk\u{0}", "MFA116 1:14 the character U+0000 is not allowed: it is a control character"),
    Reading(
      "a: " + String(repeating: "\u{1}\u{0}", count: 8),
      "MFA116 1:5 this file is no text: it holds zero bytes, as programs and pictures do"),
    Reading("%YAML 1.1\n---\na: b", "MFA117 1:1 a line must not begin with `%`"),
    Reading("a: [b\n%c]", "MFA117 2:1 a line must not begin with `%`"),
  ]

  @Test("Characters that hide or turn are refused at their place", arguments: characters)
  func refusesCharacters(_ reading: Reading) {
    let outcome = YAML.read(SourceFile(path: "f", text: reading.text))
    #expect(Reading.found(outcome.findings) == reading.findings)
    #expect(outcome.value == nil)
  }

  @Test(
    "Other encodings are refused",
    arguments: [
      [0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61], [0x61, 0x00, 0x3A, 0x00], [0x00, 0x61],
      [0x00, 0x00, 0xFE, 0xFF],
      [0x61, 0x3A, 0x20, 0xFF], [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
      [0xE2, 0x82], [0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0xC3],
    ] as [[UInt8]])
  func encodings(_ bytes: [UInt8]) {
    let outcome = YAML.read(SourceFile(path: "f", bytes: bytes))
    #expect(outcome.findings.map(\.code) == [YAMLRules.notUTF8])
    #expect(outcome.value == nil)
  }

  @Test(
    "A file with nothing in it is one finding",
    arguments: ["", "\n\n", "# c\n", "---\n", "\u{FEFF}", "--- # c\n...\n", " "])
  func empty(_ text: String) {
    let outcome = YAML.read(SourceFile(path: "f", text: text))
    #expect(Reading.found(outcome.findings) == ["MFA115 1:1 a file must not be empty"])
    #expect(outcome.value == nil)
  }

  @Test("What follows the end of the document is a second one")
  func afterTheEnd() {
    let outcome = YAML.read(SourceFile(path: "f", text: "a: b\n...\nc: d"))
    #expect(Reading.found(outcome.findings) == ["MFA108 3:1 nothing may follow `...`, which ends the document"])
  }

  @Test("The first place of a duplicate is told, and the file is the one that was named")
  func notes() throws {
    let id = FileID(index: 3)
    let finding = try #require(YAML.read(SourceFile(path: "f", text: "x: {a: 1, a: 2}"), as: id).findings.first)
    #expect(finding.range.file == id)
    #expect(finding.notes.first?.range?.start == SourcePosition(line: 1, column: 5))
    #expect(finding.notes.first?.range?.file == id)
  }

  @Test("Codes and slugs are for ever")
  func codes() {
    #expect(
      YAMLRules.all.map { "\($0.id) \($0.slug)" }.joined(separator: "\n") == """
        MFA101 invalid-yaml
        MFA102 not-utf8
        MFA103 file-too-large
        MFA104 nested-too-deep
        MFA105 too-many-values
        MFA106 tag-not-allowed
        MFA107 merge-key
        MFA108 second-document
        MFA109 tab-used
        MFA110 empty-value
        MFA111 duplicate-key
        MFA112 key-not-text
        MFA113 unknown-alias
        MFA114 recursive-alias
        MFA115 empty-file
        MFA116 forbidden-character
        MFA117 directive-not-allowed
        MFA118 text-too-long
        MFA119 anchor-twice
        MFA120 unknown-key
        MFA121 missing-key
        MFA122 wrong-kind
        MFA123 empty-text
        MFA124 bad-name
        MFA125 not-a-flag
        MFA126 not-a-number
        MFA127 number-out-of-range
        MFA128 not-a-duration
        MFA129 missing-unit
        MFA130 hidden-character
        MFA132 curly-quotes
        MFA133 unportable-text
        MFA134 text-cut-off
        MFA135 half-quoted
        """)
    #expect(
      YAMLRules.all.filter { $0.severity == .warning }.map(\.slug) == [
        "curly-quotes", "unportable-text", "text-cut-off", "half-quoted",
      ])
  }
}
