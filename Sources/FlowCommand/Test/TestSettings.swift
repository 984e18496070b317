// SPDX-License-Identifier: Apache-2.0

/// What the options of `mfaflow test` ask for.
struct TestSettings: Sendable {
  enum Format: String, Sendable {
    case text
    case json
    case junit
  }

  /// What a scenario must have in its name to be played; nil for every scenario.
  let filter: String?
  let format: Format
  /// Where JSON or XML goes; nil for standard output.
  let reportPath: String?
  /// Percent; nil for no limit.
  let minimum: Int?
  let listsUntaken: Bool
  let isVerbose: Bool
  let showsWholeTrace: Bool
  let hasColor: Bool

  init(_ invocation: Invocation, _ streams: Streams) throws(UsageProblem) {
    filter = invocation.value(of: .filter)
    format = invocation.value(of: .reportFormat).flatMap(Format.init(rawValue:)) ?? .text
    reportPath = invocation.value(of: .reportFile)
    minimum = invocation.value(of: .minimumCoverage).flatMap { Int($0) }
    listsUntaken = invocation.has(.coverage)
    isVerbose = invocation.has(.verbose)
    showsWholeTrace = invocation.has(.wholeTrace)
    hasColor = FindingFormat.color(invocation, streams.output, streams)
    try check(invocation)
  }

  private func check(_ invocation: Invocation) throws(UsageProblem) {
    if invocation.has(.minimumCoverage), minimum.map({ $0 > 100 }) ?? true {
      throw UsageProblem(
        message: "`--min-coverage` cannot be more than 100 percent", help: "write a number from 0 to 100",
        command: "test")
    }
    if minimum != nil, filter != nil {
      throw UsageProblem(
        message: "`--min-coverage` and `--filter` exclude each other",
        help: "coverage is that of all scenarios: give one of them", command: "test")
    }
    if reportPath != nil, format == .text {
      throw UsageProblem(
        message: "`--output` needs a format for programs", help: "add `--format json` or `--format junit`",
        command: "test")
    }
    guard let reportPath else { return }
    try WritePlace(
      path: reportPath, option: Option.reportFile.name, command: "test",
      instead: "without `--output` the report goes to standard output", mayBeDropped: true
    ).check()
  }
}
