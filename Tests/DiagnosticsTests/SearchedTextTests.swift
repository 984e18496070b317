// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Diagnostics

@Suite("A text in which words are looked for")
struct SearchedTextTests {
  /// Every text of two letters up to a length.
  private func texts(upTo length: Int) -> [String] {
    (0..<length).reduce(into: [""]) { all, count in
      all += all.filter { $0.utf8.count == count }.flatMap { [$0 + "a", $0 + "b"] }
    }
  }

  @Test("a word is found just where a search by characters finds it, whatever it repeats of itself")
  func allWords() {
    let words = texts(upTo: 4)
    for text in texts(upTo: 8) {
      let searched = SearchedText(text)
      for word in words where searched.holds(word) != text.contains(word) {
        Issue.record("`\(word)` in `\(text)`")
      }
    }
  }

  @Test("a word beyond ASCII is found, and no part of another one is taken for it")
  func beyondASCII() {
    #expect(SearchedText("passwort: größe").holds("größe"))
    #expect(!SearchedText("passwort: grüße").holds("größe"))
  }
}
