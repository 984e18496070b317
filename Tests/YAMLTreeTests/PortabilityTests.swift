// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAMLTree

/// What other parsers do was seen of PyYAML 6.0.3 and ruamel.yaml 0.19.
@Suite struct PortabilityTests {
  /// Texts that become another value, by what they become.
  static let changed: [(reading: String, texts: [String])] = [
    ("`true`", ["yes", "Yes", "YES", "on", "On", "ON", "True", "TRUE"]),
    ("`false`", ["no", "No", "NO", "off", "Off", "OFF", "False", "FALSE"]),
    (
      "a number",
      [
        "012", "-012", "089", "00", "+5", "-0", "1_000", "0x1F", "0b11", "0o14", "12:30", "12:30:00", "-1:30", "1:30.5",
        ".5", "-.5", "5.", "1.0", "1.10", "+1.5", "00.5", "1e3", "1.5e-3", "1_0.5", "3.14159265358979324",
      ]
    ),
    ("a number, which many of them round", ["9007199254740992", "123456789012345678901234"]),
    ("infinity", [".inf", "-.Inf", "+.INF"]), ("no number", [".nan", ".NaN"]),
    ("a date", ["2026-01-31"]),
    ("a time", ["2026-01-31T09:00:00Z", "2026-1-31 09:00:00", "2026-01-31t09:00:00.5+01:00"]),
  ]

  @Test("A text that others deliver as another value is told, as a key and as a value", arguments: changed)
  func changes(_ reading: String, _ texts: [String]) {
    for text in texts {
      let finding = "MFA133 1:4 other YAML parsers read `\(text)` as \(reading)"
      #expect(found("k: \(text)") == [finding])
      #expect(found("? \(text)\n: v") == [finding.replacing("1:4", with: "1:3")])
      #expect(found("k: [\(text), 'a']") == [finding.replacing("1:4", with: "1:5")])
    }
  }

  @Test("A text that every parser delivers with the same characters is none of these")
  func staysAsItIs() {
    let same = [
      "true", "false", "101", "0", "-7", "0.5", "-1.25", "9007199254740991", "1.0.0", "yes-and-no", "y", "n", "nope",
      "o",
      "none", "12:60", "01:30", "12:30 h", "2026-01", "2026-1-5", "2026-01-31Tea", "0x", "0xG", "0o8", "0b2", "1e",
      "e5", "+", "..", "1.2.3.4", "10m", "1m30s", "1-2-3", "==", "a=b", "+49 30 1234", "tRUE", "inf", "_1", "5%",
    ]
    for text in same { #expect(found("k: \(text)") == []) }
    for (_, texts) in Self.changed { for text in texts { #expect(found("'\(text)': \"\(text)\"") == []) } }
  }

  @Test("What others refuse is told: question marks in brackets, signs that stand for values, comments at blocks")
  func refused() {
    let mark = "other YAML parsers refuse a text with `?` inside of `{ }` or `[ ]`"
    #expect(found("k: { a: Really? }") == ["MFA133 1:9 \(mark)"])
    #expect(found("k: { a: b?c, d?: e }") == ["MFA133 1:9 \(mark)", "MFA133 1:14 \(mark)"])
    #expect(found("k: [a, b ?, c]") == ["MFA133 1:8 \(mark)"])
    #expect(found("k: { a: 'Really?' }\nb: Really?\n? c\n: d\ne: [ \"?\" ]") == [])
    #expect(found("k: =") == ["MFA133 1:4 other YAML parsers refuse `=` without quotes"])
    #expect(found("k: <<") == ["MFA133 1:4 other YAML parsers refuse `<<` without quotes"])
    let comment = "other YAML parsers refuse a comment right behind `|` or `>`"
    #expect(found("k: >-# a\n  b") == ["MFA133 1:6 \(comment)"])
    #expect(found("k: |#\n  b") == ["MFA133 1:5 \(comment)"])
    #expect(found("k: |- # a\n  b#c\nl: |\n  # d") == [])
  }

  @Test("The words of a language and texts for people are none of these; what others refuse is, even there")
  func words() {
    let words = YAMLWords(keys: ["on"], values: ["yes"], shown: ["messages", "say"])
    #expect(found("on: yes\nmessages: { a: No, b: 12:30 }\nsay: Off", words).isEmpty)
    #expect(
      found("on: on\nyes: a\nmessages: { no: No }\nk: { messages: b, c: [say, No] }", words).map {
        $0.split(separator: " ")[1]
      }
        == ["1:5", "2:1", "3:13", "4:28"])
    #expect(found("messages: { a: { b: No } }\nsay: [Really?]", words).count == 2)
  }

  @Test("Nothing is told of it where another rule has a finding")
  func yields() {
    var findings: [Diagnostic] = []
    let outcome = YAML.read(SourceFile(path: "f", text: "012"))
    _ = outcome.value?.int("a number", &findings)
    #expect(findings.map(\.code) == [YAMLRules.notANumber])
    #expect((outcome.findings + findings).inReadingOrder() == findings)
    #expect(outcome.findings.inReadingOrder() == outcome.findings)
  }

  private func found(_ text: String, _ words: YAMLWords = YAMLWords()) -> [String] {
    let outcome = YAML.read(SourceFile(path: "f", text: text), words: words)
    #expect(outcome.value != nil)
    return Reading.found(outcome.findings)
  }
}
