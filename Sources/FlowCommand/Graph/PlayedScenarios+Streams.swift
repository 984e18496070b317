// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowReviews
import FlowTesting

extension PlayedScenarios.Obstacle {
  /// Why there are no scenarios; what is wrong with a file stands on the error stream.
  ///
  /// - Parameter name: the text that their names were to hold; nil for none.
  func told(
    named name: String? = nil, _ format: FindingFormat, _ streams: Streams, command: String
  ) -> UsageProblem {
    switch self {
    case .broken(let broken):
      streams.tell(broken.findings, in: broken.sources, format)
      return .told(broken.isUnreadable ? .broken : .wrongInput)
    case .noScenario:
      return UsageProblem(
        message: name.map { "no scenario has \(Diagnostic.quoting($0)) in its name" }
          ?? "there is no scenario in what is named",
        help: "`mfaflow test --verbose` shows all names", command: command)
    }
  }
}

extension PlayedScenarios {
  /// Tells which scenarios are left out, since they need a program that is their SDK.
  ///
  /// - Throws: where that leaves none.
  func checkPrograms(_ streams: Streams, command: String) throws(UsageProblem) {
    guard needingProgram > 0 else { return }
    let what = needingProgram == 1 ? "1 scenario needs" : "\(needingProgram) scenarios need"
    let words = "\(what) a program as the SDK, which `\(command)` cannot start"
    let help = "with `sdk: byHand`, the events stand in the scenario, and it can be shown"
    guard !played.isEmpty else { throw UsageProblem(message: words, help: help, command: command) }
    streams.errors.write("mfaflow: \(words): \(needingProgram == 1 ? "it is" : "they are") left out; \(help)\n")
  }
}
