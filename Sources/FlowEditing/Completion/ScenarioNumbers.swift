// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import SDKContract
import Values
import YAMLTree

/// What scenarios say of an event or of a rejection: by the contract of the flow that they play.
extension CompletionSearch {
  /// The fields of the event whose data is given.
  mutating func addEventData() {
    guard ScenarioMeaning.inItem(keys)?.elementsEqual(["with"]) ?? false,
      let contract = workspace.contract(for: text.path),
      let event = cursor.tree.word(of: "event", around: cursor.mark).flatMap({ contract.event(named: $0) })
    else { return }
    for field in contract[event].fields.fields where !cursor.place.siblings.contains(field.name) {
      addKey(field.name, .field, "a field of `\(contract[event].name)`", "", rank: 5)
    }
  }

  /// The status codes of an event, and the error numbers with which a call may be refused.
  mutating func addNumbers() {
    guard let place = ScenarioMeaning.inItem(keys), let contract = workspace.contract(for: text.path) else { return }
    if place.elementsEqual(["status"]),
      let event = cursor.tree.word(of: "event", around: cursor.mark).flatMap({ contract.event(named: $0) })
    {
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
      if let value = node.entries.first(where: { $0.key.map { text($0.range) } == key })?.value, !value.isContainer {
        found = KeyedPlace.scalar(text(value.range))
      }
      for entry in node.entries where entry.start <= offset && offset <= entry.value.range.upperBound {
        walk(entry.value, depth: depth + 1)
      }
    }
    walk(root, depth: 0)
    return found
  }
}
