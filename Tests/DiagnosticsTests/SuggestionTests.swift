// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@Suite struct SuggestionTests {
  private let keys = ["challenge", "choices", "answer", "ask", "tries", "then", "to", "when", "with", "within"]

  @Test(
    "A typing mistake is understood",
    arguments: [
      ("chalenge", "challenge"), ("challange", "challenge"), ("hcallenge", "challenge"), ("tires", "tries"),
      ("try", nil), ("thn", "then"), ("THEN", "then"), ("Tries", "tries"), ("anser", "answer"), ("whithin", "within"),
      ("wiht", "with"), ("xyz", nil), ("timeout", nil), ("a", nil), ("", nil), ("t", nil), ("TO", "to"), ("as", "ask"),
      ("ch", nil),
    ])
  func slips(_ word: String, _ meant: String?) {
    #expect(Suggestion.nearest(to: word, among: keys) == meant)
  }

  @Test("A name may lack what stands in front of its last slash")
  func withoutFolder() {
    #expect(Suggestion.nearest(to: "identify", among: ["identifier-of", "signIn/identify"]) == "signIn/identify")
    #expect(Suggestion.nearest(to: "identify", among: ["identity", "signIn/identify"]) == "identity")
  }

  @Test("The order of the candidates does not matter")
  func deterministic() {
    let near = ["stepa", "stepb", "stepc"]
    for order in [near, near.reversed(), ["stepb", "stepc", "stepa"]] {
      #expect(Suggestion.nearest(to: "stepx", among: order) == "stepa")
    }
  }

  @Test("The word itself is no suggestion, and other letter case beats another letter")
  func itself() {
    #expect(Suggestion.nearest(to: "then", among: ["then"]) == nil)
    #expect(Suggestion.nearest(to: "stepA", among: ["stepB", "stepa"]) == "stepa")
    #expect(Suggestion.nearest(to: "übung", among: ["Übung"]) == "Übung")
  }

  @Test("A monster of a word is not compared")
  func long() {
    let monster = String(repeating: "a", count: 1_000_000)
    #expect(Suggestion.nearest(to: monster, among: [monster + "b"]) == nil)
    #expect(Suggestion.nearest(to: "tries", among: [monster]) == nil)
  }

  @Test("Where no word is near, the beginning of one is meant, whatever its letter case")
  func beginnings() {
    #expect(Suggestion.nearest(to: "setUsername", among: ["setUser", "setPassword"]) == "setUser")
    #expect(Suggestion.nearest(to: "attempts", among: ["userID", "attemptsLeft"]) == "attemptsLeft")
    #expect(Suggestion.nearest(to: "ATTEMPTS", among: ["attemptsLeftOver", "attemptsLeft"]) == "attemptsLeft")
    #expect(Suggestion.nearest(to: "setusers_names", among: ["set", "setUsers"]) == "setUsers")
    #expect(Suggestion.nearest(to: "getAccessCode", among: ["get"]) == nil)
  }

  @Test("The word in other letter case is a change for certain, one of several near words is not")
  func change() {
    let levels = ["aal1", "aal2", "aal3"]
    #expect(Suggestion.cure(for: "AAL1", among: levels)?.change == .word("AAL1", by: "aal1"))
    #expect(Suggestion.cure(for: "aal4", among: levels)?.change == nil)
    #expect(Suggestion.cure(for: "Aal", among: ["aAL", "aal"])?.change == nil)
    #expect(Suggestion.cure(for: "tires", among: keys)?.change == .word("tires", by: "tries"))
  }

  @Test("The help is a question, or the fallback")
  func help() {
    #expect(Suggestion.help(for: "tires", among: keys, otherwise: "x") == "did you mean `tries`?")
    #expect(Suggestion.help(for: "zzzzz", among: keys, otherwise: "x") == "x")
  }

  @Test(
    "A quoted word is short, on one line and harmless",
    arguments: [
      ("lockout", "`lockout`"), ("", "``"), ("a\nb", "`a\\nb`"), ("\u{1B}[0m", "`<U+001B>[0m`"),
      ("abcdefghijklmnopqrstuvwxyzabcdefghijklmnop", "`abcdefghijklmnopqrstuvwxyzabcdef…`"),
    ])
  func quoting(_ word: String, _ quoted: String) {
    #expect(Diagnostic.quoting(word) == quoted)
  }

  @Test("between words that are equally near nobody guesses where one of few is due")
  func closed() {
    let goals = ["aal1", "aal2", "aal3"]
    func cure(_ word: String, _ words: [String]) -> String {
      Suggestion.cure(for: word, ofAll: words, otherwise: "write one of them").words
    }
    #expect(cure("aal4", goals) == "write one of them")
    #expect(cure("aal", goals) == "write one of them")
    #expect(cure("AAL2", goals) == "did you mean `aal2`?")
    #expect(cure("all2", goals) == "did you mean `aal2`?")
    #expect(cure("nist", ["nist-63b-3", "nist-63b-4", "psd2-rts"]) == "write one of them")
    #expect(cure("psd2", ["nist-63b-3", "nist-63b-4", "psd2-rts"]) == "did you mean `psd2-rts`?")
  }
}
