// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// From which weight on findings make a check fail.
enum FailureLimit: String, CaseIterable, Sendable {
  case error
  case warning
  /// Never: who looks at the reports decides.
  case none
}

extension Option {
  /// The formats of a check, in the order of the help.
  private static let formats = ["text", "oneline", "json", "sarif", "github", "junit"]

  static let checkFormat = Option(
    name: "--format", shape: .oneOf(formats),
    meaning: "text (as by default) shows each finding with its line of the file")

  static let checkOutput = Option(
    name: "--output", shape: .text(placeholder: "FORMAT=FILE"), isRepeatable: true,
    meaning: "write another report into FILE; may be given for several formats")

  static let failOn = Option(
    name: "--fail-on", shape: .oneOf(FailureLimit.allCases.map(\.rawValue)),
    meaning: "what makes the check fail: an error (as by default), a warning too, or none of both")

  static let configuration = Option(
    name: "--config", shape: .text(placeholder: "FILE"),
    meaning: "what the team has decided; by default .mfaflow.yaml of the current folder, if it is there")

  static let baseline = Option(
    name: "--baseline", shape: .text(placeholder: "FILE"), meaning: "pass over the findings that FILE knows")

  static let newBaseline = Option(
    name: "--write-baseline", shape: .text(placeholder: "FILE"),
    meaning: "write all findings into FILE, for --baseline, and fail for none of them")

  static let inputName = Option(
    name: "--stdin-filename", shape: .text(placeholder: "NAME"),
    meaning: "what `-` is called in findings, and where its parts are looked for")

  /// The report of a format; nil if there is none of that name.
  static func report(_ format: String, color: Bool, _ pages: RuleAddress?) -> (any CheckReport)? {
    switch format {
    case "text": FindingFormat.text(color: color)
    case "oneline": FindingFormat.oneline
    case "json": FindingFormat.json
    case "sarif": SARIFReport(pages: pages)
    case "github": GitHubReport()
    case "junit": CheckJUnitReport()
    default: nil
    }
  }

  /// What stands behind `--output`, taken apart.
  fileprivate static func output(
    _ text: String, _ pages: RuleAddress?
  ) throws(UsageProblem) -> (report: any CheckReport, path: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let report = report(parts[0], color: false, pages), parts.count == 2, !parts[1].isEmpty else {
      throw UsageProblem(
        message: "`--output` cannot be \(Diagnostic.quoting(text))",
        help: Suggestion.help(
          for: parts[0], among: formats, otherwise: "write a format, `=` and a path, such as `sarif=flows.sarif`"),
        command: "check")
    }
    return (report, parts[1])
  }
}

/// What a check is to write, and when it fails.
struct CheckPlan: Sendable {
  /// The first is for standard output, each other for the path at the same place of `paths`.
  let reports: [any CheckReport]
  private let paths: [String]
  let limit: FailureLimit
  /// What standard input is called; nil for its usual name.
  let inputName: String?
  /// What the team has decided about findings.
  let policy: FindingPolicy

  init(_ invocation: Invocation, _ decided: TeamDecisions.Decided, in streams: Streams) throws(UsageProblem) {
    let color = FindingFormat.color(invocation, streams.output, streams)
    let format = invocation.value(of: .checkFormat) ?? "text"
    var reports = [Option.report(format, color: color, decided.rulePages) ?? FindingFormat.oneline]
    var paths: [String] = []
    for text in invocation.values(of: .checkOutput) {
      let output = try Option.output(text, decided.rulePages)
      guard !paths.contains(output.path) else {
        throw UsageProblem(
          message: "two reports would be written into \(Diagnostic.quoting(output.path))",
          help: "give each its own file",
          command: "check")
      }
      reports.append(output.report)
      paths.append(output.path)
    }
    if let path = invocation.value(of: .newBaseline) {
      reports.append(BaselineReport())
      paths.append(path)
    }
    self.reports = reports
    self.paths = paths
    let written = invocation.value(of: .failOn).flatMap { FailureLimit(rawValue: $0) }
    limit = invocation.has(.newBaseline) ? .none : written ?? decided.limit ?? .error
    inputName = invocation.value(of: .inputName)
    policy = decided.policy
  }

  /// Writes every report.
  ///
  /// - Returns: false, and said why, if one could not be written.
  func write(_ files: [CheckedFile], to streams: Streams) -> Bool {
    var isWritten = true
    for (index, report) in reports.enumerated() {
      let text = report.whole(of: files, files.compactMap { $0.pieces.isEmpty ? nil : $0.pieces[index] })
      guard index > 0 else {
        streams.output.write(text)
        continue
      }
      if let reason = ReportFile.write(text, to: paths[index - 1]) {
        streams.errors.write("mfaflow: \(Diagnostic.quoting(paths[index - 1])) cannot be written: \(reason)\n")
        isWritten = false
      }
    }
    return isWritten
  }
}
