// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Rung when the program is told to end, so that what is at work can end well; who does not listen is ended at once.
final class StopBell: Sendable {
  private struct State {
    var act: (@Sendable () -> Void)?
    var signal: Int32?
    var last: [@Sendable () -> Void] = []
    var isEnding = false
  }

  private let state = Mutex(State())

  init() {}

  /// The number of the signal that was heeded; nil if there was none.
  var heeded: Int32? { state.withLock { $0.signal } }

  /// From now on the first signal leads to this; nil for nothing.
  func onRing(_ act: (@Sendable () -> Void)?) { state.withLock { $0.act = act } }

  /// When a signal ends the program at once, this is done before: it must not take long.
  func beforeEnd(_ act: @escaping @Sendable () -> Void) { state.withLock { $0.last.append(act) } }

  /// Whether a signal is ending the program at once.
  var isEnding: Bool { state.withLock { $0.isEnding } }

  /// The program ends now.
  func end() {
    let acts = state.withLock { state in
      state.isEnding = true
      return state.last
    }
    for act in acts { act() }
  }

  /// Whether somebody ends by themselves now: for the first signal, if somebody listens.
  func ring(_ signal: Int32) -> Bool {
    let act = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.signal == nil, let act = state.act else { return nil }
      state.signal = signal
      return act
    }
    act?()
    return act != nil
  }
}
