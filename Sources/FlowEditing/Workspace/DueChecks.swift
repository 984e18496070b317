// SPDX-License-Identifier: Apache-2.0

/// What is to be checked, each file once.
struct DueChecks {
  /// How soon somebody wants to know.
  enum Urgency: Int, CaseIterable {
    /// Somebody types in it.
    case typed
    /// Somebody types in it, and has been told of all but what its graph shows.
    case unchecked
    /// It is open, and what it depends on has changed.
    case open
    case later
  }

  /// By urgency: those that came first stand first, and many of them may have been taken.
  private var queues: [[String]] = Array(repeating: [], count: Urgency.allCases.count)
  /// Where those begin that nobody has taken.
  private var starts: [Int] = Array(repeating: 0, count: Urgency.allCases.count)
  private var known: [String: Urgency] = [:]
  /// How many of those known somebody types in: it is asked for at each message.
  private var typedCount = 0

  var isEmpty: Bool { known.isEmpty }
  var hasTyped: Bool { typedCount > 0 }
  var all: [String] { known.keys.sorted() }

  func contains(_ path: String) -> Bool { known[path] != nil }

  func urgency(of path: String) -> Urgency? { known[path] }

  /// One that is more urgent already stays so.
  mutating func add(_ path: String, _ urgency: Urgency) {
    if let last = known[path], last.rawValue <= urgency.rawValue { return }
    known[path] = urgency
    if urgency == .typed { typedCount += 1 }
    queues[urgency.rawValue].append(path)
  }

  mutating func remove(_ path: String) {
    if known.removeValue(forKey: path) == .typed { typedCount -= 1 }
  }

  mutating func takeFirst() -> String? {
    for urgency in Urgency.allCases {
      let queue = urgency.rawValue
      while starts[queue] < queues[queue].count {
        let path = queues[queue][starts[queue]]
        starts[queue] += 1
        if known[path] == urgency {
          remove(path)
          return path
        }
      }
      queues[queue] = []
      starts[queue] = 0
    }
    return nil
  }
}
