// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension YAMLNode {
  /// The value as JSON: whole numbers that every language reads the same, `true` and `false` that were written without
  /// quotes as such, all else as text.
  package var json: String { json(withTextsUnder: []) }

  /// The same, but that all is text that stands under one of these names, or in a list there: names in small letters.
  package func json(withTextsUnder names: Set<String>) -> String {
    var json = JSONWriter()
    json.write(self, names, isText: false)
    return json.text
  }

  /// Beyond it, some languages read another number.
  fileprivate static let sameEverywhere = -(1 << 53 - 1)...(1 << 53 - 1)
}

extension JSONWriter {
  fileprivate mutating func write(_ node: YAMLNode, _ names: Set<String>, isText: Bool) {
    switch node.kind {
    case .mapping:
      object { json in
        for entry in node.entries {
          json.key(entry.key.value)
          json.write(entry.value, names, isText: names.contains(entry.key.value.lowercased()))
        }
      }
    case .sequence: array { json in for item in node.items { json.write(item, names, isText: isText) } }
    case .scalar:
      guard let text = node.text else { return null() }
      if isText {
        string(text)
      } else if node.isPlain, text == "true" || text == "false" {
        bool(text == "true")
      } else if node.isPlain, let number = Int(text), String(number) == text, YAMLNode.sameEverywhere.contains(number) {
        int(number)
      } else {
        string(text)
      }
    }
  }
}
