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

  @Test("A line of a known language runs as that does, whatever it begins with")
  func known() {
    #expect(WritingDirection.line("PIN نص", isRightToLeft: true) == "\u{2067}PIN نص\u{2069}")
    #expect(WritingDirection.line("نص is a word", isRightToLeft: false) == "\u{2066}نص is a word\u{2069}")
    #expect(WritingDirection.line("PIN", isRightToLeft: true) == "PIN")
    #expect(WritingDirection.beginning("PIN نص", isRightToLeft: true) == "\u{200F}PIN نص")
    #expect(WritingDirection.beginning("نص is a word", isRightToLeft: false) == "\u{200E}نص is a word")
    #expect(WritingDirection.beginning("PIN", isRightToLeft: false) == "PIN")
    #expect(WritingDirection.beginning("", isRightToLeft: true).isEmpty)
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
