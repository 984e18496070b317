// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowChecks
import LocalFiles

extension Option {
  static let checkFormat = Option(
    name: "--format", shape: .oneOf(CheckFormat.allCases.map(\.rawValue)),
    meaning: "text (the default) shows each finding with its line of the file")

  static let withoutSummary = Option(
    name: "--quiet", shape: .flag, meaning: "write no line of summary, unless something could not be read or written")

  static let statistics = Option(
    name: "--statistics", shape: .flag, meaning: "say how often each rule was broken")

  static let profile = Option(
    name: "--profile", shape: .oneOf(Profile.all.map(\.name)),
    meaning: "measure flows by a standard, too (see Documentation/Profiles.md)")

  static let guesses = Option(
    name: "--guesses", shape: .flag,
    meaning: "tell how often each secret can be guessed in a run; for the formats text and json")

  static let proofs = Option(
    name: "--proofs", shape: .flag,
    meaning: "tell what is claimed and proved, what each success takes, and what that rests on; for text and json")

  static let unnamed = Option(
    name: "--unnamed", shape: .flag,
    meaning: "tell what only `else` takes, and warn of what should not be left to it; for text and json")

  static let failOn = Option(
    name: "--fail-on", shape: .oneOf(FailureLimit.allCases.map(\.rawValue)),
    meaning: "what makes the check fail: an error (the default), a warning as well, or neither")

  static let configuration = Option(
    name: "--config", shape: .text(placeholder: "FILE"),
    meaning:
      "what the team has decided, for all files; by default each file has the .mfaflow.yaml of its folder, or the nearest above"
  )

  static let saysConfiguration = Option(
    name: "--verbose", shape: .flag, meaning: "say how many files have which configuration file")

  static let baseline = Option(
    name: "--baseline", shape: .text(placeholder: "FILE"), meaning: "leave out the findings that FILE lists")

  static let newBaseline = Option(
    name: "--write-baseline", shape: .text(placeholder: "FILE"),
    meaning: "write all findings into FILE, for --baseline, and fail for none of them")

  static let scenarioFolder = Option(
    name: "--write-scenario", shape: .text(placeholder: "DIR"),
    meaning: "write into DIR, for each finding that a run can show, a scenario that fails until the flow is fixed")

  static let cache = Option(
    name: "--cache", shape: .text(placeholder: "DIR"),
    meaning: "keep in DIR what was found, and look only at files that have changed since")

  static let inputName = Option(
    name: "--stdin-filename", shape: .text(placeholder: "NAME"),
    meaning: "what `-` is called in findings, and where its parts are looked for")
}

/// What a check is to write.
struct CheckPlan: Sendable {
  /// The first is for standard output, each other for the file at the same place.
  let reports: [any CheckReport]
  private let files: [WrittenFile]
  /// What the team has decided stands in these.
  private let (configurations, baselines): ([String], [String])
  /// Where scenarios are written that show findings; nil for nowhere.
  let scenarios: ScenarioFolder?

  /// - Parameter decided: what the team has decided, for all files of the run.
  init(_ invocation: Invocation, _ decided: [TeamDecisions.Decided], in streams: Streams) throws(UsageProblem) {
    let rulePages = decided.lazy.compactMap(\.rulePages).first
    let color = FindingFormat.color(invocation, streams.output, streams)
    let outputs = try ReportOutputs(invocation, .checkFormat, command: "check")
    try Self.check(that: outputs, tellWhatIsAskedFor: invocation)
    var files = outputs.files.map(\.file)
    // The shape of the options lets no other word through.
    func report(_ format: String, color: Bool) -> any CheckReport {
      (CheckFormat(rawValue: format) ?? .oneline).report(color: color, rulePages)
    }
    var reports = [report(outputs.format, color: color)]
    reports += outputs.files.map { report($0.format, color: false) }
    if let path = invocation.value(of: .newBaseline) {
      try WritePlace(path: path, option: Option.newBaseline.name, command: "check").checkForReport()
      reports.append(BaselineReport(path: path))
      files.append(WrittenFile(path: path, option: .newBaseline))
    }
    self.reports = reports
    self.files = files
    (configurations, baselines) = (decided.compactMap(\.source), decided.compactMap(\.baseline))
    scenarios = invocation.value(of: .scenarioFolder).map { ScenarioFolder($0, for: .scenarioFolder) }
    try scenarios?.check(command: "check")
    if scenarios != nil, invocation.operands.contains("-"), !invocation.has(.inputName) {
      throw UsageProblem(
        message: "`\(Option.scenarioFolder.name)` cannot name the flow that comes from standard input",
        help: "say where it is kept, with `\(Option.inputName.name) login.yaml`", command: "check")
    }
  }

  /// Refuses to tell what no report that is written has a place for.
  private static func check(that outputs: ReportOutputs, tellWhatIsAskedFor invocation: Invocation)
    throws(UsageProblem)
  {
    let formats = [outputs.format] + outputs.files.map(\.format)
    guard !formats.contains("text"), !formats.contains("json") else { return }
    for option in [Option.proofs, .guesses] where invocation.has(option) {
      throw UsageProblem(
        message: "`\(option.name)` has no place in the format `\(outputs.format)`",
        help: "only `text` and `json` have one: add `\(ReportOutputs.option.name) json=FILE`, or leave it out",
        command: "check")
    }
  }

  /// Whether anything is written besides standard output.
  var writesFiles: Bool { !files.isEmpty }

  /// Refuses to write over what the check reads; a baseline may be overwritten.
  func check(against read: [String]) throws(UsageProblem) {
    for output in files {
      let others = output.option.renewed == nil ? baselines : []
      try output.check(against: read + configurations + others, of: "check")
    }
  }

  /// Writes every report.
  ///
  /// - Returns: false, and said why, if one could not be written.
  func write(_ checked: [CheckedFile], _ summary: CheckSummary, exit: ExitCode, to streams: Streams) -> Bool {
    var isWritten = true
    for (index, report) in reports.enumerated() {
      let pieces = checked.compactMap { $0.pieces.isEmpty ? nil : $0.pieces[index] }
      let text = report.whole(of: checked, pieces, summary, exit: Int(exit.rawValue))
      guard index > 0 else {
        streams.output.write(text)
        continue
      }
      if !ReportFile.write(text, to: files[index - 1].path, telling: streams) { isWritten = false }
    }
    return isWritten
  }
}
