// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import FlowTesting
import MessageLanguages

extension TestSettings {
  /// What the options of `mfaflow test` ask for.
  init(_ invocation: Invocation, _ streams: Streams) throws(UsageProblem) {
    self.init()
    choice = ScenarioChoice(filter: invocation.value(of: .filter), skipped: invocation.values(of: .notNamed))
    minimum = invocation.number(of: .minimumCoverage)
    isOwn = invocation.has(.own)
    listsUntaken = invocation.has(.coverage)
    isVerbose = invocation.has(.verbose)
    isQuiet = invocation.has(.failuresAlone)
    showsWholeTrace = invocation.has(.wholeTrace)
    choice.language = try LanguageTag.read(invocation, command: "test")?.description
    hasColor = FindingFormat.color(invocation, streams.output, streams)
    try check(invocation)
  }

  private func check(_ invocation: Invocation) throws(UsageProblem) {
    for (option, what) in [(Option.minimumCoverage, "coverage is that of"), (.missing, "what is missing is told by")]
    where invocation.has(option) && choice.isPartial {
      throw UsageProblem(
        message: "`\(option.name)` and `--\(choice.filter == nil ? "skip" : "filter")` exclude each other",
        help: "\(what) all scenarios: give one of them", command: "test")
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
