// SPDX-License-Identifier: Apache-2.0

/// What is to be checked, each file once: those that somebody edits first, the one that was changed last before the others.
struct DueChecks {
  private var edited: [String] = []
  private var others: [String] = []
  private var known: Set<String> = []
  /// Where those of the others begin that nobody has taken.
  private var next = 0

  var isEmpty: Bool { known.isEmpty }
  var hasEdited: Bool { !edited.isEmpty }
  var all: [String] { known.sorted() }

  func contains(_ path: String) -> Bool { known.contains(path) }

  mutating func add(_ path: String, isEdited: Bool) {
    known.insert(path)
    if isEdited {
      edited.removeAll { $0 == path }
      edited.append(path)
    } else {
      others.append(path)
    }
  }

  mutating func remove(_ path: String) {
    guard known.remove(path) != nil else { return }
    edited.removeAll { $0 == path }
  }

  mutating func takeFirst() -> String? {
    if let path = edited.popLast() {
      known.remove(path)
      return path
    }
    while next < others.count {
      next += 1
      if known.remove(others[next - 1]) != nil { return others[next - 1] }
    }
    others = []
    next = 0
    return nil
  }
}
