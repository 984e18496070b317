// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MessageLanguages
import Testing
import Values

@testable import FlowGraph
@testable import FlowRuntime

@Suite("The words of a message")
struct MessageTextTests {
  private static let threat = RecordType(
    "threat",
    [
      RecordType.Field("name", .text), RecordType.Field("kind", .numbered("kind", [NamedNumber("app", 1)])),
      RecordType.Field("app", .record(RecordType("app", [RecordType.Field("id", .text)]))),
    ])
  private static let event = RecordType(
    "event",
    [
      RecordType.Field("threats", .list(.record(threat))), RecordType.Field("labels", .list(.text)),
      RecordType.Field("kind", .numbered("kind", [NamedNumber("app", 1)])),
    ])
  private static let line: [Message.Piece] = [
    .text("- "), .placeholder(["name"]), .text(" ("), .placeholder(["kind"]), .text(")"), .placeholder(["app", "id"]),
  ]

  private static func filled(_ pieces: [Message.Piece], _ data: Record) -> String {
    MessageText(event).filled(pieces, from: data)
  }

  private static func list(
    _ path: [String] = ["threats"], _ each: [Message.Piece] = line, most: Int = 10, more: [Message.Piece] = [],
    none: [Message.Piece] = []
  ) -> Message.Piece {
    let place = SourceRange(SourcePosition(line: 1, column: 1), SourcePosition(line: 1, column: 1))
    return .list(path, Message.List(each: each, most: most, more: more, none: none, range: place))
  }

  private static func threats(_ names: [String]) -> Record {
    ["threats": .list(names.map { .record(["name": .text($0), "kind": .int(1)]) })]
  }

  @Test("each item of a list stands on a line of its own, and what it lacks is left out")
  func items() {
    let data: Record = [
      "threats": .list([
        .record(["name": .text("root"), "kind": .int(1), "app": .record(["id": .text(" su")])]),
        .record(["name": .text("proxy"), "kind": .int(7)]),
      ])
    ]
    #expect(Self.filled([.text("Found:\n"), Self.list()], data) == "Found:\n- root (app) su\n- proxy (7)")
  }

  @Test("no more items are shown than the message says, and the rest is counted where it says how")
  func rest() {
    let data = Self.threats(["a", "b", "c"])
    #expect(Self.filled([Self.list(most: 2)], data) == "- a (app)\n- b (app)")
    let more: [Message.Piece] = [.text("and "), .placeholder(["count"]), .text(" more")]
    #expect(Self.filled([Self.list(most: 2, more: more)], data) == "- a (app)\n- b (app)\nand 1 more")
    #expect(Self.filled([Self.list(most: 3, more: more)], data) == "- a (app)\n- b (app)\n- c (app)")
  }

  @Test(
    "an empty list, a missing one and what is no list show the words for none",
    arguments: [Record(), ["threats": .list([])], ["threats": .text("x")]] as [Record])
  func none(_ data: Record) {
    #expect(Self.filled([.text("("), Self.list(none: [.text("nothing")]), .text(")")], data) == "(nothing)")
    #expect(Self.filled([.text("("), Self.list(), .text(")")], data) == "()")
  }

  @Test("items without fields are shown themselves")
  func plain() {
    let data: Record = ["labels": .list([.text("one"), .text("two")])]
    #expect(Self.filled([Self.list(["labels"], [.placeholder(["item"]), .text(";")])], data) == "one;\ntwo;")
  }

  @Test("a number is shown by the name that the contract has for it, and as it is where it has none")
  func names() {
    #expect(Self.filled([.placeholder(["kind"])], ["kind": .int(1)]) == "app")
    #expect(Self.filled([.placeholder(["kind"])], ["kind": .int(9)]) == "9")
    #expect(Self.filled([.placeholder(["kind"])], Record()) == "")
  }

  @Test(
    "words stand for a value that is empty or missing, where the message has some, and no blank is left behind",
    arguments: [Record(), ["kind": .text("")]] as [Record])
  func missing(_ data: Record) {
    let none = Message.Piece.placeholder(["kind"], none: "Any kind")
    #expect(Self.filled([.text("Kind: "), none, .text(".")], data) == "Kind: Any kind.")
    #expect(Self.filled([.text("Kind: "), .placeholder(["kind"]), .text(" ")], data) == "Kind:")
    #expect(Self.filled([.text("Kind: "), none], ["kind": .int(1)]) == "Kind: app")
  }

  @Test("an item has no words of the items before it, whatever it lacks")
  func noLeftovers() {
    let data: Record = ["threats": .list([.record(["name": .text("a")]), .record([:]), .text("x")])]
    #expect(Self.filled([Self.list()], data) == "- a ()\n-  ()\n-  ()")
  }

  @Test("blanks at the end of a message or an item are dropped, and those at the end of words within it stay")
  func blanksAtTheEnd() {
    #expect(Self.filled([.text("Kind: "), .placeholder(["kind"]), .text(" .\t\n")], ["kind": .int(9)]) == "Kind: 9 .")
    let none = Self.list(none: [.text("nothing ")])
    #expect(Self.filled([.text("Found: "), none, .text("here")], [:]) == "Found: nothing here")
    #expect(Self.filled([.text("Found: "), none], [:]) == "Found: nothing")
    let data: Record = ["labels": .list([.text("one"), .text("two")])]
    let items = Self.list(["labels"], [.placeholder(["item"]), .text(" \n")])
    #expect(Self.filled([items, .text("!")], data) == "one\ntwo!")
    let form = Message.Plural.Form(category: .other, pieces: [.text("items ")], range: .beginning(of: .first))
    let plural = Message.Plural(language: nil, forms: [form], none: "")
    let pieces: [Message.Piece] = [.text("Some "), .plural(["kind"], plural), .text("are left.")]
    #expect(Self.filled(pieces, ["kind": .int(2)]) == "Some items are left.")
  }
}
