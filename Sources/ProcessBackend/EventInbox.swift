// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Synchronization

/// The events that a thread brings and a task takes, in order.
///
/// On a virtual clock an event comes with the answer behind it: whether one that is written behind an answer is heard
/// at once must not depend on who is faster, so it is heard with the next answer.
final class EventInbox: Sendable {
  private struct State {
    var events: [SDKEvent] = []
    /// The first event that has not been read.
    var head = 0
    /// What came since the last answer, where an event counts only from the next one on.
    var behind: [SDKEvent] = []
    var waitsForAnswers = true
    var pace: Pace?
    var failure: BackendFailure?
    var listener: CheckedContinuation<Void, Never>?
    /// Events that came since `windowStart` without anybody asking for something.
    var unasked = 0
    var windowStart = ContinuousClock.now
    /// The time of the run to which the process was asked to come last, and how often.
    var lastTime = Duration.zero
    var visits = 0
  }

  private let state = Mutex(State())

  var isEmpty: Bool { state.withLock { $0.head == $0.events.count } }
  /// When the next event is due, by the last word of the process; nil if none is under way.
  var nextTime: Duration? { state.withLock { $0.pace?.next } }
  var hasHeldReplies: Bool { state.withLock { $0.pace?.hasHeld ?? false } }

  func pace(_ pace: Pace) { state.withLock { $0.pace = pace } }

  /// How often a process may have something more to send at one time of the run.
  static let mostAtOneTime = 1000

  /// False where the process has had the run stand at that time again and again: it would never end.
  func mayAdvance(to time: Duration) -> Bool {
    state.withLock { state in
      state.visits = state.lastTime == time ? state.visits + 1 : 0
      state.lastTime = time
      return state.visits < Self.mostAtOneTime
    }
  }

  /// What comes now does not come unasked.
  func somebodyAsks() { state.withLock { $0.unasked = 0 } }

  /// - Throws: when nobody can read so much.
  func put(_ event: SDKEvent, most: Int) throws(WireFault) {
    let (listener, isTooMuch) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Bool) in
      let now = ContinuousClock.now
      if now - state.windowStart > .seconds(1) { (state.windowStart, state.unasked) = (now, 0) }
      state.unasked += 1
      guard state.unasked <= most, state.events.count - state.head + state.behind.count < most else {
        return (nil, true)
      }
      guard !state.waitsForAnswers else {
        state.behind.append(event)
        return (nil, false)
      }
      state.events.append(event)
      defer { state.listener = nil }
      return (state.listener, false)
    }
    if isTooMuch { throw WireFault("sends more events than anybody can read (\(most) at once)") }
    listener?.resume()
  }

  /// What came before an answer can be read from now on.
  ///
  /// - Parameter forGood: whether the rest can be read as it comes, too.
  func release(forGood: Bool = false) {
    let listener = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.events += state.behind
      state.behind = []
      if forGood { state.waitsForAnswers = false }
      guard state.head < state.events.count else { return nil }
      defer { state.listener = nil }
      return state.listener
    }
    listener?.resume()
  }

  /// The first event behind the last answer; nil if there is none.
  var firstBehind: String? { state.withLock { $0.behind.first?.name } }

  func fail(_ failure: BackendFailure) {
    state.withLock { $0.failure = failure }
    wake()
  }

  func wake() {
    let listener = state.withLock { state in
      defer { state.listener = nil }
      return state.listener
    }
    listener?.resume()
  }

  /// The first event; the failure if there is none and there cannot be any.
  func take() throws(BackendFailure) -> SDKEvent? {
    let (event, failure) = state.withLock { state -> (SDKEvent?, BackendFailure?) in
      guard state.head < state.events.count else { return (nil, state.failure) }
      let event = state.events[state.head]
      state.head += 1
      if state.head == state.events.count {
        state.events.removeAll(keepingCapacity: true)
        state.head = 0
      } else if state.head > 64, state.head * 2 > state.events.count {
        // Where there is always one more to read, the list would grow for ever.
        state.events.removeFirst(state.head)
        state.head = 0
      }
      return (event, nil)
    }
    if let failure { throw failure }
    return event
  }

  /// Returns when something came, when somebody wakes it, or when the task is cancelled.
  func wait(unless isOver: @Sendable () -> Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          guard state.head == state.events.count, state.failure == nil, !Task.isCancelled, !isOver() else {
            return true
          }
          state.listener = continuation
          return false
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
  }
}
