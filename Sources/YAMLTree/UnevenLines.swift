// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Lines of one block that do not stand below each other, so that libyaml stops at a later one of them.
extension LineSlips {
  /// The first line below a key, and one further down that stands deeper or less deep.
  func unevenBlock() -> ProblemWording? {
    guard problem.problem == "did not find expected key", line.hasPlainKey else { return nil }
    return unevenBelowKey(outsideOfMap: true) ?? unevenInMap() ?? unevenBelowKey(outsideOfMap: false)
  }

  /// The first line below the nearest key without a value stands otherwise than this one.
  ///
  /// - Parameter isOutside: whether that key must not be the first of the map that libyaml is in.
  private func unevenBelowKey(outsideOfMap isOutside: Bool) -> ProblemWording? {
    var header = lines.written(above: line.number)
    while let other = header, other.depth > line.depth, line.number - other.number < WrittenLine.most {
      header = lines.written(above: other.number)
    }
    guard let header, header.depth < line.depth, header.hasPlainKey, header.valueStart == nil,
      !isOutside || problem.contextPlace.map({ Int($0.line) != header.number }) ?? true,
      let first = lines.written(below: header.number), first.number < line.number, first.depth > header.depth,
      first.depth != line.depth, first.hasPlainKey, !first.isItem
    else { return nil }
    return uneven(first, line, below: header)
  }

  /// The first line of the map that libyaml is in stands less deep than this one.
  private func unevenInMap() -> ProblemWording? {
    guard let start = problem.contextPlace else { return nil }
    let first = WrittenLine(Int(start.line), in: lines)
    guard first.depth == Int(start.column) - 1, first.hasPlainKey, first.depth < line.depth,
      let header = header(above: first)
    else { return nil }
    return uneven(first, line, below: header)
  }

  /// Items of a list whose dashes do not stand below each other, and keys that stand beside the dash of their item.
  func unevenItems() -> ProblemWording? {
    guard problem.problem == "did not find expected '-' indicator", let start = problem.contextPlace else { return nil }
    let (first, dash) = (WrittenLine(Int(start.line), in: lines), Int(start.column) - 1)
    guard first.isItem, first.number < line.number, line.number - first.number <= WrittenLine.most,
      let header = lines.written(above: first.number), header.hasPlainKey, header.valueStart == nil
    else { return nil }
    if line.isItem {
      return line.indentation == header.depth + unit || line.indentation == header.depth
        ? item(first.number, first.indentation, as: line.number, line.indentation)
        : item(line.number, line.indentation, as: first.number, dash)
    }
    guard let other = nextItem(below: line, in: header) else { return nil }
    guard other.indentation == dash else { return item(first.number, dash, as: other.number, other.indentation) }
    guard line.hasPlainKey, first.key != nil else { return nil }
    return ProblemWording(
      headline: "this line stands too far to the left",
      help: "indent it as what stands behind the dash in line \(first.number): with \(first.depth) spaces",
      place: SourcePosition(line: line.number, column: line.depth + 1), from: line.number)
  }

  private func item(_ number: Int, _ dash: Int, as model: Int, _ wanted: Int) -> ProblemWording {
    ProblemWording(
      headline: "this item of the list \(dash > wanted ? "is indented too deep" : "stands too far to the left")",
      help: "indent the dash as in line \(model): with \(wanted) spaces, and move what stands below it as well",
      place: SourcePosition(line: number, column: dash + 1), from: min(number, model))
  }

  /// The next line below one that begins with a dash, before the block of a key is over.
  private func nextItem(below line: WrittenLine, in header: WrittenLine) -> WrittenLine? {
    var next = lines.written(below: line.number)
    while let other = next, other.depth > header.depth, other.number - line.number < WrittenLine.most {
      if other.isItem { return other }
      next = lines.written(below: other.number)
    }
    return nil
  }

  /// The key to which the block that begins in a line belongs.
  private func header(above first: WrittenLine) -> WrittenLine? {
    lines.written(above: first.number).flatMap { above in
      above.hasPlainKey && above.valueStart == nil && above.depth < first.depth ? above : nil
    }
  }

  /// Which of two lines of one block stands wrong: the other one is as much deeper than its key as the file usually has it.
  private func uneven(_ first: WrittenLine, _ line: WrittenLine, below header: WrittenLine) -> ProblemWording {
    let isLater = first.depth == header.depth + unit
    let (wrong, model) = isLater ? (line, first) : (first, line)
    return ProblemWording(
      headline: wrong.depth > model.depth ? "this line is indented too deep" : "this line stands too far to the left",
      help: "indent it as line \(model.number): with \(model.depth) spaces, and move what stands below it as well",
      place: SourcePosition(line: wrong.number, column: wrong.depth + 1), from: min(first.number, line.number))
  }

  /// By how much the first line is indented that is.
  private var unit: Int {
    var line = lines.written(below: 0)
    while let other = line, other.depth == 0 || other.isItem, other.number < WrittenLine.most {
      line = lines.written(below: other.number)
    }
    return line.flatMap { $0.depth > 0 ? $0.depth : nil } ?? 2
  }
}

extension YAMLComposer {
  /// An item of a list that stands deeper than the one above, whose text it has become a part of.
  mutating func swallowedItem(_ event: YAMLEvent) -> Diagnostic? {
    guard event.end.line > event.start.line, let container = open.last, !container.isMapping, !container.isFlow else {
      return nil
    }
    let lines = lineTable()
    let last = min(Int(event.end.line), Int(event.start.line) + WrittenLine.most)
    guard let item = (Int(event.start.line) + 1...last).lazy.map({ WrittenLine($0, in: lines) }).first(where: \.isItem)
    else { return nil }
    let dash = WrittenLine(Int(event.start.line), in: lines).indentation
    let place = SourcePosition(line: item.number, column: item.indentation + 1)
    return Diagnostic(
      YAMLRules.invalidYAML, "this item of the list is indented deeper than the one above",
      at: SourceRange(place, SourcePosition(line: item.number, column: item.indentation + 2), in: file),
      help: "indent the dash as in line \(event.start.line): with \(dash) spaces")
  }
}
