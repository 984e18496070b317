// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import DifferenceReports
import FlowDifference
import FlowGraph
import FlowPictures
import FlowReviews
import RuleBook
import SDKContract

/// One run of `mfaflow graph`.
struct GraphRun {
  private let invocation: Invocation
  private let path: String
  private let format: FindingFormat
  private let streams: Streams

  init(_ invocation: Invocation, _ streams: Streams) throws(UsageProblem) {
    self.invocation = invocation
    self.streams = streams.keepingFiles
    path = invocation.operands.first ?? "-"
    format = .text(color: FindingFormat.color(invocation, streams.errors, streams))
    if invocation.has(.scenario), !invocation.has(.scenarios) {
      throw UsageProblem(
        message: "`--scenario` names a scenario, and no file of scenarios is named",
        help: "add `--scenarios FILE`", command: "graph")
    }
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    if let output = invocation.value(of: .textFile) {
      try WritePlace(
        path: output, option: "--output", command: "graph",
        instead: "without `--output` the picture goes to standard output", mayBeDropped: true
      ).checkForReport()
      try WrittenFile(path: output, option: .textFile).check(against: [path], of: "graph")
    }
    let pictureFormat = try invocation.pictureFormat()
    let contract = try DrawnFlow.contract(invocation, format, streams)
    let drawn = try DrawnFlow.read(path, contract, format, streams)
    try checkRuns(of: drawn)
    var picture = drawn.picture(FlowPicture.Level(invocation), opening: invocation.openRuns)
    if let code = invocation.markedFinding { picture = try marked(picture, drawn, code) }
    if invocation.has(.scenarios) { picture = try await markedByScenarios(picture, contract) }
    if let base = try FlowBase.read(invocation, contract, format, streams) {
      picture = try marked(picture, drawn, base)
    }
    return try write(picture, as: pictureFormat)
  }

  private func checkRuns(of drawn: DrawnFlow) throws(UsageProblem) {
    let names = drawn.runSteps
    for name in invocation.openRuns where name != "all" && !names.contains(name) {
      throw UsageProblem(
        message: "\(Diagnostic.quoting(name)) is no step of `\(drawn.flow.name)` that runs a flow",
        help: Suggestion.help(
          for: name, among: names.sorted(),
          otherwise: names.isEmpty
            ? "no step of it runs a flow, so there is nothing to open"
            : "they are " + names.sorted().map { "`\($0)`" }.joined(separator: ", ")),
        command: "graph")
    }
  }

  private func write(_ picture: FlowPicture, as pictureFormat: String) throws(UsageProblem) -> ExitCode {
    let text: String
    // Nothing draws less than an overview.
    let isLeast = picture.level == .overview
    switch pictureFormat {
    case "mermaid": text = MermaidText(picture).text
    case "json": text = picture.json
    case "svg":
      do throws(Graphviz.Problem) {
        let laid = try Graphviz.layout(of: DOTText(picture), arrows: picture.edges.count)
        if let shortcut = laid.shortcut {
          streams.errors.write("mfaflow: \(shortcut)\(isLeast ? "" : "; `--level overview` draws less")\n")
        }
        text = laid.svg
      } catch {
        throw UsageProblem(message: error.message, help: error.cure(isLeast: isLeast), command: "graph", code: .broken)
      }
    default: text = DOTText(picture).text
    }
    guard let output = invocation.value(of: .textFile) else {
      streams.output.write(text)
      return .success
    }
    return try WrittenFile(path: output, option: .textFile).write(text, of: "graph", streams) ? .success : .broken
  }

  private func marked(_ picture: FlowPicture, _ drawn: DrawnFlow, _ name: String) throws(UsageProblem) -> FlowPicture {
    guard let rule = RuleBook.rule(named: name) else {
      throw UsageProblem(
        message: "there is no rule \(Diagnostic.quoting(name))", help: RuleBook.cure(for: name, after: 0).words,
        command: "graph")
    }
    let findings = drawn.findings.filter { $0.code == rule }
    if findings.isEmpty {
      streams.errors.write("mfaflow: `\(drawn.flow.name)` has no finding of \(rule.id); nothing is highlighted\n")
    }
    return picture.marking(findings)
  }

  private func markedByScenarios(
    _ picture: FlowPicture, _ contract: Contract?
  ) async throws(UsageProblem) -> FlowPicture {
    let name = invocation.value(of: .scenario)
    let scenarios: PlayedScenarios
    do throws(PlayedScenarios.Obstacle) {
      scenarios = try await PlayedScenarios.play(
        invocation.values(of: .scenarios), named: name, contract, streams.reading)
    } catch {
      throw error.told(named: name, format, streams, command: "graph")
    }
    try scenarios.checkPrograms(streams, command: "graph")
    let played = scenarios.played(of: picture.flow)
    guard !played.isEmpty else {
      throw UsageProblem(
        message: "none of these scenarios is about `\(picture.flow.name)`",
        help: "name the file of its scenarios", command: "graph")
    }
    return name == nil ? picture.markingUntaken(by: played) : picture.marking(played)
  }

  private func marked(_ picture: FlowPicture, _ drawn: DrawnFlow, _ base: FlowBase) throws(UsageProblem) -> FlowPicture
  {
    let differences = try base.diff(to: drawn, format, streams, command: "graph").items.map(\.difference)
    let (marked, unplaced) = picture.marking(differences)
    if differences.isEmpty { streams.errors.write("mfaflow: nothing differs, so nothing is highlighted\n") }
    if !unplaced.isEmpty {
      let count = unplaced.count == 1 ? "1 difference has" : "\(unplaced.count) differences have"
      streams.errors.write("mfaflow: \(count) no place in the picture; `mfaflow diff` tells all:\n")
      for difference in unplaced.prefix(10) {
        streams.errors.write("  \(difference.verdict.rawValue): \(TerminalText.line(difference.words))\n")
      }
    }
    return marked
  }
}

extension Graphviz.Problem {
  /// What to do about it with `mfaflow graph`.
  ///
  /// - Parameter isLeast: whether no other level draws less.
  func cure(isLeast: Bool) -> String {
    switch self {
    case .missing: (installation ?? "") + "; `--format dot` and `--format mermaid` need nothing"
    case .failed where isLeast: "take `--format dot` or `--format mermaid`, and lay it out with a program of your own"
    case .failed: "draw less of it, with `--level overview`"
    }
  }
}
