// SPDX-License-Identifier: Apache-2.0

/// What a value may be, as a contract or a flow states it.
public indirect enum ValueType: Sendable, Hashable {
  case text
  /// A whole number of any sign.
  case int
  /// A whole number, never negative, such as the attempts that are left.
  case count
  /// A whole number of seconds, never negative.
  case seconds
  /// True or false; an SDK's 0 and 1 are read as such.
  case flag
  case secret
  /// One of these words, exact case, such as a threat's severity. An SDK may send a word that the contract does not
  /// know yet: the value is kept, and a guard that compares it errs.
  case oneOf(String, [String])
  /// A number with names, such as a challenge mode.
  case numbered(String, [NamedNumber])
  case list(ValueType)
  case record(RecordType)
}

/// A number that a contract gives a name, such as `verify: 0`.
public struct NamedNumber: Sendable, Hashable {
  /// The word that authors write, such as `verify`.
  public let name: String
  /// The number that the SDK sends for it.
  public let number: Int

  /// A number and its name.
  public init(_ name: String, _ number: Int) {
    self.name = name
    self.number = number
  }
}

/// The fields of a record, such as a threat or a notification.
public struct RecordType: Sendable, Hashable {
  /// A field that a contract declares.
  public struct Field: Sendable, Hashable {
    /// The name that the SDK gives it, such as `timeLeftInSeconds`.
    public let name: String
    /// What its value may be.
    public let type: ValueType
    /// Whether it must not be shown: it goes into calls and into nothing else, such as the id of a session.
    public let isPrivate: Bool

    /// A field of that name and type.
    public init(_ name: String, _ type: ValueType, isPrivate: Bool = false) {
      self.name = name
      self.type = type
      self.isPrivate = isPrivate
    }
  }

  /// The name of the record in the contract, such as `threat`.
  public let name: String
  /// The declared fields, in the order of the contract.
  public let fields: [Field]

  /// A record of that name with these fields.
  public init(_ name: String, _ fields: [Field]) {
    self.name = name
    self.fields = fields
  }

  /// Nil if the record has no such field.
  public func type(of name: String) -> ValueType? { fields.first { $0.name == name }?.type }
}

extension ValueType: CustomStringConvertible {
  /// The type as a contract writes it, such as `list threat`.
  public var description: String {
    switch self {
    case .text: "text"
    case .int: "int"
    case .count: "count"
    case .seconds: "seconds"
    case .flag: "flag"
    case .secret: "secret"
    case .oneOf(let name, _), .numbered(let name, _): name
    case .list(let element): "list \(element)"
    case .record(let record): record.name
    }
  }
}

extension ValueType {
  /// The value as this type has it, or nil if it is not of this type.
  ///
  /// An SDK's 0 and 1 become flags here, and a text becomes a secret; nothing else is converted.
  public func accept(_ value: Value) -> Value? {
    switch (self, value) {
    case (.text, .text), (.int, .int), (.flag, .flag), (.secret, .secret): return value
    case (.count, .int(let number)), (.seconds, .int(let number)): return number >= 0 ? value : nil
    case (.flag, .int(let number)): return number == 0 || number == 1 ? .flag(number == 1) : nil
    case (.secret, .text(let text)): return .secret(Secret(text))
    case (.oneOf, .text): return value
    case (.numbered, .int): return value
    case (.list(let element), .list(let values)):
      let accepted = values.compactMap(element.accept)
      return accepted.count == values.count ? .list(accepted) : nil
    case (.record(let type), .record(let record)): return type.accept(record).map(Value.record)
    default: return nil
    }
  }

  /// Whether ``accept(_:)`` surely takes the value, and as it is.
  fileprivate func takesAsIs(_ value: Value) -> Bool {
    switch (self, value) {
    case (.text, .text), (.int, .int), (.flag, .flag), (.secret, .secret), (.oneOf, .text), (.numbered, .int): true
    case (.count, .int(let number)), (.seconds, .int(let number)): number >= 0
    case (.list, .list(let values)): values.isEmpty
    default: false
    }
  }

  /// Whether a value of this type holds a secret anywhere.
  public var holdsSecret: Bool {
    switch self {
    case .secret: true
    case .list(let element): element.holdsSecret
    case .record(let record): record.fields.contains { $0.type.holdsSecret }
    default: false
    }
  }
}

extension RecordType {
  /// The record with each declared field as its type has it; nil if a declared field is of another type.
  ///
  /// Fields that are not declared are kept as they are; declared ones may be absent.
  public func accept(_ record: Record) -> Record? {
    // Nearly always nothing is converted: then it is the record itself, and nothing is copied.
    if isAsIs(record) { return record }
    var accepted: [Record.Field] = []
    accepted.reserveCapacity(record.fields.count)
    for field in record.fields {
      guard let type = type(of: field.name) else {
        accepted.append(field)
        continue
      }
      guard let value = type.accept(field.value) else { return nil }
      accepted.append(Record.Field(field.name, value))
    }
    return Record(accepted)
  }

  /// Whether ``accept(_:)`` takes each field as it is.
  private func isAsIs(_ record: Record) -> Bool {
    var next = 0
    for index in record.fields.indices {
      // Mostly they come in the order in which they are declared, so the search goes on where the last one was found.
      guard let place = place(of: record.fields[index].name, searchingFrom: next) else { continue }
      guard fields[place].type.takesAsIs(record.fields[index].value) else { return false }
      next = place + 1
    }
    return true
  }

  /// All places are looked at, beginning anywhere.
  private func place(of name: String, searchingFrom first: Int) -> Int? {
    var place = first
    for _ in fields.indices {
      if place >= fields.count { place = 0 }
      if fields[place].name == name { return place }
      place += 1
    }
    return nil
  }
}
