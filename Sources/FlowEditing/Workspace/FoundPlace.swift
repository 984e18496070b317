// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A stretch of a file of a workspace, in bytes.
package struct FoundPlace: Sendable, Hashable, Comparable {
  package let path: String
  package let range: Range<Int>

  package init(_ path: String, _ range: Range<Int>) {
    self.path = path
    self.range = range
  }

  package static func < (left: FoundPlace, right: FoundPlace) -> Bool {
    (left.path, left.range.lowerBound, left.range.upperBound) < (
      right.path, right.range.lowerBound, right.range.upperBound
    )
  }
}

/// A finding, where it stands in its file.
package struct PlacedFinding: Sendable, Hashable {
  /// A place that belongs to a finding.
  package struct Related: Sendable, Hashable {
    package let path: String
    package let range: SourceRange
    package let message: String
  }

  package let path: String
  package let finding: Diagnostic
  /// The second places it speaks of, then the steps of a run that shows it.
  package let related: [Related]

  init(path: String, finding: Diagnostic, related: [Related]) {
    (self.path, self.finding, self.related) = (path, finding, related)
  }

  init?(_ finding: Diagnostic, in sources: SourceMap) {
    guard let file = sources.file(finding.range.file) else { return nil }
    path = file.path
    self.finding = finding
    let places = finding.notes.map { ($0.message, $0.range) } + finding.way.map { ($0.message, $0.range) }
    related = places.compactMap { message, range in
      guard let range, let other = sources.file(range.file) else { return nil }
      return Related(path: other.path, range: range, message: message)
    }
  }

  /// The changes of the text that surely mend it; empty where its author must decide.
  func edits(in text: EditedText) -> [FileEdits.Change] {
    var finding = finding
    finding.range.file = .first
    return finding.edits(in: SourceMap([text.file])).map { FileEdits.Change(text.bytes(of: $0.range), $0.text) }
  }

  /// What it says, with its cure and the notes that have no place.
  package var words: String {
    let notes = finding.notes.filter { $0.range == nil }.map(\.message)
    return ([finding.message] + notes + [finding.help].compactMap(\.self)).joined(separator: "\n")
  }
}
