// SPDX-License-Identifier: Apache-2.0

/// What is to be checked, each file once.
struct DueChecks {
  /// How soon somebody wants to know.
  enum Urgency: Int, CaseIterable {
    /// Somebody types in it.
    case typed
    /// It is open, and what it depends on has changed.
    case open
    case later
  }

  /// By urgency: those that came first stand first, and many of them may have been taken.
  private var queues: [[String]] = Array(repeating: [], count: Urgency.allCases.count)
  /// Where those begin that nobody has taken.
  private var starts: [Int] = Array(repeating: 0, count: Urgency.allCases.count)
  private var known: [String: Urgency] = [:]

  var isEmpty: Bool { known.isEmpty }
  var hasTyped: Bool { known.values.contains(.typed) }
  var all: [String] { known.keys.sorted() }

  func contains(_ path: String) -> Bool { known[path] != nil }

  /// One that is more urgent already stays so.
  mutating func add(_ path: String, _ urgency: Urgency) {
    if let last = known[path], last.rawValue <= urgency.rawValue { return }
    known[path] = urgency
    queues[urgency.rawValue].append(path)
  }

  mutating func remove(_ path: String) { known[path] = nil }

  mutating func takeFirst() -> (path: String, urgency: Urgency)? {
    for urgency in Urgency.allCases {
      let queue = urgency.rawValue
      while starts[queue] < queues[queue].count {
        let path = queues[queue][starts[queue]]
        starts[queue] += 1
        if known[path] == urgency {
          known[path] = nil
          return (path, urgency)
        }
      }
      queues[queue] = []
      starts[queue] = 0
    }
    return nil
  }
}
