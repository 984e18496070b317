// SPDX-License-Identifier: Apache-2.0

/// What must not be shown: what a contract marks `private`, such as the id of a session. It is no secret that the user
/// types, but its holder may be able to act for the user.
extension ValueType {
  /// Whether a value of this type has something in it that must not be shown.
  public var holdsPrivate: Bool {
    switch self {
    case .list(let element): element.holdsPrivate
    case .record(let record): record.fields.contains { $0.isPrivate || $0.type.holdsPrivate }
    default: false
    }
  }
}

extension RecordType {
  /// Whether a path of names leads to something, or past something, that must not be shown; a list on the way stands for
  /// its elements.
  public func isPrivate(at path: [String]) -> Bool {
    isMarkedPrivate(at: path) || typeThroughLists(at: path[...])?.holdsPrivate ?? false
  }

  /// The same, but for what merely has such a thing in it.
  package func isMarkedPrivate(at path: [String]) -> Bool {
    guard let first = path.first, let field = fields.first(where: { $0.name == first }) else { return false }
    if field.isPrivate { return true }
    var type = field.type
    while case .list(let element) = type { type = element }
    guard case .record(let record) = type else { return false }
    return record.isMarkedPrivate(at: Array(path.dropFirst()))
  }

  /// The record without what must not be shown; what is not declared is kept.
  package func withoutPrivate(_ record: Record) -> Record {
    Record(
      record.fields.compactMap { field in
        guard let declared = fields.first(where: { $0.name == field.name }) else { return field }
        return declared.isPrivate ? nil : Record.Field(field.name, declared.type.withoutPrivate(field.value))
      })
  }
}

extension ValueType {
  fileprivate func withoutPrivate(_ value: Value) -> Value {
    switch (self, value) {
    case (.list(let element), .list(let values)): .list(values.map(element.withoutPrivate))
    case (.record(let type), .record(let record)): .record(type.withoutPrivate(record))
    default: value
    }
  }
}
