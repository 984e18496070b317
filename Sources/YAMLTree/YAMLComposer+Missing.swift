// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// One thing is missing in the writing: with it, the file can be read, and all that it says has its place in the language.
extension YAMLComposer {
  /// The name above the first line of a block, or in front of a map in braces; nil where the file cannot be read with either.
  mutating func whatIsMissing(_ problem: YAMLProblem) -> Diagnostic? {
    guard !goesOn, !isTrial, words.misfits != nil, source.bytes.count <= Self.mostBytesOfTrials else { return nil }
    let number = Int(problem.place.line)
    guard problem.problem == "did not find expected key" else { return nil }
    return missingName(above: number) ?? missingItemKey(above: number) ?? missingNameOfMap(near: number)
  }

  /// - Parameter number: the line at which libyaml stops, which is less deep than those above it.
  private mutating func missingName(above number: Int) -> Diagnostic? {
    let lines = lineTable()
    guard (1...lines.count).contains(number) else { return nil }
    let stop = WrittenLine(number, in: lines)
    let above = (max(1, number - WrittenLine.most)..<number).reversed().lazy
      .map { WrittenLine($0, in: lines) }.filter { !$0.isEmpty }
    let block = above.prefix { $0.indentation > stop.indentation }
    guard let first = Array(block).last, first.key != nil, !first.isItem, stop.key != nil, stop.indentation > 0,
      let owner = above.first(where: { $0.indentation <= stop.indentation }), owner.indentation < stop.indentation,
      owner.key != nil, owner.valueStart == nil
    else { return nil }
    let name = String(repeating: " ", count: stop.indentation) + "x:\n"
    guard isReadable(with: name, at: lines.bytes(ofLine: first.number).lowerBound) else { return nil }
    return missing(
      "the name above this line is missing",
      "write the name with a colon in a line above it, with \(stop.indentation) spaces in front", in: first)
  }

  /// The first line of an item of a list.
  ///
  /// - Parameter number: the line at which libyaml stops: the next item.
  private mutating func missingItemKey(above number: Int) -> Diagnostic? {
    let lines = lineTable()
    guard (1...lines.count).contains(number) else { return nil }
    let stop = WrittenLine(number, in: lines)
    let block = (max(1, number - WrittenLine.most)..<number).reversed().lazy
      .map { WrittenLine($0, in: lines) }.filter { !$0.isEmpty }.prefix { $0.indentation > stop.indentation }
    guard stop.isItem, let first = Array(block).last, first.indentation == stop.indentation + 2, first.key != nil,
      !first.isItem
    else { return nil }
    let spaces = String(repeating: " ", count: stop.indentation)
    for key in words.itemKeys
    where isReadable(with: "\(spaces)- \(key): x\n", at: lines.bytes(ofLine: first.number).lowerBound) {
      return missing(
        "`- \(key):` is missing above this line",
        "write `- \(key): …` in a line above it, with \(stop.indentation) spaces in front", in: first)
    }
    return nil
  }

  /// - Parameter number: the line at which libyaml stops: that one, or the one above it, is a map in braces that has no name.
  private mutating func missingNameOfMap(near number: Int) -> Diagnostic? {
    let lines = lineTable()
    guard (1...lines.count).contains(number) else { return nil }
    let near = (max(1, number - WrittenLine.most)...number).reversed().lazy.map { WrittenLine($0, in: lines) }
      .filter { !$0.isEmpty }.prefix(2)
    for line in near where !line.isItem && line.indentation > 0 && line.scalars[line.indentation] == "{" {
      let place = lines.bytes(ofLine: line.number).lowerBound + line.indentation
      guard isReadable(with: "x: ", at: place) else { continue }
      return missing("a name and a colon must stand in front of this `{`", "write `name: { … }`", in: line)
    }
    return nil
  }

  private func isReadable(with words: String, at place: Int) -> Bool {
    let bytes = source.bytes
    return if case .tree(misfits: 0) = trial(of: Array(bytes[..<place]) + Array(words.utf8) + bytes[place...]).trial {
      true
    } else {
      false
    }
  }

  private mutating func missing(_ headline: String, _ help: String, in line: WrittenLine) -> Diagnostic {
    let place = SourcePosition(line: line.number, column: line.indentation + 1)
    return .invalidYAML(ProblemWording(headline: headline, help: help), at: place, in: lineTable(), file)
  }
}
