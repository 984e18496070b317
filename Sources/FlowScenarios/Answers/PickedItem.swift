// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
package import Values

/// What somebody meant who wrote down, before the run, which item is to be picked.
package enum PickedItem: Sendable, Hashable {
  /// The item at this place, counted from 1.
  case place(Int)
  /// None that is offered is like it.
  case none
  /// So many are like it.
  case several(Int)

  /// Looks for the one item that is meant.
  ///
  /// A whole number is the place of an item. A map names fields that the item must have, a text is one of its fields.
  /// In a list of plain values a text is the value itself, and that comes before the place.
  package init(written: Value, among items: [Value]) {
    if case .text(let text) = written, let place = Int(text), !items.contains(where: { $0.isPlain(text) }) {
      self = items.indices.contains(place - 1) ? .place(place) : .none
      return
    }
    let places = items.indices.filter { items[$0].isLike(written) }
    switch places.count {
    case 0: self = .none
    case 1: self = .place(places[0] + 1)
    default: self = .several(places.count)
    }
  }
}

/// A pick that was written down and does not name one item.
package struct PickMiss: Sendable {
  /// What is wrong, for a headline.
  package let message: String
  /// The items that are offered, with their places.
  package let help: String

  init(_ input: Question.Input, _ found: PickedItem, _ list: PickList) {
    let items = list.items.filter { $0.place != nil }
    switch found {
    case .several(let count): message = "`\(input.name)`: \(count) of the items that are offered are like this"
    case .none, .place: message = "`\(input.name)`: no item that is offered is like this"
    }
    let shown = items.prefix(Self.mostShown).enumerated().map { index, item in
      "\(index + 1) \(Diagnostic.quoting(item.text ?? input.type.words(for: item.value), limit: Self.mostWords))"
    }
    help =
      items.isEmpty
      ? "nothing is offered"
      : "offered: " + shown.joined(separator: ", ") + (items.count > Self.mostShown ? " and more" : "")
  }

  private static let mostShown = 8
  private static let mostWords = 80
}

extension Question {
  /// The values of an answer that was written down, as the inputs have them: of a pick, the place of the one item that
  /// is meant.
  ///
  /// Where a pick does not name one item, its value is one that the run refuses.
  func values(written: [(name: String, value: Value)]) -> (values: Record, miss: PickMiss?) {
    var values = Record()
    values.fields.reserveCapacity(written.count)
    var places: [Int] = []
    var miss: PickMiss?
    // Picks in the order of the step, whatever the order in which they are written.
    for input in inputs where input.isPick {
      guard let value = written.first(where: { $0.name == input.name })?.value else { break }
      let found = PickedItem(written: value, among: items(of: input.name, after: places))
      guard case .place(let place) = found else {
        miss = PickMiss(input, found, list(of: input.name, after: places))
        break
      }
      places.append(place)
      values[input.name] = .int(place)
    }
    for (name, value) in written where values[name] == nil {
      let input = inputs.first { $0.name == name }
      values[name] = input?.isPick ?? false ? .list([]) : input?.type.value(written: value) ?? value
    }
    return (values, miss)
  }

  /// All items of a pick: of one that depends on others, what is offered behind any of theirs, in order.
  func allItems(of name: String) -> [Value] { ways(to: name).flatMap { items(of: name, after: $0) } }

  /// What a pick shows; of one that depends on others, behind any of their items, in order.
  func allLists(of name: String) -> [PickList] { ways(to: name).map { list(of: name, after: $0) } }

  /// Each way of making the picks before another, as places.
  private func ways(to name: String) -> [[Int]] {
    guard let last = inputs.firstIndex(where: { $0.isPick && $0.name == name }) else { return [] }
    var ways: [[Int]] = [[]]
    for input in inputs[..<last] {
      ways = ways.flatMap { way in items(of: input.name, after: way).indices.map { way + [$0 + 1] } }
    }
    return ways
  }
}

extension Value {
  /// Whether it is a plain value that one writes so.
  fileprivate func isPlain(_ text: String) -> Bool {
    switch self {
    case .text, .int, .flag: description == text
    case .record, .list, .secret: false
    }
  }

  /// Whether an item is like what was written: a map names fields that it has, and a text is the value itself or one of
  /// its fields.
  func isLike(_ written: Value) -> Bool {
    switch (self, written) {
    case (.record(let item), .record(let wanted)):
      wanted.fields.allSatisfy { field in item[field.name]?.isLike(field.value) ?? false }
    case (.list(let items), .list(let wanted)):
      items.count == wanted.count && zip(items, wanted).allSatisfy { $0.isLike($1) }
    case (.record(let item), _): item.fields.contains { $0.value.isPlain(written.description) }
    case (_, .record), (_, .list), (.list, _), (_, .secret): false
    default: isPlain(written.description)
    }
  }
}

extension ValueType {
  /// An item of a list in words: its declared fields that are plain and not empty.
  package func words(for item: Value) -> String {
    guard case .record(let type) = self, case .record(let record) = item else { return item.description }
    return type.fields.compactMap { field in
      switch record[field.name] {
      case .record?, .list?, .secret?, nil: nil
      case let value?: value.description.isEmpty ? nil : "\(field.name): \(value)"
      }
    }.joined(separator: ", ")
  }
}
