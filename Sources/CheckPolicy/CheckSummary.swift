// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The last line of a check, for people, and its verdict.
package struct CheckSummary {
  package enum Verdict {
    case passed
    case failed
    /// Something could not be read.
    case incomplete
  }

  private var errors = 0
  private var warnings = 0
  private var checked = 0
  private var withFindings = 0
  private var skipped = 0
  private var unreadable = 0
  private var fails = false
  private let excluded: Int
  private let configurations: (count: Int, warnings: Int, fail: Bool)
  private let staleLines: [Int]
  /// What is not told, and by whose decision.
  let suppressed: SuppressionReport

  /// - Parameters:
  ///   - excluded: how many files and folders the configuration leaves out.
  ///   - configurations: how many have warnings of their own, how many these are, and whether the check fails by them.
  ///   - staleLines: the numbers of the lines of baselines that fit nothing any more in the files that were checked.
  package init(
    _ files: [CheckedFile], _ permits: [Permit], excluded: Int = 0,
    configurations: (count: Int, warnings: Int, fail: Bool) = (0, 0, false), staleLines: [Int] = []
  ) {
    self.excluded = excluded
    self.configurations = configurations
    fails = configurations.fail
    self.staleLines = staleLines
    suppressed = SuppressionReport(files, permits)
    for file in files {
      if file.fails { fails = true }
      errors += file.errors - file.toldElsewhere[.error, default: 0]
      warnings += file.warnings - file.toldElsewhere[.warning, default: 0]
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
  package var hasMatched: Bool { checked + unreadable > 0 }

  package var verdict: Verdict { unreadable > 0 ? .incomplete : fails ? .failed : .passed }

  /// What the configuration lets pass, and how many findings there are, such as `2 errors in 1 of 3 files`.
  package var lines: [String] { suppressed.permitLines.map { "mfaflow: \($0)" } + [line] }

  /// One object of the kind `summary`, for programs.
  ///
  /// - Parameter exit: the number with which the check ends.
  func json(exit: Int) -> String {
    var json = JSONWriter()
    json.object { json in
      json.field("kind", "summary")
      json.field("files", checked)
      json.field("withFindings", withFindings)
      json.field("errors", errors)
      json.field("warnings", warnings)
      json.field("unreadable", unreadable)
      json.field("passedOver", skipped)
      suppressed.write(to: &json)
      json.field("exit", exit)
    }
    json.newline()
    return json.text
  }

  private var line: String {
    var parts: [String] = []
    if checked > 0 { parts.append("\(findings) in \(files)") }
    if configurations.warnings > 0 {
      let place = configurations.count == 1 ? "the configuration" : counted(configurations.count, "configuration")
      parts.append("\(counted(configurations.warnings, "warning")) in \(place)")
    }
    if suppressed.total > 0 { parts.append(suppressed.words) }
    if !staleLines.isEmpty {
      let numbers = staleLines.prefix(5).map(String.init).joined(separator: ", ") + (staleLines.count > 5 ? ", …" : "")
      parts.append(
        "\(counted(staleLines.count, "line")) of the baseline without a finding (\(numbers)), take "
          + (staleLines.count == 1 ? "it" : "them") + " out")
    }
    if unreadable > 0 { parts.append("\(counted(unreadable, "path")) could not be read") }
    if skipped > 0 { parts.append("\(counted(skipped, "other YAML file")) skipped") }
    if excluded > 0 { parts.append("\(counted(excluded, "path")) left out by the configuration") }
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

extension CheckedFile {
  /// Whether what was found makes the check fail.
  var fails: Bool {
    switch limit {
    case .error: errors > 0
    case .warning: errors + warnings > 0
    case .none: false
    }
  }
}
