// SPDX-License-Identifier: Apache-2.0

public import Values

/// The names that a guard may read in its place, and their types: `event` as a record, the answers of the user,
/// the element that `where:` looks at.
public struct GuardScope: Sendable {
  private var entries: [(name: String, type: ValueType, value: Value?)] = []

  /// A scope without names.
  public init() {}

  /// Gives a name its type; a second time replaces the first.
  ///
  /// - Parameter value: what it stands for in each run; nil where that is known only then.
  public mutating func declare(_ name: String, _ type: ValueType, always value: Value? = nil) {
    if let index = entries.firstIndex(where: { $0.name == name }) {
      (entries[index].type, entries[index].value) = (type, value)
    } else {
      entries.append((name, type, value))
    }
  }

  /// The names in the order in which they were declared.
  public var names: [String] { entries.map(\.name) }

  /// Nil for a name that is not declared.
  func type(of name: String) -> ValueType? { entries.first { $0.name == name }?.type }

  /// What a path stands for in each run; nil where that is not known, or nothing is there.
  func value(of path: GuardPath) -> Value? {
    guard path.slot == nil, let root = entries.first(where: { $0.name == path.root })?.value else { return nil }
    return path.members.reduce(root) { value, member in
      if case .record(let record)? = value { record[member.name] } else { nil }
    }
  }

  /// The paths of one step, such as `event.attemptsLeft`, that end in this member.
  func paths(to member: String) -> [String] {
    entries.compactMap { entry in
      guard case .record(let record) = entry.type, record.type(of: member) != nil else { return nil }
      return "\(entry.name).\(member)"
    }
  }
}
