// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A line that git leaves in a file where a merge was not ended.
extension YAMLComposer {
  /// The first such line of a file that cannot be read; nil if there is none.
  mutating func conflictMarker() -> Diagnostic? {
    guard !goesOn, !isTrial else { return nil }
    let lines = lineTable()
    let number = (1...lines.count).first { number in
      let line = source.bytes[lines.bytes(ofLine: number)]
      return Self.markers.contains { line.starts(with: $0) }
    }
    guard let number else { return nil }
    findings.removeAll { $0.range.start.line >= number }
    let wording = ProblemWording(
      headline: "a merge was not ended: git left this line here",
      help: "keep one of the two versions, and take out the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`")
    return .invalidYAML(wording, at: SourcePosition(line: number, column: 1), in: lines, file)
  }

  private static let markers = ["<<<<<<< ", ">>>>>>> "].map { Array($0.utf8) }
}
