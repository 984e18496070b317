// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension YAMLComposer {
  /// A line below the items of a list, or above them, and as deep, that lacks its dash; nil where the file cannot be read with one.
  mutating func lineWithoutDash(_ problem: YAMLProblem) -> Diagnostic? {
    guard !goesOn, !isTrial, words.misfits != nil else { return nil }
    let lines = lineTable()
    let place = min(Int(problem.place.line), lines.count)
    let near = (max(1, place - Self.mostAbove)...max(1, place)).lazy.map { WrittenLine($0, in: lines) }.filter {
      !$0.isEmpty
    }
    for line in near.reversed() {
      guard let above = beside(line, lines), above.isItem != line.isItem else { continue }
      let lost = line.isItem ? above : line
      guard let finding = withDash(lost, lines) else { continue }
      // A key with a list below it, such as `during`, begins no item if it may belong to the item above.
      let mayBelong = !line.isItem && line.key != nil && lines.written(below: line.number)?.isItem ?? false
      return mayBelong && line.valueStart == nil && movedLine(problem)?.fits ?? false ? nil : finding
    }
    return nil
  }

  /// The first line of an item, above its other lines, that lacks its dash; nil where the file cannot be read with one.
  mutating func firstLineWithoutDash(_ problem: YAMLProblem) -> Diagnostic? {
    guard !goesOn, !isTrial, words.misfits != nil else { return nil }
    let lines = lineTable()
    let line = WrittenLine(min(Int(problem.place.line), lines.count), in: lines)
    guard let above = lines.written(above: line.number), above.key != nil, !above.isItem, above.hasWholeValue,
      line.indentation == above.indentation + 2
    else { return nil }
    return withDash(above, lines)
  }

  /// What is said of a line without its dash, if with it the file can be read and all has its place.
  private func withDash(_ line: WrittenLine, _ lines: LineTable) -> Diagnostic? {
    let start = lines.bytes(ofLine: line.number).lowerBound + line.indentation
    let bytes = source.bytes
    guard case .tree(misfits: 0) = trial(of: Array(bytes[..<start]) + Array("- ".utf8) + bytes[start...]).trial else {
      return nil
    }
    let wording = ProblemWording(headline: DashWords.missing, help: "begin the line with `- `")
    return .invalidYAML(
      wording, at: SourcePosition(line: line.number, column: line.indentation + 1), in: lines, file)
  }

  /// The nearest line above another one that is not deeper, if it is as deep.
  private func beside(_ line: WrittenLine, _ lines: LineTable) -> WrittenLine? {
    var above = lines.written(above: line.number)
    for _ in 0..<Self.mostOfItem {
      guard let near = above, near.indentation > line.indentation else { break }
      above = lines.written(above: near.number)
    }
    return above?.indentation == line.indentation ? above : nil
  }

  /// libyaml stops at the line, or below it.
  private static var mostAbove: Int { 4 }

  /// An item has no more lines than these, as far as it is looked at.
  private static var mostOfItem: Int { 24 }
}
