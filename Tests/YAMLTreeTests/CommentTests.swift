// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAMLTree

/// What is a comment, and what only looks like one.
@Suite struct CommentTests {
  private func comments(_ text: String) -> [String] {
    let file = SourceFile(path: "f", text: text)
    return YAMLComments(file).places.map { String(decoding: file.bytes[$0], as: UTF8.self) }
  }

  @Test(
    "what is a comment of YAML is one",
    arguments: [
      ("# a\nb: c # d\n", ["# a", "# d"]), ("b: # d\n  c\n", ["# d"]), ("a: | # b\n  c # d\n", ["# b"]),
      ("a: >- # b\n  c\n# d\n", ["# b", "# d"]), ("a: [b, # c\n  d] # e", ["# c", "# e"]),
      ("a: 'b' # c", ["# c"]), ("a: \"b\" # c\r\nd: e # f\r\n", ["# c", "# f"]),
      (
        "a: b # c\rd: e # f\r",
        [
          "# c",
          "# f",
        ]
      ),
      ("\u{FEFF}# é日\na: é # 🔒 b\n", ["# é日", "# 🔒 b"]), ("a: b\u{85}# c\u{85}d: e", ["# c"]),
      ("a: b\n\n  # c\n# d\n", ["# c", "# d"]), ("--- # a\nb: c\n... # d\n", ["# a", "# d"]),
      (
        "a: &x # b\n  c",
        ["# b"]
      ),
      ("? a # b\n: c # d\n", ["# b", "# d"]), ("a: b # c # d", ["# c # d"]), ("#", ["#"]),
      ("a: [b]# c\nd: 'e'# f\ng: {}#h\ni: |# j\n  k\n", ["# c", "# f", "#h", "# j"]), ("\"a\"#b: c", ["#b: c"]),
    ])
  func are(text: String, expected: [String]) {
    #expect(comments(text) == expected)
  }

  @Test(
    "what stands in a text is none",
    arguments: [
      "a: 'b # c'", "a: \"b # c\"", "a: 'b\n  # c\n  d'", "a: \"b\n  # c\"", "a: |\n  b # c\n  # d\n", "a: >\n  # b\n",
      "a: b#c", "a#b: c", "a: [b#c, 'd # e']", "? 'a # b'\n: c", "a: |2\n    # b\n", "a: \"b \\\n  # c\"",
      "a: 'it''s # b'",
      "'# a': b", "a:\n  - |\n    b\n    # c\n",
    ])
  func areNot(text: String) {
    #expect(comments(text) == [])
  }

  @Test("a tab is fine in a comment, and nowhere else")
  func tabs() {
    func codes(_ text: String) -> [String] {
      Reading.found(YAML.read(SourceFile(path: "f", text: text)).findings).map { String($0.prefix(10)) }
    }
    #expect(codes("a: b # c\td\n#\te\n") == [])
    #expect(codes("a: 'b # c\td'") == ["MFA109 1:1"])
    #expect(codes("a: |\n  # b\tc\n") == ["MFA109 2:6"])
    #expect(codes("a:\n\tb: c # d\te\n") == ["MFA109 2:1"])
    #expect(codes("a: \"b\n  # c\td\"") == ["MFA109 2:6"])
  }
}
