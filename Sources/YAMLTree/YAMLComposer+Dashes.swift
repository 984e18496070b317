// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension YAMLComposer {
  /// A line below the items of a list, and as deep, that lacks its dash; nil where the file cannot be read with one.
  mutating func lineWithoutDash(_ problem: YAMLProblem) -> Diagnostic? {
    guard !goesOn, !isTrial, words.misfits != nil else { return nil }
    let lines = lineTable()
    let place = min(Int(problem.place.line), lines.count)
    let near = (max(1, place - Self.mostAbove)...max(1, place)).lazy.map { WrittenLine($0, in: lines) }.filter {
      !$0.isEmpty
    }
    for (above, line) in zip(near, near.dropFirst()).reversed()
    where above.isItem && !line.isItem && above.indentation == line.indentation {
      let start = lines.bytes(ofLine: line.number).lowerBound + line.indentation
      let bytes = source.bytes
      guard case .tree(misfits: 0) = trial(of: Array(bytes[..<start]) + Array("- ".utf8) + bytes[start...]).trial else {
        continue
      }
      let wording = ProblemWording(headline: "this item of the list has no dash", help: "begin the line with `- `")
      let place = SourcePosition(line: line.number, column: line.indentation + 1)
      return .invalidYAML(wording, at: place, in: lines, file)
    }
    return nil
  }

  /// libyaml stops at the line, or below it.
  private static var mostAbove: Int { 4 }
}
