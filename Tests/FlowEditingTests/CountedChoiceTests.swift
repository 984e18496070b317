// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("Names of choices that messages count")
struct CountedChoiceTests {
  private static let flow = Samples.flow(
    replacing: "leave: { to: failed }", by: "again: { call: resetAuthState, max: 2, then: { getUser: retry } }"
  )
  .replacingOccurrences(of: "sdk: relid\n", with: "sdk: relid\nmessages-in: en\ncatalogues: [de]\n")
  .replacingOccurrences(
    of: "check-your-name: Check what you typed.",
    with: """
      check-your-name:
          text: "Check it. {tries.left}, {choices.again.left}"
          plural: { choices.again.left: { one: Once., other: "{choices.again.left} times." } }
      """)
  private static let catalogue = """
    catalogue: de
    messages:
      check-your-name: |
        Noch {choices.again.left} mal

    """

  private func desk(_ flow: String = Self.flow) throws -> EditingDesk {
    let desk = try EditingDesk(["a.yaml": flow, "de.yaml": Self.catalogue])
    desk.workspace.settle()
    return desk
  }

  private func offset(of word: String, in text: String) throws -> Int {
    text[..<(try #require(text.range(of: word)).lowerBound)].utf8.count
  }

  @Test(
    "a text names the choices that it counts, and nothing else",
    arguments: [
      ("{choices.again.left}", ["again"]), ("a {tries.left} {choices.x-1.left}{choices.y.left}", ["x-1", "y"]),
      ("{{choices.again.left}}", []), ("{choices.again}", []), ("{choices..left}", []), ("{choices.a.b.left}", []),
      ("choices.again.left", []), ("{choices.again.left", ["again"]), ("{", []), ("", []),
      ("{{{choices.a.left}", ["a"]),
      ("{event.choices.again.left}", []),
    ])
  func names(text: String, expected: [String]) {
    let bytes = Array("äh\(text)".utf8)[3...]
    let names = CountedChoices(in: bytes).names
    #expect(names.map(\.text) == expected)
    for name in names { #expect(bytes.dropFirst(name.start).starts(with: name.text.utf8)) }
  }

  @Test("a choice is renamed in the messages of the flow and of its catalogues, wherever the pointer is")
  func renaming() throws {
    let desk = try desk()
    for (file, text, word) in [
      ("a.yaml", Self.flow, "again: {"), ("a.yaml", Self.flow, "again.left}"), ("a.yaml", Self.flow, "again.left: {"),
      ("de.yaml", Self.catalogue, "again"),
    ] {
      let edits = try desk.workspace.renaming(
        at: try offset(of: word, in: text) + 1, in: desk.path(file), to: "oneMore")
      #expect(desk.applied(edits, to: "a.yaml") == Self.flow.replacingOccurrences(of: "again", with: "oneMore"))
      #expect(desk.applied(edits, to: "de.yaml") == Self.catalogue.replacingOccurrences(of: "again", with: "oneMore"))
    }
  }

  @Test("where several steps have a choice of that name, the check tells whether it can be renamed")
  func several() throws {
    let flow = Self.flow.replacingOccurrences(of: "finish: { to: done }", with: "again: { to: done }")
    let desk = try desk(flow)
    let other = try desk.workspace.renaming(
      at: try offset(of: "again: { to: done", in: flow) + 1, in: desk.path("a.yaml"), to: "finish")
    #expect(desk.applied(other, to: "a.yaml") == Self.flow)
    #expect(throws: RenamingProblem.self) {
      _ = try desk.workspace.renaming(
        at: try self.offset(of: "again: { call", in: flow) + 1, in: desk.path("a.yaml"), to: "oneMore")
    }
  }
}
