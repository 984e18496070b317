// SPDX-License-Identifier: Apache-2.0

import LocalFiles

/// What files on the disk looked like when they were read, for an editor that does not tell which of them change.
struct DiskStamps {
  /// By path, from the first reading on: who has read a file before others did may know an older text.
  private var first: [String: String] = [:]

  /// Takes note of a file that is about to be read, whether it is there or not.
  mutating func note(_ path: String) {
    if first[path] == nil { first[path] = FileReader.stamp(of: path) }
  }

  func knows(_ path: String) -> Bool { first[path] != nil }

  /// The files that have changed, come or gone; each is told once.
  mutating func takeChanged() -> [String] {
    let changed = first.filter { FileReader.stamp(of: $0.key) != $0.value }.map(\.key)
    for path in changed { first[path] = nil }
    return changed.sorted()
  }
}
