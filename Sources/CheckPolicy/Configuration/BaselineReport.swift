// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import LocalFiles
import RuleBook

/// The baseline that a check comes to.
package struct BaselineReport: CheckReport {
  private let folder: PathFolder

  /// - Parameter path: where it is written.
  package init(path: String) { folder = PathFolder(of: path) }

  /// It is for flows.
  package let tellsConfigurations = false

  package func piece(of check: CheckedPath) -> String {
    // What is known already stays known.
    let known = check.suppressed.filter { $0.means == .baseline }.map(\.finding)
    let findings = (check.findings + known).filter(\.code.mayPassInFlow)
    return Baseline.Line.lines(of: findings, in: check.sources, from: folder).map(\.text).joined()
  }

  /// Of findings that no baseline knows, how many there are, by which rules, and why; nil if there are none.
  package static func leftOut(_ findings: [Diagnostic]) -> String? {
    let counts = findings.reduce(into: [String: Int]()) { counts, finding in
      if !finding.code.mayPassInFlow { counts[finding.code.id, default: 0] += 1 }
    }
    guard !counts.isEmpty else { return nil }
    let total = counts.values.reduce(0, +)
    let rules = counts.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }.joined(separator: ", ")
    return "\(total) finding\(total == 1 ? " is" : "s are") not in the baseline (\(rules)): "
      + "no baseline can suppress what \(counts.count == 1 ? "this rule finds" : "these rules find")"
  }

  package func whole(of files: [CheckedFile], _ pieces: [String], _ summary: CheckSummary, exit: Int) -> String {
    OwnFile.beginningOfBaseline + "; made with --write-baseline.\n" + pieces.joined()
  }
}
