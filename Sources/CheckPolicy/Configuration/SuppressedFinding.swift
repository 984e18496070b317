// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A finding that is not told as one, since somebody has decided so.
package struct SuppressedFinding: Sendable {
  /// Who has decided.
  enum Means: String, Sendable, CaseIterable {
    /// A comment in the flow.
    case allowance
    case baseline
    case configuration
  }

  package let finding: Diagnostic
  let means: Means
  /// Why; nil where nobody had to say so.
  var reason: String?
  /// Which of the configurations' permits it was; nil for none of them.
  var permit: Int?

  /// Who has decided, and why, such as `a comment in the flow: the next release has a line for it`.
  package var decision: String {
    let by =
      switch means {
      case .allowance: "a comment in the flow"
      case .baseline: "the baseline, which knows it"
      case .configuration: "the configuration"
      }
    return reason.map { "\(by): \($0)" } ?? by
  }

  /// On one line, such as ``flows/a.yaml:7:3: MFA302 `lost` cannot be reached (by allowance: the next release …)``.
  func line(in sources: SourceMap) -> String {
    let place = sources.shownPlace(finding.range, otherwise: "")
    let why = reason.map { ": \($0)" } ?? ""
    return TerminalText.line("\(place): \(finding.code.id) \(finding.message) (by \(means.rawValue)\(why))")
  }
}

/// What became of the findings of one file.
package struct JudgedFindings: Sendable {
  /// Those that are told.
  package var told: [Diagnostic] = []
  /// Those that are not.
  package var suppressed: [SuppressedFinding] = []
  /// The lines of the baseline that know some of these.
  var knownLines: Set<Baseline.Line> = []
}
