// SPDX-License-Identifier: Apache-2.0

/// What a flow handles: the data of an event, an answer of the user, an argument of a call.
///
/// There is no null: what is absent is not in its record.
public enum Value: Sendable, Hashable {
  case text(String)
  case int(Int)
  case flag(Bool)
  case list([Value])
  case record(Record)
  /// A password or a code. It compares equal only to itself, and shows nothing.
  case secret(Secret)
}

/// Named values in the order in which they were given, such as the data of an event.
public struct Record: Sendable, Hashable {
  public struct Field: Sendable, Hashable {
    public let name: String
    public var value: Value

    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  public var fields: [Field]

  public init(_ fields: [Field] = []) { self.fields = fields }

  public var isEmpty: Bool { fields.isEmpty }

  /// Nil if there is no such field; setting nil takes the field out.
  public subscript(name: String) -> Value? {
    get { fields.first { $0.name == name }?.value }
    set {
      let place = fields.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let index?, let value?): fields[index].value = value
      case (let index?, nil): fields.remove(at: index)
      case (nil, let value?): fields.append(Field(name, value))
      case (nil, nil): break
      }
    }
  }
}

extension Record: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init(elements.map { Field($0.0, $0.1) })
  }
}

extension Value: CustomStringConvertible {
  /// As a trace shows it; a secret shows as `•••`.
  public var description: String {
    switch self {
    case .text(let text): text
    case .int(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
    case .record(let record): record.description
    case .secret(let secret): secret.description
    }
  }
}

extension Record: CustomStringConvertible {
  public var description: String {
    "{" + fields.map { "\($0.name): \($0.value)" }.joined(separator: ", ") + "}"
  }
}
