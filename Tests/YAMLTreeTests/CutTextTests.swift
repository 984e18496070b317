// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAMLTree

@Suite("A text that ends where a comment begins")
struct CutTextTests {
  private func found(_ text: String) -> [String] {
    YAML.read(SourceFile(path: "f.yaml", text: text), words: YAMLWords(shown: ["messages", "text"])).findings.map {
      "\($0.code.id) \($0.range.start.line):\($0.range.start.column) \($0.message)"
    }
  }

  @Test(
    "is told at the `#` if what follows is no space",
    arguments: [
      ("messages: { }\nk: [a b #1\n]", 2, 9, "`#1`"),
      ("messages:\n  code: Enter code #1", 2, 20, "`#1`"),
      ("messages:\n  code: Enter code #1 of 2", 2, 20, "`#1`"),
      ("messages:\n  code: Hello   #{name}, again", 2, 17, "`#{name},`"),
      ("messages:\n  code: Nur #ä", 2, 13, "`#ä`"),
      ("messages:\n  code: Talk in #help", 2, 17, "`#help`"),
      ("messages:\n  code:\n    text: Enter #1", 3, 17, "`#1`"),
      ("messages:\n  code: Two\n    lines #1", 3, 11, "`#1`"),
      ("change:\n  messages.code: Talk in #help", 2, 26, "`#help`"),
      ("summary: The login of tier #2", 1, 28, "`#2`"),
    ])
  func cut(text: String, line: Int, column: Int, word: String) {
    #expect(found(text) == ["MFA134 \(line):\(column) \(word) is a comment here, and no part of the text"])
  }

  @Test(
    "is not told of a usual comment, of one behind a word of the language, and of texts in quotes",
    arguments: [
      "messages:\n  code: Hello  # greeting", "messages:\n  code: Hello #", "messages:\n  code: Hello ## greeting",
      "messages:\n  code: Hello #-----", "messages:\n  code: \"Enter code #1\"", "messages:\n  code: Hello#1",
      "messages:\n  code: \"Enter\" #1", "messages:\n  code: |\n    Enter #1\n", "tries: 5 #five", "tries: 5 #5",
      "say: enter-name #hello", "when: a == b #later", "#1 of 2\nk: a", "k: #1\n  a",
    ])
  func uncut(text: String) { #expect(found(text) == []) }

  @Test("is why a bracket is not closed")
  func inBrackets() {
    let finding = "MFA101 2:28 `#1` is a comment here, and no part of the text"
    #expect(found("messages:\n  code: { text: Enter code #1 }\n  other: No") == [finding])
    // Behind a bracket that is never closed, a comment is not why.
    #expect(found("messages:\n  code: { text: Enter code # 1 }\n  other: No")[0] != finding)
  }
}
