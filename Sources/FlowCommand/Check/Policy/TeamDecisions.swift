// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowScenarios

/// Reads what a team has decided about its checks: the configuration, and the baseline.
struct TeamDecisions {
  /// What came of it.
  struct Decided: Sendable {
    var limit: FailureLimit?
    /// The name of the profile that flows are measured by; nil for none.
    var profile: String?
    /// How often a secret may be guessed over all accounts; nil for what the profile says.
    var guessesOverAccounts: Int?
    var exclude: [PathPattern] = []
    var policy = FindingPolicy()
    var rulePages: RuleAddress?
    /// The fingerprints of contracts that may bear the name of a built-in one.
    var contracts: Set<String> = []
  }

  private let configuration: String?
  private let baseline: String?
  private let format: FindingFormat
  private let streams: Streams

  init(_ invocation: Invocation, _ format: FindingFormat, _ streams: Streams) {
    configuration = invocation.value(of: .configuration)
    baseline = invocation.value(of: .baseline)
    self.format = format
    self.streams = streams
  }

  /// Nil, and said why, if a file cannot be read or is not what it should be.
  func read() -> Decided? {
    guard let configuration = readConfiguration() else { return nil }
    var decided = Decided(
      limit: configuration.limit, profile: configuration.profile,
      guessesOverAccounts: configuration.guessesOverAccounts, exclude: configuration.exclude,
      rulePages: configuration.rulePages, contracts: configuration.contracts)
    decided.policy.severities = configuration.severities
    decided.policy.permits = configuration.permits.map { permit in
      var permit = permit
      permit.source = self.configuration ?? CheckConfiguration.usualPath
      return permit
    }
    guard let path = baseline ?? configuration.baseline else { return decided }
    // Nothing of the file is shown: the path may lead to any file, with secrets in it.
    guard let baseline = read(path, Baseline.read, { ($1, SourceFile(path: $0.path, bytes: [])) }) else { return nil }
    decided.policy.baseline = baseline
    return decided
  }

  /// The usual file may be missing; one that is named must be there.
  private func readConfiguration() -> CheckConfiguration? {
    if let configuration { return read(configuration, CheckConfiguration.read, Self.covered) }
    do {
      let file = try streams.file(CheckConfiguration.usualPath)
      return taken(CheckConfiguration.read(file), of: file, Self.covered)
    } catch {
      guard error.kind == .missing else { return told(error) }
      return CheckConfiguration()
    }
  }

  /// A file and what was found in it, as they may be told.
  private typealias Covering = (SourceFile, [Diagnostic]) -> (findings: [Diagnostic], shown: SourceFile)

  /// Of a configuration its own words are shown, and the names of rules.
  private static func covered(
    _ file: SourceFile, _ findings: [Diagnostic]
  ) -> (findings: [Diagnostic], shown: SourceFile) {
    let covered = CoveredFile(
      file,
      showing: HarmlessValues(
        keys: CheckConfiguration.keys + CheckConfiguration.permitKeys,
        words: CheckConfiguration.words + RulePages.names))
    return (covered.covering(findings), covered.shown)
  }

  private func read<Value>(
    _ path: String, _ read: (SourceFile) -> Outcome<Value>, _ covering: Covering
  ) -> Value? {
    do {
      let file = try streams.file(path)
      return taken(read(file), of: file, covering)
    } catch {
      return told(error)
    }
  }

  private func told<Value>(_ problem: FileProblem) -> Value? {
    streams.errors.write(format.render([problem.finding], in: problem.sources))
    return nil
  }

  private func taken<Value>(_ outcome: Outcome<Value>, of file: SourceFile, _ covering: Covering) -> Value? {
    guard !outcome.findings.isEmpty else { return outcome.value }
    let told = covering(file, outcome.findings.inReadingOrder())
    streams.errors.write(format.render(told.findings, in: SourceMap([told.shown])))
    return outcome.value
  }
}
