// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension YAMLNode {
  /// The value as JSON: whole numbers, `true` and `false` that were written without quotes as such, all else as text.
  public var json: String {
    var json = JSONWriter()
    json.write(self)
    return json.text
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ node: YAMLNode) {
    switch node.kind {
    case .mapping:
      object { json in
        for entry in node.entries {
          json.key(entry.key.value)
          json.write(entry.value)
        }
      }
    case .sequence: array { json in for item in node.items { json.write(item) } }
    case .scalar:
      guard let text = node.text else { return null() }
      if node.isPlain, text == "true" || text == "false" {
        bool(text == "true")
      } else if node.isPlain, let number = Int(text), String(number) == text {
        int(number)
      } else {
        string(text)
      }
    }
  }
}
