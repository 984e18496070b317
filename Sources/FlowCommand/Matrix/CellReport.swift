// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowRuntime

/// The runs behind one cell of the matrix, for people.
struct CellReport {
  private let matrix: InterruptMatrix
  private let program: Program

  init(_ matrix: InterruptMatrix, _ program: Program) {
    self.matrix = matrix
    self.program = program
  }

  /// - Parameter words: a step and an interrupt, as `--cell` has them.
  func text(_ words: String) throws(UsageProblem) -> String {
    let parts = words.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw UsageProblem(
        message: "`--cell` needs a step and an interrupt, not \(Diagnostic.quoting(words))",
        help: "write for example `--cell identify:onSessionTimeout`", command: "matrix")
    }
    let row = try find(parts[0], "row", matrix.rows, \.name)
    let column = try find(parts[1], "column", matrix.columns, \.name)
    let cell = matrix.rows[row].cells[column]
    var blocks = ["\(parts[1]) at \(parts[0]): \(cell.runs) run\(cell.runs == 1 ? "" : "s")\n"]
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
  ) throws(UsageProblem) -> Int {
    if let index = lines.firstIndex(where: { names($0) == name }) { return index }
    let all = lines.map(names)
    throw UsageProblem(
      message: "the table has no \(what) \(Diagnostic.quoting(name))",
      help: Suggestion.help(
        for: name, among: all, otherwise: "the \(what)s are " + all.prefix(20).map { "`\($0)`" }.joined(separator: ", ")
      ),
      command: "matrix")
  }
}

extension [String] {
  /// Whether another row of lines begins with these, and goes on.
  fileprivate func begins(_ other: [String]) -> Bool {
    count < other.count && !isEmpty && other.starts(with: self)
  }
}
