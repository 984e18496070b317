// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The time of a run, since its start.
///
/// Nothing else in the libraries tells the time, but the limits of programs that are waited for.
public protocol RunClock: Sendable {
  /// The time since the start of the run; it never runs back.
  var now: Duration { get }

  /// Whether it waits for nothing: then nobody is held to a time by it who is not part of the run.
  var isVirtual: Bool { get }

  /// Returns at that time since the start of the run, or when the task is cancelled.
  func sleep(until time: Duration) async
}

extension RunClock {
  /// It is not.
  public var isVirtual: Bool { false }
}

/// A clock that stands still until somebody sleeps, and then is there at once: tests and headless runs wait for nothing.
public final class VirtualClock: RunClock {
  private let time: Mutex<Duration>

  /// A clock that stands at this time since the start of the run.
  public init(startingAt time: Duration = .zero) { self.time = Mutex(time) }

  /// Where the clock stands.
  public var now: Duration { time.withLock { $0 } }

  /// It is.
  public var isVirtual: Bool { true }

  /// Moves the clock there and returns at once.
  public func sleep(until target: Duration) async { advance(to: target) }

  /// Moves the clock on; a time that has passed changes nothing.
  public func advance(to target: Duration) { time.withLock { $0 = max($0, target) } }
}

/// The time as it passes, the time in which the machine sleeps included.
public struct LiveClock: RunClock {
  private let start: ContinuousClock.Instant

  /// A clock that stands at this time since the start of the run, and goes on from there.
  public init(startingAt time: Duration = .zero) { start = ContinuousClock.now - time }

  /// The time since the start of the run.
  public var now: Duration { ContinuousClock.now - start }

  /// Sleeps until then; returns early when the task is cancelled.
  public func sleep(until time: Duration) async {
    try? await Task.sleep(until: start + time, clock: .continuous)
  }
}
