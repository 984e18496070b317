// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowTrials

/// Where the report of a soak goes, and in which format.
struct SoakOutput: Sendable {
  /// `text`, `json` or `html`.
  let format: String
  /// Where a report goes besides; nil for nowhere.
  let path: String?

  /// Whether that is the page, by the name of the file; otherwise it is the JSON object.
  var isPage: Bool { FilePath.isHTML(path ?? "") }

  init(_ invocation: Invocation) throws(UsageProblem) {
    format = invocation.value(of: .soakFormat) ?? "text"
    path = invocation.value(of: .soakReport)
    if let path {
      try WritePlace(
        path: path, option: Option.soakReport.name, command: "soak",
        instead: "`--format json` writes the report to standard output", mayBeDropped: true
      ).checkForReport()
    }
  }
}

extension SoakSettings {
  /// - Parameter isSimulated: whether the SDK is the simulated one.
  init(_ invocation: Invocation, isSimulated: Bool) throws(UsageProblem) {
    guard let runs = invocation.number(of: .runs) else {
      throw UsageProblem(
        message: "`soak` needs to know how many runs", help: "give `--runs N`, such as `--runs 1000`", command: "soak")
    }
    self.init(
      runs: runs, atOnce: invocation.number(of: .concurrency), goesOn: invocation.has(.keepGoing),
      isSteady: invocation.has(.steady), isSimulated: isSimulated)
  }
}
