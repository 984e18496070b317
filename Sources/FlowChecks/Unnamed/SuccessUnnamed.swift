// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// A success of the SDK that only `else` takes, and that ends as a failure: somebody who has done everything right is sent away.
enum SuccessUnnamed: UnnamedRule {
  static let code = DiagnosticCode("MFA335", "success-unnamed", .warning)

  static func diagnose(_ report: UnnamedReport, _ findings: inout [Diagnostic]) {
    var told: [(range: SourceRange, index: Int)] = []
    for outcome in report.outcomes where outcome.fails && outcome.isSuccess(report.contract) {
      let words = "`\(outcome.trigger.words(report.contract))`"
      if let known = told.first(where: { $0.range == outcome.target.range }) {
        findings[known.index].notes.append(Note("so does \(words): add `\(outcome.line)`"))
        continue
      }
      told.append((outcome.target.range, findings.count))
      findings.append(
        finding(
          "the success \(words) ends in a failure, since only this `else` takes it",
          at: outcome.target.range, help: outcome.cure,
          notes: outcome.populations.map(\.note)))
    }
  }
}

extension Population {
  var note: Note { Note(meaning.isEmpty ? "`\(name)`" : "`\(name)`: \(meaning)") }
}

extension UnnamedOutcome {
  /// How an author says what is to become of it.
  var cure: String {
    "name it: `\(line)`" + (caution.map { " (\($0.words))" } ?? "") + ", or lead it to "
      + (alternative.map { "`\($0)`" } ?? "a step of its own")
  }
}
