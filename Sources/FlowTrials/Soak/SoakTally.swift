// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

/// How many runs came out how, and how long they stood at each step: its size does not grow with the runs.
package struct SoakTally: Sendable {
  /// Times in the two ways of counting them.
  struct Times: Sendable {
    /// By the clock of the run, in milliseconds.
    var run = LatencyHistogram()
    /// By the clock on the wall, in nanoseconds.
    var wall = LatencyHistogram()

    mutating func add(_ other: Times) {
      run.add(other.run)
      wall.add(other.wall)
    }
  }

  private(set) var outcomes: [SoakOutcome: Int] = [:]
  /// By the place of the step in the flow.
  private(set) var steps: [Times]
  /// From the beginning of a run to its end.
  private(set) var whole = Times()
  /// The first failure of the SDK, and in which run it came.
  private(set) var failure: (run: Int, BackendFailure)?

  init(stepCount: Int) { steps = Array(repeating: Times(), count: stepCount) }

  var runs: Int { outcomes.values.reduce(0, +) }

  /// Counts a run that has come out.
  mutating func add(_ outcome: SoakOutcome, _ watch: StepStopwatch) {
    outcomes[outcome, default: 0] += 1
    for visit in watch.visits {
      steps[visit.step].run.add(visit.run)
      steps[visit.step].wall.add(visit.wall)
    }
    whole.run.add(watch.runTime)
    whole.wall.add(watch.wallTime)
  }

  /// Keeps the failure of a run, if it is the first.
  mutating func note(_ failure: BackendFailure, inRun run: Int) {
    if self.failure.map({ run < $0.run }) ?? true { self.failure = (run, failure) }
  }

  mutating func add(_ other: SoakTally) {
    outcomes.merge(other.outcomes, uniquingKeysWith: +)
    for step in steps.indices { steps[step].add(other.steps[step]) }
    whole.add(other.whole)
    if let (run, failure) = other.failure { note(failure, inRun: run) }
  }
}
