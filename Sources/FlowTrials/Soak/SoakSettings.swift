// SPDX-License-Identifier: Apache-2.0

import SystemCalls

/// The settings of a soak.
package struct SoakSettings: Sendable {
  package let runs: Int
  /// How many runs may be under way at a time.
  package let concurrency: Int
  /// Whether a failure of the SDK is counted, rather than being the end of it all.
  let goesOn: Bool
  /// Whether the times of the wall are left out, so that the same runs give the same bytes.
  let isSteady: Bool

  /// More runs than anybody waits for are a slip.
  package static let mostRuns = 1_000_000_000
  /// Each may be a program of its own.
  package static let mostAtOnce = 1_000

  /// - Parameters:
  ///   - wanted: how many runs may be under way; nil for as many as there are cores.
  ///   - isSimulated: whether the SDK is the simulated one, whose runs wait for nothing: more of them at a time than there are
  ///     cores would only wait for each other.
  package init(runs: Int, atOnce wanted: Int?, goesOn: Bool, isSteady: Bool, isSimulated: Bool) {
    self.runs = runs
    self.goesOn = goesOn
    self.isSteady = isSteady
    let cores = Processors.count
    concurrency = min(runs, isSimulated ? min(cores, wanted ?? cores) : wanted ?? cores)
  }
}
