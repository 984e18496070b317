// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Where the places of a text are after a change of it: what stands before the change stays, what stands behind it moves along.
struct MovedPlaces {
  private let old: EditedText
  private let new: EditedText
  /// How many bytes the texts have in common at their beginning, and at their end behind that.
  private let (before, behind): (Int, Int)

  init(from old: EditedText, to new: EditedText) {
    (self.old, self.new) = (old, new)
    let shorter = min(old.bytes.count, new.bytes.count)
    var (before, behind) = (0, 0)
    old.bytes.withUnsafeBufferPointer { old in
      new.bytes.withUnsafeBufferPointer { new in
        while before < shorter, old[before] == new[before] { before += 1 }
        while behind < shorter - before, old[old.count - behind - 1] == new[new.count - behind - 1] { behind += 1 }
      }
    }
    (self.before, self.behind) = (before, behind)
  }

  var path: String { old.path }

  /// Whether a stretch of the old text has something of the change in it, or at its edge.
  func touches(_ range: SourceRange) -> Bool {
    let bytes = old.bytes(of: range)
    return bytes.lowerBound <= old.bytes.count - behind && bytes.upperBound >= before
  }

  /// A finding of the old text in the new one.
  func moved(_ placed: PlacedFinding) -> PlacedFinding {
    let related = placed.related.map { related in
      PlacedFinding.Related(
        path: related.path, range: related.path == old.path ? moved(related.range) : related.range,
        message: related.message)
    }
    var finding = placed.finding
    if placed.path == old.path { finding.range = moved(finding.range) }
    return PlacedFinding(path: placed.path, finding: finding, related: related)
  }

  private func moved(_ range: SourceRange) -> SourceRange {
    let bytes = old.bytes(of: range)
    let start = moved(bytes.lowerBound)
    let end = max(start, moved(bytes.upperBound))
    return SourceRange(new.lines.position(at: start), new.lines.position(at: end), in: range.file)
  }

  /// What stands in the change itself is where that ends, at the latest.
  private func moved(_ offset: Int) -> Int {
    if offset <= before { return offset }
    let fromEnd = old.bytes.count - offset
    return fromEnd <= behind ? new.bytes.count - fromEnd : min(offset, new.bytes.count - behind)
  }
}
