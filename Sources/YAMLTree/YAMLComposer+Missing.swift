// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// One thing is missing in the writing: with it, the file can be read, and all that it says has its place in the language.
extension YAMLComposer {
  /// The colon of the last line, or the name above the first line of a block; nil where the file cannot be read with either.
  mutating func whatIsMissing(_ problem: YAMLProblem) -> Diagnostic? {
    guard !goesOn, !isTrial, words.misfits != nil, source.bytes.count <= Self.mostBytes else { return nil }
    let number = Int(problem.place.line)
    switch problem.problem {
    case "could not find expected ':'", "mapping values are not allowed in this context":
      return missingColon(near: number)
    case "did not find expected key": return missingName(above: number) ?? missingNameOfMap(near: number)
    default: return nil
    }
  }

  /// The file is read once more for each try: of a larger one nobody waits for that.
  private static let mostBytes = 1 << 18

  /// - Parameter number: the line at which libyaml stops: that one, or the one above it, lacks the colon.
  private mutating func missingColon(near number: Int) -> Diagnostic? {
    let (lines, bytes) = (lineTable(), source.bytes)
    let last = min(number, lines.count)
    guard last > 0 else { return nil }
    let near = (max(1, last - WrittenLine.most)...last).reversed().lazy.map { WrittenLine($0, in: lines) }
      .filter { !$0.isEmpty }.prefix(2)
    for line in near where line.key == nil && !line.isItem {
      let end = lines.bytes(ofLine: line.number).upperBound
      let start = lines.bytes(ofLine: line.number).lowerBound + line.indentation
      let key = bytes[start..<end].prefix { $0 > 0x20 }
      let rest = bytes[key.endIndex..<end].drop { $0 <= 0x20 }
      let values = rest.isEmpty || rest.first == UInt8(ascii: "#") ? [": x ", ": 1 ", ":"] : [":"]
      guard values.contains(where: { isReadable(with: $0, at: key.endIndex) }) else { continue }
      return missing(
        "a key must have a colon behind it", "write `key: value`, with a space behind the colon", in: line)
    }
    return nil
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
