// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where those wait who have looked for an event and found none that is due, until its time has come or something is done
/// meanwhile: what is done may lead to an earlier event.
final class Bell: Sendable {
  private struct State {
    var rings = 0
    var last = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// How often it rang: to be asked before looking, so that nothing that is done meanwhile is missed.
  var rings: Int { state.withLock { $0.rings } }

  /// Something was done: everybody looks again.
  func ring() {
    let waiting = state.withLock { state in
      state.rings += 1
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for waiter in waiting { waiter.resume() }
  }

  /// Returns when it has rung more often than that, when `alarm` is over, or when the task is cancelled.
  ///
  /// - Parameter alarm: nil for none.
  func wait(since rings: Int, until alarm: (@Sendable () async -> Void)? = nil) async {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    var sleeping: Task<Void, Never>?
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.rings == rings, !Task.isCancelled else { return true }
          state.waiting[number] = continuation
          return false
        }
        guard !isOver else { return continuation.resume() }
        sleeping = alarm.map { alarm in
          Task { [self] in
            await alarm()
            wake(number)
          }
        }
      }
    } onCancel: {
      wake(number)
    }
    sleeping?.cancel()
  }

  private func wake(_ number: Int) { state.withLock { $0.waiting.removeValue(forKey: number) }?.resume() }
}
