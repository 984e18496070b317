// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// People of whom the flow takes nothing but by `else`, and who therefore all fail.
enum PopulationUnnamed: UnnamedRule {
  static let code = DiagnosticCode("MFA336", "population-unnamed", .warning)

  static func diagnose(_ report: UnnamedReport, _ findings: inout [Diagnostic]) {
    for population in report.contract.populations where !report.named.contains(population.name) {
      let coming = report.outcomes.filter { $0.populations.contains(population) }
      guard let first = coming.first, coming.allSatisfy(\.fails) else { continue }
      // A success is told of by itself, and names the population.
      if first.isSuccess(report.contract) { continue }
      findings.append(
        finding(
          "people of `\(population.name)` always fail: only `else` takes `\(first.trigger.words(report.contract))`",
          at: first.target.range, help: first.cure,
          notes: population.meaning.isEmpty ? [] : [population.note]))
    }
  }
}
