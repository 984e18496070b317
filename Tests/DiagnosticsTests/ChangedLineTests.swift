// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Diagnostics

@Suite("The line in which a text has changed")
struct ChangedLineTests {
  private func line(_ old: String, _ new: String) -> ChangedLine? {
    ChangedLine(from: Array(old.utf8), to: Array(new.utf8))
  }

  private func stretch(_ first: Int, _ last: Int) -> SourceRange {
    SourceRange(SourcePosition(line: first, column: 1), SourcePosition(line: last, column: 9))
  }

  @Test(
    "is the one that somebody types in",
    arguments: [
      ("one\ntwo\nthree\n", "one\ntwxo\nthree\n"), ("one\ntwxo\nthree\n", "one\ntwo\nthree\n"),
      ("one\ntwo\nthree\n", "one\n\nthree\n"), ("öne\ntwo", "öne\ntoo"),
    ])
  func typed(old: String, new: String) throws {
    let changed = try #require(line(old, new))
    #expect(changed.isIn(stretch(2, 2)) && changed.isIn(stretch(1, 3)))
    #expect(!changed.isIn(stretch(1, 1)) && !changed.isIn(stretch(3, 9)))
    #expect(changed.isOnly(in: stretch(2, 3)) && !changed.isOnly(in: stretch(3, 3)))
  }

  @Test("is none where the texts are the same", arguments: ["", "one\ntwo\n"])
  func none(text: String) throws {
    let changed = try #require(line(text, text))
    #expect(!changed.isIn(stretch(1, 9)) && changed.isOnly(in: stretch(4, 4)))
  }

  @Test(
    "is not told where more than one may have changed",
    arguments: [
      ("one\ntwo\n", "one\n\ntwo\n"), ("one\ntwo\n", "one two\n"), ("one\ntwo\nthree\n", "onx\ntwx\nthree\n"),
      // A break of two signs, one of them alone, and others than line feeds.
      ("one\r\ntwo\r\n", "one\r\ntwxo\r\n"), ("one\r\ntwo", "one\rx\ntwo"), ("a\u{2028}b\nc", "a\u{2028}b\ncd"),
      ("one\ntwo", "one\ntwö"), ("a\u{85}b\nc", "a\u{85}b\ncd"),
    ])
  func several(old: String, new: String) {
    #expect(line(old, new) == nil)
  }
}
