// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MessageLanguages
import Testing
import Values

@testable import FlowGraph
@testable import FlowRuntime

/// How words are filled in a language.
struct SpokenMessageTests {
  private static func plural(_ tag: String, _ forms: [(PluralCategory, String)]) -> [Message.Piece] {
    let plural = Message.Plural(
      language: LanguageTag(tag),
      forms: forms.map {
        Message.Plural.Form(
          category: $0, pieces: [.text($1), .placeholder(["n"])], range: .beginning(of: .first))
      }, none: "none")
    return [.text("Left: "), .plural(["n"], plural)]
  }

  @Test("The number decides which words are shown")
  func numbers() {
    let polish = Self.plural("pl", [(.one, "próba "), (.few, "próby "), (.many, "prób ")])
    let shown = [1, 3, 5, 22].map { MessageText(nil).filled(polish, from: ["n": .int($0)]) }
    #expect(shown == ["Left: próba 1", "Left: próby 3", "Left: prób 5", "Left: próby 22"])
    #expect(MessageText(nil).filled(polish, from: Record()) == "Left: none")
    #expect(MessageText(nil).filled(polish, from: ["n": .text("x")]) == "Left: none")
    let spanish = Self.plural("es", [(.one, "a "), (.other, "b ")])
    #expect(MessageText(nil).filled(spanish, from: ["n": .int(1_000_000)]) == "Left: b 1000000")
    #expect(MessageText(nil).filled(Self.plural("en", []), from: ["n": .int(1)]) == "Left:")
  }

  @Test("A value never turns what stands behind it")
  func directions() {
    let pieces: [Message.Piece] = [.text("Hello "), .placeholder(["name"]), .text(" (you)")]
    func shown(_ name: String, _ isRightToLeft: Bool = false) -> String {
      MessageText(nil, isRightToLeft: isRightToLeft).filled(pieces, from: ["name": .text(name)])
    }
    #expect(shown("bob") == "Hello bob (you)")
    #expect(shown("bob", true) == "Hello \u{2068}bob\u{2069} (you)")
    #expect(shown("דוד") == "Hello \u{2068}דוד\u{2069} (you)")
    #expect(shown("\u{202E}bob\u{2069}") == "Hello \u{2068}bob\u{2069} (you)")
  }
}
