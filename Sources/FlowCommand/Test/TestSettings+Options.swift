// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import FlowTesting
import MessageLanguages

extension TestSettings {
  /// What the options of `mfaflow test` ask for.
  init(_ invocation: Invocation, _ streams: Streams) throws(UsageProblem) {
    self.init()
    choice = ScenarioChoice(filter: invocation.value(of: .filter), skipped: invocation.values(of: .notNamed))
    minimum = invocation.value(of: .minimumCoverage).flatMap { Int($0) }
    listsUntaken = invocation.has(.coverage)
    isVerbose = invocation.has(.verbose)
    showsWholeTrace = invocation.has(.wholeTrace)
    choice.language = try LanguageTag.read(invocation, command: "test")?.description
    hasColor = FindingFormat.color(invocation, streams.output, streams)
    try check(invocation)
  }

  private func check(_ invocation: Invocation) throws(UsageProblem) {
    if invocation.has(.minimumCoverage), minimum.map({ $0 > 100 }) ?? true {
      throw UsageProblem(
        message: "`--min-coverage` cannot be more than 100 percent", help: "write a number from 0 to 100",
        command: "test")
    }
    if minimum != nil, choice.isPartial {
      throw UsageProblem(
        message: "`--min-coverage` and `--\(choice.filter == nil ? "skip" : "filter")` exclude each other",
        help: "coverage is that of all scenarios: give one of them", command: "test")
    }
  }
}

extension ExitCode {
  init(_ verdict: TestReport.Verdict) {
    self =
      switch verdict {
      case .passed: .success
      case .failed: .failure
      case .wrong: .wrongInput
      case .broken: .broken
      }
  }
}
