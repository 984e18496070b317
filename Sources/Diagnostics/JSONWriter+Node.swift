// SPDX-License-Identifier: Apache-2.0

extension JSONWriter {
  /// A value that was read.
  public mutating func write(_ node: JSONNode) {
    switch node.value {
    case .null: null()
    case .flag(let flag): bool(flag)
    case .int(let number): int(number)
    case .text(let text): string(text)
    case .list(let nodes): array { json in for node in nodes { json.write(node) } }
    case .object(let fields):
      object { json in
        for field in fields {
          json.key(field.name)
          json.write(field.node)
        }
      }
    }
  }
}
