// SPDX-License-Identifier: Apache-2.0

extension RecordType {
  /// The type at the end of a path of names, of which a list on the way stands for each of its elements; nil if the path
  /// leads nowhere.
  package func typeThroughLists(at path: ArraySlice<String>) -> ValueType? {
    guard let first = path.first, var type = type(of: first) else { return nil }
    while case .list(let element) = type { type = element }
    guard path.count > 1 else { return type }
    guard case .record(let record) = type else { return nil }
    return record.typeThroughLists(at: path.dropFirst())
  }

  /// How many lists a path leads through.
  package func countOfLists(at path: [String]) -> Int {
    var count = 0
    var record: RecordType? = self
    for name in path {
      var type = record?.type(of: name)
      while case .list(let element)? = type { (count, type) = (count + 1, element) }
      record = if case .record(let next)? = type { next } else { nil }
    }
    return count
  }
}
