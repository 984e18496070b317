// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import Guards
import Values

extension FlowMachine {
  /// The elements that an input's pick offers, in the order of the list.
  ///
  /// - Parameter values: what the inputs above it hold.
  func elements(of pick: Pick, for name: String, inputs: [FlowGraph.Input], given values: [Value]) -> [Record] {
    let list: [Record]
    switch pick.source {
    case .event(let path): list = top.data?.event.data.records(at: path) ?? []
    case .picked(let index, let path):
      guard values.indices.contains(index), case .record(let parent) = values[index] else { return [] }
      list = parent.records(at: path)
    }
    guard let condition = pick.condition else { return list }
    return list.filter { element in
      let facts = PickFacts(facts: Facts(machine: self, inputs: inputs, values: values), name: name, element: element)
      // An element whose guard errs is not offered.
      return condition.evaluate(facts) == .yes
    }
  }

  /// The element that an answer names; nil if it is not offered.
  func element(named key: Value, of input: FlowGraph.Input, inputs: [FlowGraph.Input], given values: [Value]) -> Value? {
    guard let pick = input.pick else { return nil }
    return elements(of: pick, for: input.name, inputs: inputs, given: values).first { $0[pick.key] == key }
      .map { .record($0) }
  }

  /// What an input offers to pick from, for each element that may be picked above it.
  func options(of index: Int, in inputs: [FlowGraph.Input]) -> [Question.Option] {
    guard let pick = inputs[index].pick else { return [] }
    func options(_ values: [Value], under parent: String?) -> [Question.Option] {
      elements(of: pick, for: inputs[index].name, inputs: inputs, given: values).compactMap { element in
        guard case .text(let key)? = element[pick.key] else { return nil }
        return Question.Option(key: key, under: parent, fields: element)
      }
    }
    guard case .picked(let parent, _) = pick.source, let above = inputs[parent].pick else { return options([], under: nil) }
    return elements(of: above, for: inputs[parent].name, inputs: inputs, given: []).flatMap { element in
      var values = [Value](repeating: .flag(false), count: parent)
      values.append(.record(element))
      guard case .text(let key)? = element[above.key] else { return [Question.Option]() }
      return options(values, under: key)
    }
  }
}

/// What the guard of a pick may ask for: what a check may, and the element.
private struct PickFacts: GuardFacts {
  let facts: Facts
  let name: String
  let element: Record

  func value(named name: String) -> Value? { name == self.name ? .record(element) : facts.value(named: name) }
}
