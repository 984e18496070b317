// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Reads what a team has decided about its checks: the configuration, and the baseline.
struct TeamDecisions {
  /// What came of it.
  struct Decided: Sendable {
    var limit: FailureLimit?
    /// The name of the profile that flows are measured by; nil for none.
    var profile: String?
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
      limit: configuration.limit, profile: configuration.profile, exclude: configuration.exclude,
      rulePages: configuration.rulePages, contracts: configuration.contracts)
    decided.policy.severities = configuration.severities
    guard let path = baseline ?? configuration.baseline else { return decided }
    guard let baseline = read(path, Baseline.read) else { return nil }
    decided.policy.baseline = baseline
    return decided
  }

  /// The usual file may be missing; one that is named must be there.
  private func readConfiguration() -> CheckConfiguration? {
    if let configuration { return read(configuration, CheckConfiguration.read) }
    do {
      return taken(
        CheckConfiguration.read(try streams.file(CheckConfiguration.usualPath)), CheckConfiguration.usualPath)
    } catch {
      guard error.kind == .missing else { return told(error) }
      return CheckConfiguration()
    }
  }

  private func read<Value>(_ path: String, _ read: (SourceFile) -> Outcome<Value>) -> Value? {
    do {
      return taken(read(try streams.file(path)), path)
    } catch {
      return told(error)
    }
  }

  private func told<Value>(_ problem: FileProblem) -> Value? {
    streams.errors.write(format.render([problem.finding], in: problem.sources))
    return nil
  }

  private func taken<Value>(_ outcome: Outcome<Value>, _ path: String) -> Value? {
    let file = (try? streams.file(path)) ?? SourceFile(path: path, bytes: [])
    streams.errors.write(format.render(outcome.findings.inReadingOrder(), in: SourceMap([file])))
    return outcome.value
  }
}
