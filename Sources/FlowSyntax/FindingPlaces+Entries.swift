// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

extension FindingPlaces {
  /// Whether a finding begins on a line from the key of an entry to the end of its value.
  ///
  /// Why: a line that stands wrong is looked for only near what is wrong, and not in all of a large file.
  func touch(_ entry: YAMLEntry) -> Bool {
    let (first, last) = (entry.key.range.start.line, entry.value.range.end.line)
    // What an alias stands for is written elsewhere.
    guard entry.value.range.start.line >= first else { return true }
    return begin(in: first...max(first, last), of: entry.key.range.file)
  }
}
