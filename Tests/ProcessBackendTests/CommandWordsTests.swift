// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProcessBackend

@Suite("A command line without a shell")
struct CommandWordsTests {
  @Test(
    "is split at blanks; quotes and backslashes keep together",
    arguments: [
      ("python3 sdk.py", ["python3", "sdk.py"]),
      ("  a\t b ", ["a", "b"]),
      ("'a b' c", ["a b", "c"]),
      (#""a \"b\" \\ \n" c"#, [#"a "b" \ \n"#, "c"]),
      (#"a\ b \'c"#, ["a b", "'c"]),
      ("a '' b", ["a", "", "b"]),
      ("pre'mid'\"post\"", ["premidpost"]),
      ("echo $HOME ~ * | > x", ["echo", "$HOME", "~", "*", "|", ">", "x"]),
      (#"'a\'"#, [#"a\"#]),
    ])
  func words(line: String, words: [String]) throws {
    #expect(try CommandWords(line).words == words)
  }

  @Test(
    "is refused where its end is missing, or there is nothing in it",
    arguments: [
      ("", CommandWords.Problem.empty), ("   ", .empty), ("''", .empty), ("a 'b", .openQuote("'")),
      ("a \"b", .openQuote("\"")), (#"a "b\""#, .openQuote("\"")), (#"a \"#, .openBackslash),
    ])
  func refused(line: String, problem: CommandWords.Problem) {
    #expect(throws: problem) { try CommandWords(line) }
    #expect(!problem.message.isEmpty)
  }
}
