// SPDX-License-Identifier: Apache-2.0

import SystemCalls

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
