// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowExploration
import FlowPages
package import FlowRuntime

/// A run that broke a rule of the matrix, for people.
package struct BrokenRunReport {
  private let run: InterruptMatrix.BrokenRun
  private let program: Program

  package init(_ run: InterruptMatrix.BrokenRun, _ program: Program) {
    self.run = run
    self.program = program
  }

  /// The rule, and the run.
  package var text: String {
    "✗ \(words)\n" + trace.map { $0.onOneLine + "\n" }.joined() + "\n"
  }

  /// The rule, why it is broken, and where.
  fileprivate var words: String {
    let place = run.place.map { " (\($0.interrupt) \($0.timing.rawValue) \($0.step))" } ?? ""
    return "\(run.violation.rule.rawValue): \(run.violation.words)\(place)"
  }

  fileprivate var trace: [String] { program.trace(of: run.run).map(\.text) }
}

extension MatrixSection {
  /// One HTML file of the matrix, with the runs that broke a rule.
  package static func page(of matrix: InterruptMatrix, _ program: Program) -> String {
    let broken = matrix.broken.map { BrokenRunReport($0, program) }
    return MatrixSection(matrix, program.flow).page(broken: broken.map { ($0.words, $0.trace) })
  }
}
