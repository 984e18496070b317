// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import Guards
import SDKContract
import Values

/// A list of an event from which a step lets users pick, with the lists of what is picked.
///
/// Two flows may differ in what they offer of it, so there are items by which each of its conditions comes out in each way. An item that
/// is to show this of a list below it must be offered itself.
struct SampleList {
  private let name: String
  /// From the event's data, or from the item that was picked before.
  private let path: [String]
  private let conditions: [Guard]
  private let below: [SampleList]

  /// So many lists are made of one.
  private static let mostLists = 512

  /// The lists of an event that a step lets users pick from.
  static func lists(of step: Step) -> [SampleList] { lists(of: step, pickedAs: nil) }

  private static func lists(of step: Step, pickedAs parent: Int?) -> [SampleList] {
    step.inputs.enumerated().compactMap { index, input in
      guard let pick = input.pick else { return nil }
      let own: (parent: Int?, path: [String]) =
        switch pick.source {
        case .event(let path): (nil, path)
        case .picked(let picked, let path): (picked, path)
        }
      guard own.parent == parent else { return nil }
      return SampleList(
        name: input.name, path: own.path, conditions: pick.checks.map(\.expression),
        below: lists(of: step, pickedAs: index))
    }
  }

  /// All conditions, those of the lists below among them.
  var allConditions: [Guard] { conditions + below.flatMap(\.allConditions) }

  /// How many items it offers, and lists below its first item do: none, one or more.
  func offers(in data: Record, _ facts: any GuardFacts) -> [Int] {
    let offered = items(in: data).filter { isOffered($0, facts) }
    return [min(2, offered.count)]
      + below.flatMap { list in
        guard case .record(let first)? = offered.first else { return [-1] }
        return list.offers(in: first, ItemFacts(name: name, item: .record(first), others: facts))
      }
  }

  /// The same data with other items in the list: some that are offered differ from one that is in one thing, alone and beside it.
  func variations(of data: Record, _ fields: RecordType, _ values: SampleValues, _ facts: any GuardFacts) -> [Record] {
    guard case .list(.record(let type))? = fields.type(at: path) else { return [] }
    guard let usual = usual(type, values, facts) else { return [] }
    let inner = ItemFacts(name: name, item: .record(usual), others: facts)
    let varied =
      below.flatMap { $0.variations(of: usual, type, values, inner) } + usual.differingInOneField(type, values)
    let lists: [[Record]] = [[usual]] + varied.flatMap { [[$0], [usual, $0], [$0, usual]] }
    return lists.prefix(Self.mostLists).map { data.setting(.list($0.map(Value.record)), at: path) }
  }

  /// An item that is offered and differs from an ordinary one in as little as possible; nil where none is found.
  private func usual(_ type: RecordType, _ values: SampleValues, _ facts: any GuardFacts) -> Record? {
    let ordinary = SampleValues.ordinary(type)
    let near = [ordinary] + ordinary.differingInOneField(type, values)
    func first(_ records: [Record]) -> Record? { records.first { isOffered(.record($0), facts) } }
    return first(near) ?? near.lazy.compactMap { first($0.differingInOneField(type, values)) }.first
  }

  private func isOffered(_ item: Value, _ facts: any GuardFacts) -> Bool {
    let facts = ItemFacts(name: name, item: item, others: facts)
    return conditions.allSatisfy { $0.evaluate(facts) == .yes }
  }

  private func items(in data: Record) -> [Value] {
    let value = path.reduce(Value?.some(.record(data))) { value, name in
      if case .record(let record)? = value { record[name] } else { nil }
    }
    if case .list(let items)? = value { return items }
    return []
  }
}

/// What is known beside an item of a list.
private struct ItemFacts: GuardFacts {
  let name: String
  let item: Value
  let others: any GuardFacts

  func value(named other: String) -> Value? { other == name ? item : others.value(named: other) }
}

extension RecordType {
  /// Nil where the path leads nowhere.
  fileprivate func type(at path: [String]) -> ValueType? {
    path.reduce(ValueType?.some(.record(self))) { type, name in
      if case .record(let record)? = type { record.type(of: name) } else { nil }
    }
  }
}

extension Record {
  /// Those with another value in one field, or without it.
  fileprivate func differingInOneField(_ type: RecordType, _ values: SampleValues) -> [Record] {
    type.fields.flatMap { field in
      (values.alternatives(field.type).map(Optional.some) + [nil]).filter { $0 != self[field.name] }.map { value in
        var varied = self
        varied[field.name] = value
        return varied
      }
    }
  }

  /// The same with another value where a path leads.
  fileprivate func setting(_ value: Value, at path: [String]) -> Record {
    guard let name = path.first else { return self }
    var varied = self
    if path.count == 1 {
      varied[name] = value
    } else if case .record(let inner)? = self[name] {
      varied[name] = .record(inner.setting(value, at: Array(path.dropFirst())))
    }
    return varied
  }
}
