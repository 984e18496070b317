// SPDX-License-Identifier: Apache-2.0

/// Where findings stand, for who asks of many places whether one stands there: nothing is gone through twice.
package struct FindingPlaces: Sendable {
  /// Of each file, in its order.
  private let ranges: [FileID: [SourceRange]]

  /// The places of some findings.
  package init(_ findings: some Sequence<Diagnostic>) {
    ranges = Dictionary(grouping: findings.map(\.range), by: \.file).mapValues { $0.sorted { $0.start < $1.start } }
  }

  /// Whether one lies in a range.
  package func lie(in range: SourceRange) -> Bool {
    from(range.start, in: range.file).prefix { $0.start <= range.end }.contains { $0.end <= range.end }
  }

  /// Whether one begins in these lines of a file.
  package func begin(in lines: ClosedRange<Int32>, of file: FileID) -> Bool {
    let start = SourcePosition(line: Int(lines.lowerBound), column: 0)
    return from(start, in: file).first.map { $0.start.line <= lines.upperBound } ?? false
  }

  /// Those that begin at a place of a file or behind it.
  private func from(_ start: SourcePosition, in file: FileID) -> ArraySlice<SourceRange> {
    guard let ranges = ranges[file] else { return [] }
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].start < start { low = middle + 1 } else { high = middle }
    }
    return ranges[low...]
  }
}
