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
      guard parts.count == 3, parts[0].hasPrefix("MFA"), !parts[1].isEmpty else {
        let place = SourcePosition(line: index + 1, column: 1)
        findings.append(
          Diagnostic(
            PolicyRules.badBaseline, "this is no line of a baseline", at: SourceRange(place, place),
            help: "write the baseline anew with `--write-baseline`"))
        break
      }
      baseline.counts[String(line), default: 0] += 1
    }
    return Outcome(findings.isEmpty ? baseline : nil, findings)
  }

  /// The findings that are not known.
  func unknown(_ findings: [Diagnostic], in sources: SourceMap) -> [Diagnostic] {
    guard !counts.isEmpty, !findings.isEmpty else { return findings }
    var left = counts
    return findings.filter { finding in
      let line = Self.line(finding, in: sources)
      guard let count = left[line], count > 0 else { return true }
      left[line] = count - 1
      return false
    }
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
    check.findings.map { Baseline.line($0, in: check.sources) + "\n" }.joined()
  }

  func whole(of files: [CheckedFile], _ pieces: [String]) -> String {
    "# Findings that mfaflow check knows; made with --write-baseline.\n" + pieces.joined()
  }
}
