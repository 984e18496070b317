// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration

/// A disagreement for a reader: the smallest specimen, what the checker says of it, and the run that shows it.
struct DifferentialReport {
  let text: String

  init(_ found: DifferentialTally.Case, _ reader: SpecimenReader, _ bounds: BruteForce.Bounds) {
    let small = Shrinker(reader: reader, property: found.property, bounds: bounds).shrink(found.specimen)
    let trial = Trial(small, reader, of: [found.property], within: bounds)
    var lines = [
      "=== \(found.property.rawValue), flow \(found.number): \(trial.outcomes[found.property] ?? .notJudged)"
    ]
    lines += ["--- flow", small.flow + "--- contract", small.contract + "--- findings"]
    lines += trial.findings.map { "\($0.range.start.line):\($0.range.start.column): \($0.code.id) \($0.message)" }
    for finding in trial.findings where found.property.codes.contains(finding.code.id) {
      lines += finding.way.map { "  \($0.range.start.line): \($0.message)" }
    }
    lines.append("--- run")
    lines += trial.runs[found.property] ?? ["no run shows it"]
    text = lines.joined(separator: "\n") + "\n"
  }
}
