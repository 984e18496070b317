// SPDX-License-Identifier: Apache-2.0

/// A backend that waits by a clock of its own: a run on it goes by that clock, unless its session is given another.
///
/// A session with another clock tells it each deadline as the same moment by the backend's own, so that the two never
/// take a time of one for a time of the other.
public protocol TimedBackend: Backend {
  /// The clock by which it takes deadlines.
  var clock: any RunClock { get }
}

/// A backend that others than its run have to do with: it may have something to say though nobody has called it since it had
/// nothing.
package protocol RousableBackend: Backend {
  /// How often something was done with it, by whomever.
  var changes: Int { get }

  /// Returns when something was done since there were that many changes, or when the task is cancelled.
  func change(since changes: Int) async
}

/// Which clock a run goes by, and what its deadlines are by the backend's.
struct RunTime: Sendable {
  /// The clock of the run.
  let clock: any RunClock
  /// The backend's, where it is not surely that of the run.
  private let other: (any RunClock)?

  /// - Parameter clock: what the session was given; nil for the backend's own, or a live one where it has none.
  init(_ clock: (any RunClock)?, on backend: any Backend) {
    let own = (backend as? any TimedBackend)?.clock
    self.clock = clock ?? own ?? LiveClock()
    other = clock == nil ? nil : own
  }

  /// A time of the run, as the backend counts it; nil stays nil, for no limit.
  func told(_ time: Duration?) -> Duration? {
    guard let time, let other else { return time }
    return other.now + (time - clock.now)
  }
}
