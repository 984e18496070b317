// SPDX-License-Identifier: Apache-2.0

import SystemCalls

/// What the options of `mfaflow soak` ask for.
struct SoakSettings: Sendable {
  let runs: Int
  /// How many runs may be under way at a time.
  let concurrency: Int
  /// Whether a failure of the SDK is counted, rather than being the end of it all.
  let goesOn: Bool
  /// `text`, `json` or `html`.
  let format: String
  /// Whether the times of the wall are left out, so that the same runs give the same bytes.
  let isSteady: Bool
  /// Where a report goes besides; nil for nowhere.
  let reportPath: String?

  /// Whether that is the page, by the name of the file; otherwise it is the JSON object.
  var reportIsPage: Bool {
    let name = reportPath?.lowercased() ?? ""
    return name.hasSuffix(".html") || name.hasSuffix(".htm")
  }

  /// More runs than anybody waits for are a slip.
  static let mostRuns = 1_000_000_000
  /// Each may be a program of its own.
  static let mostAtOnce = 1_000

  /// - Parameter isSimulated: whether the SDK is the simulated one, whose runs wait for nothing: more of them at a time than
  ///   there are cores would only wait for each other.
  init(_ invocation: Invocation, isSimulated: Bool) throws(UsageProblem) {
    guard let runs = invocation.number(of: .runs) else {
      throw UsageProblem(
        message: "`soak` needs to know how many runs", help: "give `--runs N`, such as `--runs 1000`", command: "soak")
    }
    self.runs = runs
    let wanted = invocation.number(of: .concurrency)
    let cores = Processors.count
    concurrency = min(runs, isSimulated ? min(cores, wanted ?? cores) : wanted ?? cores)
    goesOn = invocation.has(.keepGoing)
    format = invocation.value(of: .soakFormat) ?? "text"
    isSteady = invocation.has(.steady)
    reportPath = invocation.value(of: .soakReport)
    if let reportPath {
      try WritePlace(
        path: reportPath, option: Option.soakReport.name, command: "soak",
        instead: "`--format json` writes the report to standard output", mayBeDropped: true
      ).checkForReport()
    }
  }
}
