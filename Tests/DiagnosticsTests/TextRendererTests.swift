// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@Suite struct TextRendererTests {
  private static let rule = DiagnosticCode("MFA301", "dead-end")
  private static let warning = DiagnosticCode("MFA399", "looks-odd", .warning)

  /// A range on one line, or over several.
  private func range(_ line: Int, _ column: Int, to endColumn: Int, line endLine: Int? = nil) -> SourceRange {
    SourceRange(
      SourcePosition(line: line, column: column), SourcePosition(line: endLine ?? line, column: endColumn))
  }

  private func render(_ text: String, _ range: SourceRange, help: String? = nil, notes: [Note] = []) -> String {
    let sources = SourceMap([SourceFile(path: "flow.yaml", text: text)])
    return TextRenderer().render(
      [Diagnostic(Self.rule, "headline", at: range, help: help, notes: notes)], in: sources)
  }

  /// The line of the source and the line of marks.
  private func frame(_ text: String, _ range: SourceRange) -> [String] {
    Array(render(text, range).split(separator: "\n").suffix(2).map(String.init))
  }

  @Test("A finding is shown as headline, place, line, marks, help and notes")
  func whole() {
    let text = "steps:\n  lockout:\n    say: x\n"
    let shown = render(
      text, range(2, 3, to: 10), help: "name an end",
      notes: [Note("first here", at: range(1, 1, to: 6)), Note("no place")])
    #expect(
      shown == """
        error[MFA301]: headline
         --> flow.yaml:2:3
          |
        2 |   lockout:
          |   ^^^^^^^
          = help: name an end
          = note: first here
         --> flow.yaml:1:1
          |
        1 | steps:
          | -----
          = note: no place

        """)
  }

  private func shownWay(_ way: [WayStep], color: Bool = false) -> [String] {
    let sources = SourceMap([SourceFile(path: "flow.yaml", text: "a\nb\n")])
    let finding = Diagnostic(Self.rule, "headline", at: range(2, 1, to: 2), way: way)
    let shown = TextRenderer(color: color).render([finding], in: sources)
    return Array(shown.split(separator: "\n").map(String.init).drop { !$0.contains("= way:") })
  }

  @Test("The run that shows a finding is a numbered way, below the help")
  func way() {
    let steps = [WayStep("`a` leads to `b`", at: range(1, 1, to: 2)), WayStep("\u{1B}[2J", at: range(2, 1, to: 2))]
    #expect(
      shownWay(steps) == [
        "  = way: how it comes about", "    1. `a` leads to `b` (flow.yaml:1:1)", "    2. <U+001B>[2J (flow.yaml:2:1)",
      ])
    #expect(shownWay([]).isEmpty)
  }

  @Test("Of a long way the beginning and the end are shown, and how much is left out", arguments: [24, 25, 2_000])
  func longWay(_ count: Int) {
    let lines = shownWay((1...count).map { WayStep("step \($0)", at: range(1, 1, to: 2)) }).dropFirst()
    #expect(lines.count == 24)
    #expect(lines.last == "    \(count). step \(count) (flow.yaml:1:1)")
    let left = lines.filter { $0.contains("…") }
    #expect(left == (count == 24 ? [] : ["    … \(count - 23) more steps"]))
  }

  @Test("Line numbers of different width share one margin")
  func margin() {
    let text = String(repeating: "a: b\n", count: 12)
    let shown = render(text, range(12, 1, to: 2), notes: [Note("first here", at: range(9, 1, to: 2))])
    #expect(shown.contains("12 | a: b\n   | ^\n"))
    #expect(shown.contains(" 9 | a: b\n   | -\n"))
  }

  @Test("Several findings have a blank line between them, and a warning says so")
  func several() {
    let sources = SourceMap([SourceFile(path: "f", text: "a\n")])
    let finding = Diagnostic(Self.warning, "odd", at: range(1, 1, to: 2))
    let shown = TextRenderer().render([finding, finding], in: sources)
    #expect(shown.hasPrefix("warning[MFA399]: odd\n"))
    #expect(shown.contains("  | ^\n\nwarning[MFA399]"))
  }

  @Test(
    "Marks stand under the place",
    arguments: [
      ("\tabc", 2, 5, "1 |     abc", "  |     ^^^"),
      ("é: abc", 4, 7, "1 | é: abc", "  |    ^^^"),
      ("e\u{301}: ab", 5, 7, "1 | e\u{301}: ab", "  |    ^^"),
      ("日本: ab", 5, 7, "1 | 日本: ab", "  |       ^^"),
      ("a: 日本", 4, 6, "1 | a: 日本", "  |    ^^^^"),
      ("a: 🔒 b", 6, 7, "1 | a: 🔒 b", "  |       ^"),
      ("abc", 2, 2, "1 | abc", "  |  ^"),
      ("abc", 4, 4, "1 | abc", "  |    ^"),
      ("abc", 40, 50, "1 | abc", "  |    ^"),
      ("\u{FEFF}abc", 2, 3, "1 | abc", "  |  ^"),
    ])
  func marks(_ text: String, _ start: Int, _ end: Int, _ source: String, _ marks: String) {
    #expect(frame(text, range(1, start, to: end)) == [source, marks])
  }

  @Test("Of a range over several lines the first line is marked")
  func overLines() {
    #expect(frame("a:\n  b: c\n  d: e\n", range(2, 3, to: 7, line: 3)) == ["2 |   b: c", "  |   ^^^^"])
  }

  @Test("A line that ends with a carriage return is shown without it")
  func carriageReturn() {
    #expect(frame("a: b\r\nc: d\r\n", range(2, 4, to: 5)) == ["2 | c: d", "  |    ^"])
  }

  @Test(
    "What a terminal would obey is shown as its number",
    arguments: [
      ("\u{1B}[31mred", "<U+001B>[31mred"), ("a\u{202E}b", "a<U+202E>b"), ("a\u{9B}b", "a<U+009B>b"),
      ("\u{7}", "<U+0007>"),
    ])
  func injection(_ text: String, _ shown: String) {
    #expect(frame(text, range(1, 1, to: 2))[0] == "1 | \(shown)")
    let sources = SourceMap([SourceFile(path: text, text: "a")])
    let all = TextRenderer().render(
      [Diagnostic(Self.rule, text, at: range(1, 1, to: 2), help: text, notes: [Note(text)])], in: sources)
    #expect(!all.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E || $0.value == 0x9B })
  }

  @Test("A message never breaks its line")
  func lineBreakInMessage() {
    let sources = SourceMap([SourceFile(path: "f", text: "a")])
    let finding = Diagnostic(Self.rule, "a\nerror: b", at: range(1, 1, to: 2))
    #expect(TextRenderer().render([finding], in: sources).hasPrefix("error[MFA301]: a\\nerror: b\n"))
  }

  @Test("A long line is cut around the place", arguments: [1, 100, 5_000, 99_990])
  func longLine(_ column: Int) throws {
    var text = Array(repeating: Character("a"), count: 100_000)
    text[column - 1] = "X"
    let lines = frame(String(text), range(1, column, to: column + 1))
    #expect(lines[0].count <= 160)
    let mark = try #require(lines[1].firstIndex(of: "^"))
    let offset = lines[1].distance(from: lines[1].startIndex, to: mark)
    #expect(Array(lines[0])[offset] == "X")
    #expect(lines[0].contains("…"))
  }

  @Test("A line of wide characters is cut to the same width")
  func longWideLine() {
    let lines = frame(String(repeating: "日", count: 500), range(1, 250, to: 252))
    #expect(lines[0].count <= 6 + 78 + 2)
    #expect(lines[1].filter { $0 == "^" }.count == 4)
  }

  @Test("An empty file, a line that is not there and a file that is not known have no frame")
  func noFrame() {
    #expect(render("", range(1, 1, to: 1)) == "error[MFA301]: headline\n --> flow.yaml:1:1\n")
    #expect(render("a\n", range(7, 1, to: 1)) == "error[MFA301]: headline\n --> flow.yaml:7:1\n")
    let finding = Diagnostic(Self.rule, "headline", at: range(1, 1, to: 1))
    #expect(TextRenderer().render([finding], in: SourceMap()) == "error[MFA301]: headline\n --> <unknown>:1:1\n")
    #expect(TextRenderer().render([], in: SourceMap()).isEmpty)
  }

  @Test("Bytes that are no UTF-8 are shown and do no harm")
  func notUTF8() {
    let sources = SourceMap([SourceFile(path: "f", bytes: [0x61, 0xFF, 0xC3, 0x0A, 0x80])])
    for line in 1...2 {
      let shown = TextRenderer().render(
        [Diagnostic(Self.rule, "m", at: range(line, 2, to: 3))], in: sources)
      #expect(shown.contains("\u{FFFD}"))
    }
  }

  @Test("Colours are only there when asked for")
  func colours() {
    let sources = SourceMap([SourceFile(path: "f", text: "abc")])
    let finding = Diagnostic(Self.rule, "m", at: range(1, 1, to: 2))
    #expect(TextRenderer(color: true).render([finding], in: sources).contains("\u{1B}[1;31merror[MFA301]\u{1B}[0m"))
    #expect(!TextRenderer().render([finding], in: sources).contains("\u{1B}"))
  }
}
