// SPDX-License-Identifier: Apache-2.0

import Testing
import Values

@testable import Guards

@Suite("A guard that is being written")
struct GuardSketchTests {
  private static let scope: GuardScope = {
    var scope = GuardScope()
    let item = RecordType("item", [.init("level", .oneOf("level", ["LOW", "HIGH"])), .init("names", .list(.text))])
    scope.declare(
      "event",
      .record(RecordType("event", [.init("items", .list(.record(item))), .init("left", .count), .init("is", .flag)])))
    scope.declare("pin", .secret)
    return scope
  }()

  private func offered(_ text: String) -> (words: [String], typed: Int) {
    let (offers, typed) = GuardSketch(text, in: Self.scope).offers
    return (
      offers.map { offer in
        switch offer {
        case .word(let word): word.name
        case .name(let name, _): name
        case .field(let field): field.name
        case .text(let text, _): "\"\(text)\""
        }
      }, typed
    )
  }

  @Test(
    "what may stand next",
    arguments: [
      ("", ["event", "pin", "has", "size", "matches"]), ("!", ["event", "pin", "has", "size", "matches"]),
      ("event.", ["items", "left", "is"]), ("event.l", ["items", "left", "is"]), ("event.items.", ["all", "exists"]),
      ("event.items.all(", []), ("event.items.all(i, i.", ["level", "names"]),
      ("event.items.all(i, i.names.exists(n, ", ["n", "i", "event", "pin", "has", "size", "matches"]),
      ("event.items.all(i, i.level == \"L", ["\"LOW\"", "\"HIGH\""]), ("has(", ["event", "pin"]),
      ("event.is ", ["&&", "||"]), ("event.left ", ["==", "!=", "<", "<=", ">", ">=", "in"]),
      ("pin ", ["==", "!=", "in"]),
      ("event.left > 1 ", ["&&", "||"]), ("event.gone.", []), ("event.left.", []), ("§", []),
    ])
  func offers(text: String, words: [String]) {
    #expect(offered(text).words == words)
  }

  @Test("how much of the word is written already")
  func typed() {
    #expect(offered("event.le").typed == 2)
    #expect(offered("event.").typed == 0)
    #expect(offered("event.items.all(i, i.level == \"LO").typed == 3)
  }

  @Test("the name of an item is known inside its brackets only")
  func variables() {
    #expect(!offered("event.items.all(i, i.level == \"LOW\") && ").words.contains("i"))
  }

  @Test("each word of a guard that is cut off anywhere can be asked for")
  func everyPlace() {
    let text = "event.items.all(i, i.level in [\"LOW\"] && !(size(i.names) > 0)) || matches(pin, \"[0-9]+\")"
    for end in 0...text.utf8.count {
      let cut = String(decoding: Array(text.utf8)[..<end], as: UTF8.self)
      let sketch = GuardSketch(cut, in: Self.scope)
      #expect(sketch.offers.typed <= end)
      for offset in 0...end { _ = sketch.meaning(at: offset) }
    }
  }
}
