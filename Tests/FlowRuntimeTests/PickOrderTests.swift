// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import Values

@testable import FlowGraph
@testable import FlowRuntime

@Suite("The order of what is picked")
struct PickOrderTests {
  private static func items(_ order: Pick.Order?, _ values: [Value?]) -> [Int] {
    let items = values.enumerated().map { index, value in
      Value.record(Record([.init("place", .int(index))] + (value.map { [.init("key", $0)] } ?? [])))
    }
    let place = SourceRange(SourcePosition(line: 1, column: 1), SourcePosition(line: 1, column: 1))
    let input = Input(
      name: "item", type: .record(RecordType("item", [])), parameter: nil, suggestion: nil,
      pick: Pick(source: .event(["items"]), checks: [], order: order, show: nil, none: nil), range: place)
    let offer = PickOffer(
      inputs: [input][...], data: ["items": .list(items)], fields: nil, constants: Record(), messages: [])
    return offer.items(behind: []).compactMap { item in
      guard case .record(let record) = item, case .int(let place)? = record["place"] else { return nil }
      return place
    }
  }

  private static let up = Pick.Order(field: "key", isDescending: false)
  private static let down = Pick.Order(field: "key", isDescending: true)

  @Test("without an order the list's own stands")
  func none() {
    #expect(Self.items(nil, [.int(3), .int(1), .int(2)]) == [0, 1, 2])
  }

  @Test("numbers go by their size, texts by their bytes, either way")
  func sorted() {
    #expect(Self.items(Self.up, [.int(3), .int(-1), .int(20)]) == [1, 0, 2])
    #expect(Self.items(Self.down, [.int(3), .int(-1), .int(20)]) == [2, 0, 1])
    #expect(Self.items(Self.up, [.text("b"), .text("B"), .text("a")]) == [1, 2, 0])
    #expect(Self.items(Self.down, [.text("b"), .text("B"), .text("a")]) == [0, 2, 1])
  }

  @Test("what is equal stays as it is, and what lacks the field comes last, either way")
  func ties() {
    #expect(Self.items(Self.up, [nil, .int(2), .int(1), .int(2), nil]) == [2, 1, 3, 0, 4])
    #expect(Self.items(Self.down, [nil, .int(2), .int(1), .int(2), nil]) == [1, 3, 2, 0, 4])
  }
}
