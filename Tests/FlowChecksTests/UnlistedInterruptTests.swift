// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler
import Testing

@Suite("Interrupts without an entry, in numbers")
struct UnlistedInterruptTests {
  /// How often a code can be guessed, and sent, in a flow where a wrong one leads to a screen.
  private func guesses(_ send: String, screen: String) throws -> String? {
    let text = """
      language: mfaflow/1
      flow: a
      version: 1.0.0
      sdk: ../parts/hinting-contract.yaml
      start: again
      steps:
        again: { call: send, \(send), then: { askCode: code, else: failed } }
        code: { challenge: askCode, ask: [code], answer: code, then: { in: home, 12: wrong, else: failed } }
        wrong: { challenge: askCode, say: wrong, choices: { leave: { to: failed } }, then: { \(screen) } }
        home: { event: in, choices: { finish: { to: done } }, then: { else: failed } }
      ends: { done: { outcome: success }, failed: { outcome: failure } }
      messages: { wrong: That is not right. }

      """
    let compiler = Compiler(loader: CaseFolder.loader, countsGuesses: true)
    return try #require(compiler.compile(.init(path: "good/a.yaml", text: text)).guesses).first?.most.words
  }

  @Test("each of them that `else` leads back to the guess allows another one", arguments: ["max: 3", "max: 7"])
  func guessesAgain(_ send: String) throws {
    #expect(try guesses(send, screen: "else: again") == String(send.dropFirst(5)))
    #expect(try guesses(send, screen: "hint: again, else: failed") == String(send.dropFirst(5)))
  }

  @Test("they allow none where `else` leads to an end")
  func endsAll() throws {
    #expect(try guesses("max: 3", screen: "else: failed") == "1")
  }
}
