// SPDX-License-Identifier: Apache-2.0

import MessageLanguages
import Testing

struct WritingDirectionTests {
  @Test("A value stands bare where nothing runs from right to left")
  func bare() {
    #expect(WritingDirection.isolated("Łódź 3", inRightToLeft: false) == "Łódź 3")
    #expect(WritingDirection.isolated("", inRightToLeft: true).isEmpty)
    #expect(WritingDirection.line("Noch 3 Versuche") == "Noch 3 Versuche")
  }

  @Test("A value is isolated where it or its message runs from right to left")
  func isolated() {
    #expect(WritingDirection.isolated("3", inRightToLeft: true) == "\u{2068}3\u{2069}")
    #expect(WritingDirection.isolated("שלום", inRightToLeft: false) == "\u{2068}שלום\u{2069}")
    #expect(WritingDirection.line("نص") == "\u{2068}نص\u{2069}")
  }

  @Test(
    "No value closes its isolate or turns what stands behind it",
    arguments: ["a\u{2069}b", "\u{202E}ab", "\u{2067}ab", "a\u{200F}b", "\u{2068}ab", "a\u{202C}b"])
  func attacks(value: String) {
    let shown = WritingDirection.isolated(value, inRightToLeft: false)
    #expect(shown == "\u{2068}ab\u{2069}")
    #expect(WritingDirection.isClosed("x \(shown) y"))
    #expect(!WritingDirection.isClosed("x \(value) y"))
    #expect(WritingDirection.withoutMarks("x \(value) y") == "x ab y")
  }
}
