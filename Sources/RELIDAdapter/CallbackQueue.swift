// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Synchronization

/// Events between the threads on which the SDK speaks and the run that listens, in the order in which they came.
///
/// What comes before somebody listens is kept.
final class CallbackQueue: Sendable {
  private struct State {
    var events: [SDKEvent] = []
    var listener: (number: Int, continuation: CheckedContinuation<SDKEvent?, Never>)?
    var lastNumber = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Takes an event, from any thread; a closed queue drops it.
  func put(_ event: SDKEvent) {
    let listener = state.withLock { state -> CheckedContinuation<SDKEvent?, Never>? in
      guard !state.isClosed else { return nil }
      guard let listener = state.listener else {
        state.events.append(event)
        return nil
      }
      state.listener = nil
      return listener.continuation
    }
    listener?.resume(returning: event)
  }

  /// The next event as soon as there is one; nil when the task is cancelled, the queue closed, or `alarm` is over.
  ///
  /// - Parameter alarm: returns when nobody shall wait any longer; nil for never.
  func next(until alarm: (@Sendable () async -> Void)?) async -> SDKEvent? {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let ringing = alarm.map { alarm in
      Task { [self] in
        await alarm()
        give(nil, to: number)
      }
    }
    defer { ringing?.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isDone, event) = state.withLock { state -> (Bool, SDKEvent?) in
          if !state.events.isEmpty { return (true, state.events.removeFirst()) }
          guard !state.isClosed, !Task.isCancelled, state.listener == nil else { return (true, nil) }
          state.listener = (number, continuation)
          return (false, nil)
        }
        if isDone { continuation.resume(returning: event) }
      }
    } onCancel: {
      give(nil, to: number)
    }
  }

  /// The event that has waited longest; nil if there is none.
  func take() -> SDKEvent? { state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() } }

  /// Drops what is there, and all that comes from now on.
  func close() {
    let listener = state.withLock { state in
      let listener = state.listener
      state = State(isClosed: true)
      return listener
    }
    listener?.continuation.resume(returning: nil)
  }

  /// Sends a listener away, if it still listens.
  private func give(_ event: SDKEvent?, to number: Int) {
    let continuation = state.withLock { state -> CheckedContinuation<SDKEvent?, Never>? in
      guard let listener = state.listener, listener.number == number else { return nil }
      state.listener = nil
      return listener.continuation
    }
    continuation?.resume(returning: event)
  }
}
