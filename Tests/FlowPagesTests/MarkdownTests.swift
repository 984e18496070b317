// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowStories

@Suite("Texts in Markdown")
struct MarkdownTests {
  @Test(
    "in Markdown no sign means anything, wherever it stands",
    arguments: [
      ("- item", "\\- item"), ("+ item", "\\+ item"), ("1. item", "1\\. item"), ("12) item", "12\\) item"),
      ("# head #", "\\# head \\#"), ("=====", "\\====="), ("---", "\\---"), ("    code", "&#32;&#32;&#32;&#32;code"),
      ("end\\", "end\\\\"), ("end  ", "end&#32;&#32;"), ("a | b", "a \\| b"),
      ("`a` *b* _c_", "\\`a\\` \\*b\\* \\_c\\_"),
      ("<b> [x](y) &amp;", "\\<b\\> \\[x\\](y) \\&amp;"), ("$x$ ~~y~~", "\\$x\\$ \\~\\~y\\~\\~"),
      ("plain 1. - text.", "plain 1. - text."),
      ("a\tb", "a\\\\tb"), ("", ""), (" ", "&#32;"), ("1.5 s", "1\\.5 s"),
    ])
  func escapesSigns(text: String, markdown: String) { #expect(MarkdownText.line(text) == markdown) }

  @Test("the lines of a message stay lines in Markdown, and an empty one begins a paragraph")
  func keepsLines() {
    #expect(MarkdownText.lines("a\nb\n\n- c\nd\\") == ["a\\", "b", "", "\\- c\\", "d\\\\"])
    #expect(MarkdownText.lines("") == [""])
  }
}
