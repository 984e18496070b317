// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowExploration
import FlowGraph
package import FlowRuntime
import SDKContract

/// The matrix for programs: one JSON object, as `Documentation/Matrix.md` tells.
package struct MatrixJSONReport {
  private let matrix: InterruptMatrix
  private let program: Program
  /// With which the command ends.
  private let exit: Int32

  package init(_ matrix: InterruptMatrix, _ program: Program, exit: Int32) {
    self.exit = exit
    self.matrix = matrix
    self.program = program
  }

  /// The object, in one line.
  package var text: String {
    var json = JSONWriter()
    json.object { json in
      json.field("kind", "matrix")
      json.field("flow", program.flow.name)
      json.field("version", program.flow.version)
      json.field("contract", "\(program.flow.contract.name) \(program.flow.contract.version)")
      json.field("standings", matrix.standings)
      json.field("runs", matrix.runs)
      json.field("notExplored", matrix.unexplored)
      json.array("interrupts") { json in
        for column in matrix.columns {
          json.object { json in
            json.field("event", column.name)
            json.field("rank", column.rank)
            json.field("terminal", column.isTerminal)
            json.field("handled", column.isHandled)
          }
        }
      }
      json.array("cells") { json in
        for row in matrix.rows {
          for (column, cell) in zip(matrix.columns, row.cells) { write(cell, row, column, &json) }
        }
      }
      json.array("broken") { json in
        for run in matrix.broken { write(run, &json) }
      }
      json.field("exit", Int(exit))
    }
    return json.text + "\n"
  }

  private func write(
    _ cell: InterruptMatrix.Cell, _ row: InterruptMatrix.Row, _ column: InterruptMatrix.Column,
    _ json: inout JSONWriter
  ) {
    json.object { json in
      json.field("step", row.name)
      json.field("interrupt", column.name)
      json.field("above", row.isInterrupt)
      json.field("reached", row.isReached)
      json.field("runs", cell.runs)
      for timing in InterruptMatrix.Timing.allCases { json.field(timing.rawValue, cell.outcomes(timing)) }
      json.array("over") { json in
        for over in cell.outcomesOverSomeSteps {
          json.object { json in
            json.field("time", over.timing.rawValue)
            json.field("outcome", over.outcome)
            json.field("steps", over.steps.map { program.flow[$0].name.value })
          }
        }
      }
    }
  }

  private func write(_ run: InterruptMatrix.BrokenRun, _ json: inout JSONWriter) {
    json.object { json in
      json.field("rule", run.violation.rule.rawValue)
      json.field("why", run.violation.words)
      json.field("step", run.place?.step)
      json.field("interrupt", run.place?.interrupt)
      json.field("time", run.place?.timing.rawValue)
      json.field("trace", program.trace(of: run.run).map(\.text))
    }
  }
}
