// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A value that is written into a message.
package enum JSONValue: Sendable, Equatable {
  case null
  case flag(Bool)
  case int(Int)
  case text(String)
  case list([JSONValue])
  case object([Field])

  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// A value that was read.
  package init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .flag(let flag): self = .flag(flag)
    case .int(let number): self = .int(number)
    case .text(let text): self = .text(text)
    case .list(let nodes): self = .list(nodes.map { JSONValue($0) })
    case .object(let fields): self = .object(fields.map { Field($0.name, JSONValue($0.node)) })
    }
  }

  /// An object without the fields that have no value.
  package static func fields(_ fields: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(fields.compactMap { name, value in value.map { Field(name, $0) } })
  }

  /// The value of a field; nil if there is none of that name, or this is no object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let fields) = self else { return nil }
    return fields.first { $0.name == name }?.value
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var int: Int? { if case .int(let number) = self { number } else { nil } }
  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  package var list: [JSONValue]? { if case .list(let values) = self { values } else { nil } }

  /// As JSON, compact.
  package var bytes: [UInt8] {
    var json = JSONWriter()
    json.write(self)
    return json.bytes
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .int(value) }
  package init(booleanLiteral value: Bool) { self = .flag(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Field($0.0, $0.1) })
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .flag(let flag): bool(flag)
    case .int(let number): int(number)
    case .text(let text): string(text)
    case .list(let values): array { json in for value in values { json.write(value) } }
    case .object(let fields):
      object { json in
        for field in fields {
          json.key(field.name)
          json.write(field.value)
        }
      }
    }
  }
}
