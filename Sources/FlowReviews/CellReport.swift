// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowExploration
import FlowGraph
package import FlowRuntime

/// The runs behind one cell of the matrix, for people.
package struct CellReport {
  /// The table has no such row or column.
  package struct Missing: Error {
    package let message: String
    /// The cure.
    package let help: String
  }

  private let matrix: InterruptMatrix
  private let program: Program

  package init(_ matrix: InterruptMatrix, _ program: Program) {
    self.matrix = matrix
    self.program = program
  }

  /// A trace for each run of the cell.
  ///
  /// - Parameters:
  ///   - step: a step, or the interrupt that is open.
  ///   - interrupt: the one that comes there.
  package func text(_ step: String, _ interrupt: String) throws(Missing) -> String {
    let row = try find(step, "row", matrix.rows, \.name)
    let column = try find(interrupt, "column", matrix.columns, \.name)
    let cell = matrix.rows[row].cells[column]
    var blocks = ["\(interrupt) at \(step): \(cell.runs) run\(cell.runs == 1 ? "" : "s")\n"]
    for timing in InterruptMatrix.Timing.allCases { blocks += traces(cell, timing) }
    return blocks.joined(separator: "\n")
  }

  /// A trace for each run; one that only begins another is told with that.
  private func traces(_ cell: InterruptMatrix.Cell, _ timing: InterruptMatrix.Timing) -> [String] {
    // Of what is the same above several steps, the first is shown.
    var told: Set<String> = []
    let examples = cell.examples.filter { $0.timing == timing && told.insert($0.outcome).inserted }
    let partial = cell.outcomesOverSomeSteps.filter { $0.timing == timing }
    var runs = examples.map { example in
      let steps = partial.first { $0.outcome == example.outcome }?.steps.map { program.flow[$0].name.value } ?? []
      let over = steps.isEmpty ? "" : " (over \(steps.joined(separator: ", ")))"
      return (words: example.outcome + over, lines: program.trace(of: example.run).map(\.text.onOneLine))
    }
    for index in runs.indices {
      guard let whole = runs.indices.first(where: { runs[index].lines.begins(runs[$0].lines) }) else { continue }
      runs[whole].words = "\(runs[index].words), then \(runs[whole].words)"
      runs[index].lines = []
    }
    return zip(examples, runs).filter { !$0.1.lines.isEmpty }.map { example, run in
      "\(example.timing.rawValue): \(run.words)\n" + run.lines.map { $0 + "\n" }.joined()
    }
  }

  private func find<Line>(
    _ name: String, _ what: String, _ lines: [Line], _ names: (Line) -> String
  ) throws(Missing) -> Int {
    if let index = lines.firstIndex(where: { names($0) == name }) { return index }
    let all = lines.map(names)
    throw Missing(
      message: "the table has no \(what) \(Diagnostic.quoting(name))",
      help: Suggestion.help(
        for: name, among: all, otherwise: "the \(what)s are " + all.prefix(20).map { "`\($0)`" }.joined(separator: ", ")
      ))
  }
}

extension [String] {
  /// Whether another row of lines begins with these, and goes on.
  fileprivate func begins(_ other: [String]) -> Bool {
    count < other.count && !isEmpty && other.starts(with: self)
  }
}
