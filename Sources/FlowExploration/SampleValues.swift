// SPDX-License-Identifier: Apache-2.0

import Guards
package import Values

/// Made-up values of a type: one that is ordinary, and those by which conditions may come out otherwise.
package struct SampleValues {
  /// Numbers and texts that the flow compares with.
  private let literals: [Value]

  /// What most values are.
  package static let text = "sample"

  /// - Parameter conditions: what the values should be able to make true, false or impossible to tell.
  init(for conditions: [Guard], words: Record) {
    var literals: [Value] = []
    for literal in conditions.flatMap(\.literals) + words.fields.map(\.value) where !literals.contains(literal) {
      literals.append(literal)
    }
    for condition in conditions {
      for wanted in [true, false] {
        // What a number is compared with is among the literals.
        for example in Guard.examples(for: [(condition, wanted)]) {
          guard case .text = example.value, !literals.contains(example.value) else { continue }
          literals.append(example.value)
        }
      }
    }
    self.literals = literals
  }

  /// An ordinary value.
  package static func ordinary(_ type: ValueType) -> Value {
    switch type {
    case .text: .text(text)
    case .int: .int(1)
    case .count: .int(3)
    case .seconds: .int(60)
    case .flag: .flag(true)
    case .secret: .text(text)
    case .oneOf(_, let words): .text(words.first ?? text)
    case .numbered(_, let numbers): .int(numbers.first?.number ?? 0)
    case .list(let element): .list([ordinary(element)])
    case .record(let record): .record(ordinary(record))
    }
  }

  /// A record with an ordinary value in each field.
  package static func ordinary(_ type: RecordType) -> Record {
    Record(type.fields.map { Record.Field($0.name, ordinary($0.type)) })
  }

  /// The ordinary value first, then others.
  func alternatives(_ type: ValueType) -> [Value] {
    let ordinary = Self.ordinary(type)
    var others: [Value] = []
    switch type {
    case .flag: others = [.flag(false)]
    case .text: others = texts
    case .int: others = numbers(from: .min)
    case .count, .seconds: others = numbers(from: 0)
    case .oneOf(_, let words): others = words.map { .text($0) } + [.text("of no known kind")]
    case .numbered(_, let numbers): others = numbers.map { .int($0.number) }
    case .secret: break
    case .list(let element):
      let elements = alternatives(element)
      others = [.list([])] + elements.map { .list([$0]) } + (elements.count > 1 ? [.list(elements)] : [])
    case .record(let record): others = variations(of: record)
    }
    return [ordinary] + others.filter { $0 != ordinary }
  }

  /// Lists of two different items; none for any other type.
  func pairs(_ type: ValueType) -> [Value] {
    guard case .list(let element) = type else { return [] }
    let elements = alternatives(element)
    return elements.indices.flatMap { index in
      elements[..<index].map { .list([$0, elements[index]]) }
    }
  }

  private var texts: [Value] {
    literals.filter { if case .text = $0 { true } else { false } }
  }

  private func numbers(from least: Int) -> [Value] {
    var numbers: [Int] = [0, 1]
    for case .int(let number) in literals { numbers += [number &- 1, number, number &+ 1] }
    return numbers.filter { $0 >= least }.map { .int($0) }
  }

  /// Records that differ from the ordinary one in a single field.
  private func variations(of type: RecordType) -> [Value] {
    let ordinary = Self.ordinary(type)
    return type.fields.flatMap { field in
      alternatives(field.type).dropFirst().map { value in
        var varied = ordinary
        varied[field.name] = value
        return .record(varied)
      }
    }
  }
}
