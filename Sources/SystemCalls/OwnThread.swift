// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// A thread for work that waits for a person or a process, so that none of the few threads that tasks share stands still.
package enum OwnThread {
  /// What the thread is to do.
  private final class Body: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  /// Runs the work on a thread of its own, and suspends until it is done.
  package static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: work()) }
    }
  }

  /// Starts the work on a thread of its own; with none to be had, on one that tasks share.
  package static func start(_ work: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(work))
    let isStarted = system_start_thread({ OwnThread.perform($0) }, body.toOpaque()) == 0
    guard !isStarted else { return }
    body.release()
    Task { work() }
  }

  private static func perform(_ body: UnsafeMutableRawPointer?) {
    if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().work() }
  }
}
