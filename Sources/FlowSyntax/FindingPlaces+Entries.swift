// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// The lines about which something is to be said.
///
/// Why: a line that stands wrong is looked for only near them, and not in all of a large file.
struct FlawLines {
  /// From the first to the last.
  private let lines: [Int32]

  init(_ flaws: [Diagnostic]) { lines = flaws.map(\.range.start.line).sorted() }

  /// Whether there is one from the key of an entry to the end of its value.
  func touch(_ entry: YAMLEntry) -> Bool {
    let (first, last) = (entry.key.range.start.line, entry.value.range.end.line)
    // What an alias stands for is written elsewhere.
    guard entry.value.range.start.line >= first else { return true }
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] < first { low = middle + 1 } else { high = middle }
    }
    return low < lines.count && lines[low] <= last
  }
}
