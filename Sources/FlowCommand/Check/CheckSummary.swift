// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The last line of a check, for people, and its exit code.
struct CheckSummary {
  private var errors = 0
  private var warnings = 0
  private var checked = 0
  private var withFindings = 0
  private var skipped = 0
  private var unreadable = 0
  private let suppressed: SuppressionReport

  init(_ files: [CheckedFile], _ permits: [Permit]) {
    suppressed = SuppressionReport(files, permits)
    for file in files {
      errors += file.errors - file.toldBefore[.error, default: 0]
      warnings += file.warnings - file.toldBefore[.warning, default: 0]
      switch file.kind {
      case .checked:
        checked += 1
        if file.errors + file.warnings > 0 { withFindings += 1 }
      case .skipped: skipped += 1
      case .unreadable: unreadable += 1
      }
    }
  }

  /// False when there was nothing to check at all.
  var hasMatched: Bool { checked + unreadable > 0 }

  func exitCode(failingOn limit: FailureLimit) -> ExitCode {
    if unreadable > 0 { return .broken }
    return switch limit {
    case .error: errors > 0 ? .failure : .success
    case .warning: errors + warnings > 0 ? .failure : .success
    case .none: .success
    }
  }

  /// What the configuration lets pass, and how many findings there are, such as `2 errors in 1 of 3 files`.
  var lines: [String] { suppressed.permitLines.map { "mfaflow: \($0)" } + [line] }

  private var line: String {
    var parts: [String] = []
    if checked > 0 { parts.append("\(findings) in \(files)") }
    if suppressed.total > 0 { parts.append(suppressed.words) }
    if unreadable > 0 { parts.append("\(counted(unreadable, "path")) could not be read") }
    if skipped > 0 { parts.append("\(counted(skipped, "other YAML file")) skipped") }
    return parts.joined(separator: "; ")
  }

  private var findings: String {
    switch (errors, warnings) {
    case (0, 0): suppressed.total > 0 ? "no other findings" : "no findings"
    case (_, 0): counted(errors, "error")
    case (0, _): counted(warnings, "warning")
    default: "\(counted(errors, "error")) and \(counted(warnings, "warning"))"
    }
  }

  private var files: String {
    withFindings == 0 ? counted(checked, "file") : "\(withFindings) of \(counted(checked, "file"))"
  }

  private func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}
