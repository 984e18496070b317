// SPDX-License-Identifier: Apache-2.0

/// What a flow handles: the data of an event, an answer of the user, an argument of a call.
///
/// There is no null: what is absent is not in its record. Texts are equal only if they are written with the same bytes: that is how
/// an SDK compares them.
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
  /// A value and the name under which it was given.
  public struct Field: Sendable, Hashable {
    /// The name, as the SDK or the flow spells it.
    public let name: String
    /// What was given.
    public var value: Value

    /// A value under that name.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The values with their names, in their order.
  public var fields: [Field]

  /// A record of these fields; a name should be there once.
  public init(_ fields: [Field] = []) { self.fields = fields }

  /// Whether nothing is given at all.
  public var isEmpty: Bool { fields.isEmpty }

  /// Nil if there is no such field; setting nil takes the field out.
  public subscript(name: String) -> Value? {
    get { place(of: name).map { fields[$0].value } }
    set {
      let place = place(of: name)
      switch (place, newValue) {
      case (let index?, let value?): fields[index].value = value
      case (let index?, nil): fields.remove(at: index)
      case (nil, let value?): fields.append(Field(name, value))
      case (nil, nil): break
      }
    }
  }
}

extension Record {
  /// Looked for by index: taking a field out copies it.
  private func place(of name: String) -> Int? {
    for index in fields.indices where fields[index].name == name { return index }
    return nil
  }
}

extension Value {
  /// Whether both are the same; texts byte for byte, and secrets only if they are one object.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.isSpelled(like: right)
    case (.int(let left), .int(let right)): left == right
    case (.flag(let left), .flag(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.record(let left), .record(let right)): left == right
    case (.secret(let left), .secret(let right)): left == right
    case (.text, _), (.int, _), (.flag, _), (.list, _), (.record, _), (.secret, _): false
    }
  }
}

extension Record: ExpressibleByDictionaryLiteral {
  /// A record as Swift code writes one; the order is kept.
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
  /// All fields as a trace shows them; a secret shows as `•••`.
  public var description: String {
    "{" + fields.map { "\($0.name): \($0.value)" }.joined(separator: ", ") + "}"
  }
}
