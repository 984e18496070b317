// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import SystemCalls

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

/// Measures how long one run stands at each step.
///
/// A visit begins when a step is at work and ends when another one is: tries are part of it, and an interrupt parts it.
package struct StepStopwatch: Sendable {
  struct Visit: Sendable {
    let step: Int
    let run: Int64
    let wall: Int64
  }

  private(set) var visits: [Visit] = []
  private var step = -1
  private var runSince: Int64 = 0
  private var wallSince: Int64 = 0
  private var wallStart: Int64 = 0
  private var lastTime: Int64 = 0

  /// From the beginning to the end of the run, by its own clock, in milliseconds.
  var runTime: Int64 { lastTime }
  /// The same by the clock on the wall, in nanoseconds.
  private(set) var wallTime: Int64 = 0

  /// A run begins.
  mutating func begin() {
    visits.removeAll(keepingCapacity: true)
    (step, runSince, lastTime, wallTime) = (-1, 0, 0, 0)
    wallStart = Self.now
    wallSince = wallStart
  }

  /// A step is at work now, by its place in the flow.
  ///
  /// - Parameter time: milliseconds since the start of the run.
  mutating func stands(at step: Int, _ time: Int64) {
    lastTime = time
    guard step != self.step else { return }
    close()
    self.step = step
  }

  /// The run is over.
  mutating func end() {
    close()
    step = -1
    wallTime = wallSince - wallStart
  }

  private mutating func close() {
    let wall = Self.now
    if step >= 0 { visits.append(Visit(step: step, run: lastTime - runSince, wall: wall - wallSince)) }
    (runSince, wallSince) = (lastTime, wall)
  }

  /// Nanoseconds of a clock that is never set back.
  package static var now: Int64 { ThisProcess.nanoseconds }
}
