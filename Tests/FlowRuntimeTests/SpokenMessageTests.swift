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

  @Test("What the contract marks private is never shown, and counts as missing")
  func privateFields() {
    let ticket = RecordType(
      "ticket", [RecordType.Field("id", .text, isPrivate: true), RecordType.Field("name", .text)])
    let type = RecordType(
      "event",
      [
        RecordType.Field("session", .text, isPrivate: true), RecordType.Field("left", .count, isPrivate: true),
        RecordType.Field("person", .text), RecordType.Field("tickets", .list(.record(ticket))),
        RecordType.Field("ticket", .record(ticket)),
      ])
    let data: Record = [
      "session": .text("TOPSECRET"), "left": .int(3), "person": .text("ann"),
      "tickets": .list([.record(["id": .text("TOPSECRET")])]),
      "ticket": .record(["id": .text("TOPSECRET"), "name": .text("train")]),
    ]
    func shown(_ pieces: Message.Piece...) -> String { MessageText(type).filled(pieces, from: data) }
    #expect(shown(.placeholder(["session"], none: "nothing")) == "nothing")
    #expect(shown(.text("of "), .placeholder(["person"])) == "of ann")
    #expect(shown(.placeholder(["ticket", "id"])) == "")
    #expect(shown(.placeholder(["ticket", "name"])) == "train")
    #expect(shown(.placeholder(["ticket"])) == "")
    let plural = Message.Plural(language: nil, forms: [], none: "none")
    #expect(shown(.text("Left: "), .plural(["left"], plural)) == "Left: none")
    let list = Message.List(
      each: [.placeholder(["id"])], most: 5, more: [], none: [.text("none")], range: .beginning(of: .first))
    #expect(shown(.list(["tickets"], list)) == "none")
    let item: Value = .record(["id": .text("TOPSECRET"), "name": .text("train")])
    let words: [Message.Piece] = [.placeholder(["name"]), .text(" "), .placeholder(["id"])]
    #expect(MessageText.filled(words, from: item, as: .record(ticket)) == "train")
  }
}
