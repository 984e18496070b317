// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
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
    for timing in InterruptMatrix.Timing.allCases {
      for example in cell.examples where example.timing == timing {
        let lines = program.trace(of: example.run).map { "\($0.text)\n" }
        blocks.append("\(timing.rawValue): \(example.outcome)\n" + lines.joined())
      }
    }
    return blocks.joined(separator: "\n")
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
