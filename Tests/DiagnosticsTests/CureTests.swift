// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@Suite struct CureTests {
  @Test("A near name is a certain cure where it is the only one, and no number")
  func onlyNearName() {
    #expect(
      Suggestion.cure(for: "enterCod", among: ["enterCode", "done"])?.change == .word("enterCod", by: "enterCode"))
    #expect(Suggestion.cure(for: "stepx", among: ["stepa", "stepb"]) == Cure("did you mean `stepa`?"))
    #expect(Suggestion.cure(for: "107", among: ["101"])?.change == nil)
    #expect(Suggestion.cure(for: "notif", among: ["notifications"]) == Cure("did you mean `notifications`?"))
    #expect(Suggestion.cure(for: "log in", among: ["log-in", "done"])?.change == .word("log in", by: "log-in"))
    #expect(Suggestion.cure(for: "tries", among: ["tires it"])?.change == nil)
    #expect(Suggestion.cure(for: "x", among: ["challenge"], otherwise: "name a key") == Cure("name a key"))
  }

  @Test("A word is changed where it stands once, as a whole word, at the place of the finding")
  func word() {
    #expect(changed("a: getUsr(x)", 4...9, .word("getUsr", by: "getUser")) == "a: getUser(x)")
    #expect(changed("a: é \"getUsr\"", 4...13, .word("getUsr", by: "getUser")) == "a: é \"getUser\"")
    #expect(changed("a: getUsr, getUsr", 4...17, .word("getUsr", by: "getUser")) == nil)
    #expect(changed("a: getUsrs", 4...10, .word("getUsr", by: "getUser")) == nil)
    #expect(changed("a: b", 4...4, .word("c", by: "d")) == nil)
  }

  @Test("All of a place is changed, taken out, put into quotes, or something is put before it")
  func place() {
    #expect(changed("a: yes # b", 4...6, .whole(by: "true")) == "a: true # b")
    #expect(changed("a: b\u{200B}c", 5...5, .whole(by: "")) == "a: bc")
    #expect(changed("a: { b: it's?, c: d }", 9...13, .quotes) == "a: { b: 'it''s?', c: d }")
    #expect(changed("a: |# b", 5...5, .before(" ")) == "a: | # b")
  }

  @Test("Other words are no certain cure any more, and a place in no file is left alone")
  func uncertain() {
    var finding = finding(4...4, .whole(by: "c"))
    #expect(finding.edits(in: SourceMap()).isEmpty)
    finding.help = "do something else"
    #expect(finding.change == nil && finding.help == "do something else")
  }

  @Test(
    "an entry goes with its value, unless nothing would be left of its map",
    arguments: [
      ("then: { a: b, 106: c, else: d }", 15, "then: { a: b, else: d }"),
      ("then: { a: b, 106: { to: c, say: 'x, }' } }", 15, "then: { a: b }"),
      ("then: { 106: [a, b], else: d }", 9, "then: { else: d }"),
      ("then: { 106: c }", 9, nil), ("then: { a: b, 106: c # why }", 15, nil), ("then: [a, 106]", 11, nil),
      ("  106: c\n  # why\n  else: d\n", 3, "  # why\n  else: d\n"),
      ("  106:\n    to: c\n\n    say: d\n\n  else: d\n", 3, "\n  else: d\n"),
      ("  106:\n  - c\n  - d\n  else: d\n", 3, "  else: d\n"),
      ("  106: c\n", 3, nil), ("  106: c\na: d\n", 3, nil), ("- 106: c\n  else: d\n", 3, nil),
    ] as [(String, Int, String?)])
  func entry(_ text: String, _ column: Int, _ left: String?) {
    #expect(changed(text, column...column, .entry) == left)
  }

  private func finding(_ columns: ClosedRange<Int>, _ change: Cure.Change) -> Diagnostic {
    let range = SourceRange(
      SourcePosition(line: 1, column: columns.lowerBound), SourcePosition(line: 1, column: columns.upperBound + 1))
    return Diagnostic(DiagnosticCode("MFA301", "dead-end"), "m", at: range, help: Cure("change it", change))
  }

  private func changed(_ text: String, _ columns: ClosedRange<Int>, _ change: Cure.Change) -> String? {
    let file = SourceFile(path: "f", text: text)
    let edits = finding(columns, change).edits(in: SourceMap([file]))
    guard !edits.isEmpty else { return nil }
    let lines = LineTable(file)
    var bytes = file.bytes
    for edit in edits.reversed() {
      bytes.replaceSubrange(lines.offset(of: edit.range.start)..<lines.offset(of: edit.range.end), with: edit.text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
