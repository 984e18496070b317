// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks

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
    meaning: "text (the default) shows each finding with its line of the file")

  static let checkOutput = Option(
    name: "--output", shape: .text(placeholder: "FORMAT=FILE"), isRepeatable: true,
    meaning: "write another report into FILE; may be given for several formats")

  static let profile = Option(
    name: "--profile", shape: .oneOf(Profile.all.map(\.name)),
    meaning: "measure flows by a standard, too (see Documentation/Profiles.md)")

  static let guesses = Option(
    name: "--guesses", shape: .flag,
    meaning: "tell how often each secret can be guessed in a run; for the formats text and json")

  static let proofs = Option(
    name: "--proofs", shape: .flag,
    meaning: "tell what is claimed and proved, what each success takes, and what that rests on; for text and json")

  static let failOn = Option(
    name: "--fail-on", shape: .oneOf(FailureLimit.allCases.map(\.rawValue)),
    meaning: "what makes the check fail: an error (the default), a warning as well, or neither")

  static let configuration = Option(
    name: "--config", shape: .text(placeholder: "FILE"),
    meaning: "what the team has decided; by default .mfaflow.yaml of the current folder, if it is there")

  static let baseline = Option(
    name: "--baseline", shape: .text(placeholder: "FILE"), meaning: "leave out the findings that FILE lists")

  static let newBaseline = Option(
    name: "--write-baseline", shape: .text(placeholder: "FILE"),
    meaning: "write all findings into FILE, for --baseline, and fail for none of them")

  static let scenarioFolder = Option(
    name: "--write-scenario", shape: .text(placeholder: "DIR"),
    meaning: "write into DIR, for each finding that a run can show, a scenario that fails until the flow is mended")

  static let cache = Option(
    name: "--cache", shape: .text(placeholder: "DIR"),
    meaning: "keep in DIR what was found, and look only at files that have changed since")

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
  private let outputs: [WrittenFile]
  let limit: FailureLimit
  /// What standard input is called; nil for its usual name.
  let inputName: String?
  /// What the team has decided about findings.
  let policy: FindingPolicy
  /// Where scenarios are written that show findings; nil for nowhere.
  let scenarios: ScenarioFolder?

  init(_ invocation: Invocation, _ decided: TeamDecisions.Decided, in streams: Streams) throws(UsageProblem) {
    let color = FindingFormat.color(invocation, streams.output, streams)
    let format = invocation.value(of: .checkFormat) ?? "text"
    var reports = [Option.report(format, color: color, decided.rulePages) ?? FindingFormat.oneline]
    var outputs: [WrittenFile] = []
    for text in invocation.values(of: .checkOutput) {
      let output = try Option.output(text, decided.rulePages)
      guard !outputs.contains(where: { $0.path == output.path }) else {
        throw UsageProblem(
          message: "two reports would be written into \(Diagnostic.quoting(output.path))",
          help: "give each its own file",
          command: "check")
      }
      try WritePlace(
        path: output.path, option: Option.checkOutput.name, command: "check",
        instead: "`--format` writes a report to standard output", mayBeDropped: true
      ).check()
      reports.append(output.report)
      outputs.append(WrittenFile(path: output.path, option: .checkOutput))
    }
    if let path = invocation.value(of: .newBaseline) {
      try WritePlace(path: path, option: Option.newBaseline.name, command: "check").check()
      reports.append(BaselineReport())
      outputs.append(WrittenFile(path: path, option: .newBaseline))
    }
    self.reports = reports
    self.outputs = outputs
    let written = invocation.value(of: .failOn).flatMap { FailureLimit(rawValue: $0) }
    limit = invocation.has(.newBaseline) ? .none : written ?? decided.limit ?? .error
    inputName = invocation.value(of: .inputName)
    policy = decided.policy
    scenarios = invocation.value(of: .scenarioFolder).map { ScenarioFolder($0) }
    try scenarios?.check()
    if scenarios != nil, invocation.operands.contains("-"), inputName == nil {
      throw UsageProblem(
        message: "`\(Option.scenarioFolder.name)` cannot name the flow that comes from standard input",
        help: "say where it is kept, with `\(Option.inputName.name) login.yaml`", command: "check")
    }
  }

  /// Whether anything is written besides standard output.
  var writesFiles: Bool { !outputs.isEmpty }

  /// Refuses to write over what the check reads; a baseline may be overwritten.
  func check(against read: [String], _ invocation: Invocation) throws(UsageProblem) {
    guard writesFiles else { return }
    let others = [Option.contract, .configuration].compactMap { invocation.value(of: $0) }
    for output in outputs {
      let baseline = output.option.name == Option.newBaseline.name ? nil : invocation.value(of: .baseline)
      try output.check(against: read + others + [baseline].compactMap { $0 }, of: "check")
    }
  }

  /// Writes every report.
  ///
  /// - Returns: false, and said why, if one could not be written.
  func write(_ files: [CheckedFile], to streams: Streams) -> Bool {
    var isWritten = true
    for (index, report) in reports.enumerated() {
      let pieces = files.compactMap { $0.pieces.isEmpty ? nil : $0.pieces[index] }
      let text = report.whole(of: files, pieces, policy.permits)
      guard index > 0 else {
        streams.output.write(text)
        continue
      }
      if let reason = ReportFile.write(text, to: outputs[index - 1].path) {
        streams.errors.write("mfaflow: \(Diagnostic.quoting(outputs[index - 1].path)) cannot be written: \(reason)\n")
        isWritten = false
      }
    }
    return isWritten
  }
}
