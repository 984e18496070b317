// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import SDKContract
import Values
import YAMLTree

/// What scenarios say of an event or of a rejection: by the contract of the flow that they play.
extension CompletionSearch {
  /// The fields of the event whose data is given, and of the records in it.
  mutating func addEventData() {
    guard case .record(let record)? = typeOfData else { return }
    for field in record.fields where !cursor.place.siblings.contains(field.name) {
      addKey(field.name, .field, "a field of the event, \(field.type)", "", rank: 5)
    }
  }

  /// What stands at the place in the data of an event; nil outside of such data.
  private var typeOfData: ValueType? {
    guard let place = ScenarioMeaning.inItem(keys), let contract = workspace.contract(for: text.path) else {
      return nil
    }
    let isData = place.first == "with" || place.starts(with: ["expect", "data"])
    guard isData, let event = event(contract) else { return nil }
    var type: ValueType? = .record(contract[event].fields)
    for key in place.dropFirst(place.first == "with" ? 1 : 2) {
      switch type {
      case .record(let record): type = record.type(of: key)
      case .list(let item): type = key == PlaceMeaning.item ? item : nil
      default: type = nil
      }
    }
    return type
  }

  /// The event that is named around the place, or else that of the step that is expected.
  private func event(_ contract: Contract) -> EventID? {
    if let named = cursor.tree.word(of: "event", around: cursor.mark) { return contract.event(named: named) }
    guard let step = cursor.tree.word(of: "step", around: cursor.mark) else { return nil }
    let awaited = reach.lazy.filter { $0.place.isDefinition && $0.place.name == step }.compactMap { file, place in
      place.kind == .event ? step : self.workspace.names.names(in: file)?.awaited[step]
    }.first
    return awaited.flatMap { contract.event(named: String($0.prefix { $0 != "(" && $0 != " " })) }
  }

  /// The status codes of an event, and the error numbers with which a call may be refused.
  mutating func addNumbers() {
    guard let place = ScenarioMeaning.inItem(keys), let contract = workspace.contract(for: text.path) else { return }
    if let type = typeOfData {
      for word in type == .flag ? ["true", "false"] : GuardWords.names(of: type) {
        add(word, .word, "\(type)", rank: 5)
      }
    }
    if place.elementsEqual(["status"]) || place.elementsEqual(["expect", "status"]), let event = event(contract) {
      for code in contract.codes(in: event) { add("\(code.number)", .code, code.name, code.meaning, rank: 5) }
    }
    if place.elementsEqual(["reject", "code"]),
      let call = cursor.tree.word(of: "call", around: cursor.mark).flatMap({ contract.call(named: $0) })
    {
      for number in contract[call].rejections {
        let error = contract.errors.first { $0.number == number }
        add("\(number)", .code, error?.name ?? "", error?.meaning ?? "", rank: 5)
      }
    }
  }
}

extension SourceTree {
  /// The word behind a key of the innermost map around a byte that has the key; nil for none.
  fileprivate func word(of key: String, around offset: Int) -> String? {
    var found: String?
    func walk(_ node: SourceNode, depth: Int) {
      guard depth < 24 else { return }
      if let value = node.entries.first(where: { $0.key.map { unquoted($0) } == key })?.value, !value.isContainer {
        found = unquoted(value)
      }
      for entry in node.entries where entry.start <= offset && offset <= entry.value.range.upperBound {
        walk(entry.value, depth: depth + 1)
      }
    }
    walk(root, depth: 0)
    return found
  }
}
