// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import RuleBook

/// A test as the findings that it came to, in a format of `mfaflow check`: what failed, what could not be played, and
/// flows of which too little was taken.
struct TestFindingsReport {
  private let report: TestReport
  private let format: any CheckReport

  init(_ report: TestReport, as format: any CheckReport) {
    self.report = report
    self.format = format
  }

  var text: String {
    let paths = report.files.map(checked) + report.measured.filter(\.isTooLow).map(checked)
    let files = paths.map { path in
      CheckedFile(
        kind: path.kind, codes: path.findings.map(\.code),
        pieces: [format.piece(of: path)])
    }
    // No format of both has a place for the number with which the test ends.
    return format.whole(of: files, files.flatMap(\.pieces), CheckSummary(files, []), exit: 0)
  }

  private func checked(_ file: TestReport.File) -> CheckedPath {
    let failures = file.played.filter { !$0.needsProgram }.flatMap { scenario in
      // Several scenarios may fail in one line: that of their case, or of what begins them all.
      scenario.failures.map { failure in
        var failure = failure
        failure.message = "\(scenario.name.value.onOneLine): \(failure.message)"
        return failure
      }
    }
    return CheckedPath(
      path: file.path, kind: file.broken?.isUnreadable ?? false ? .unreadable : .checked,
      findings: (file.obstacles + failures).inReadingOrder(), sources: file.sources)
  }

  private func checked(_ flow: FlowCoverage) -> CheckedPath {
    let start = SourcePosition(line: 1, column: 1)
    let untaken = flow.untaken.map { "\n" + $0.shown }.joined()
    return CheckedPath(
      path: flow.path, kind: .checked,
      findings: [
        Diagnostic(
          TestRules.lowCoverage,
          "\(flow.shortfall), \(report.settings.minimum ?? 0) are asked for\(untaken)",
          at: SourceRange(start, start), help: "write scenarios for what no scenario takes")
      ], sources: SourceMap([SourceFile(path: flow.path, bytes: [])]))
  }
}
