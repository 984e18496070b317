// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Findings that were there when a team began to check, and that do not fail its builds.
///
/// A text of one line a finding: the code, the path, and the message. Places are left out, so that a finding stays known
/// when lines are put in above it; a line that stands there twice knows two findings.
struct Baseline: Sendable {
  private var counts: [String: Int] = [:]

  init() {}

  /// A baseline and what is wrong with it; lines that begin with `#` are comments.
  static func read(_ file: SourceFile) -> Outcome<Baseline> {
    var baseline = Baseline()
    var findings: [Diagnostic] = []
    let lines = String(decoding: file.bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) && !line.hasPrefix("#") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      let place = SourcePosition(line: index + 1, column: 1)
      guard parts.count == 3, parts[0].hasPrefix("MFA"), !parts[1].isEmpty else {
        findings.append(
          Diagnostic(
            PolicyRules.badBaseline, "this is no line of a baseline", at: SourceRange(place, place),
            help: "write the baseline again with `--write-baseline`"))
        break
      }
      if let rule = RulePages.page(of: String(parts[0]))?.rule, !rule.mayPassInFlow {
        findings.append(
          Diagnostic(
            PolicyRules.badBaseline, "no baseline can suppress what `\(rule.id)` finds", at: SourceRange(place, place),
            help: rule.isOpenToPolicy
              ? "mend it; only the team's configuration can let it pass, below `allow:`"
              : "mend it, and take the line out"))
      }
      baseline.counts[String(line), default: 0] += 1
    }
    return Outcome(findings.isEmpty ? baseline : nil, findings)
  }

  /// The findings that are not known, and those that are.
  func parted(
    _ findings: [Diagnostic], in sources: SourceMap
  ) -> (unknown: [Diagnostic], known: [Diagnostic]) {
    guard !counts.isEmpty, !findings.isEmpty else { return (findings, []) }
    var left = counts
    var parted: (unknown: [Diagnostic], known: [Diagnostic]) = ([], [])
    for finding in findings {
      let line = Self.line(finding, in: sources)
      if let count = left[line], count > 0 {
        left[line] = count - 1
        parted.known.append(finding)
      } else {
        parted.unknown.append(finding)
      }
    }
    return parted
  }

  /// How a finding is known.
  static func line(_ finding: Diagnostic, in sources: SourceMap) -> String {
    let path = sources.file(finding.range.file)?.path ?? ""
    return [finding.code.id, path, finding.message].map(TerminalText.line).joined(separator: "\t")
  }
}

/// The baseline that a check comes to.
struct BaselineReport: CheckReport {
  func piece(of check: CheckedPath) -> String {
    // What is known already stays known.
    let known = check.suppressed.filter { $0.means == .baseline }.map(\.finding)
    return (check.findings + known).filter(\.code.mayPassInFlow).map { Baseline.line($0, in: check.sources) + "\n" }
      .joined()
  }

  func whole(of files: [CheckedFile], _ pieces: [String], _ permits: [Permit]) -> String {
    "# Findings that mfaflow check knows; made with --write-baseline.\n" + pieces.joined()
  }
}
