// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a host tells a session while it runs, in order: the app's coming and going, events that a former run has heard,
/// and that it shall stop.
package final class SessionInbox: Sendable {
  package enum Letter: Sendable {
    case background
    case foreground
    case event(SDKEvent)
    case stop
  }

  private struct State {
    var letters: [Letter] = []
    var bell: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>

  /// - Parameter heard: events that come before all others.
  package init(heard: [SDKEvent] = []) { state = Mutex(State(letters: heard.map(Letter.event))) }

  package var isEmpty: Bool { state.withLock { $0.letters.isEmpty } }

  package func put(_ letter: Letter) {
    let bell = state.withLock { state in
      state.letters.append(letter)
      return state.bell
    }
    bell?()
  }

  /// The first letter; nil if there is none.
  func take() -> Letter? { state.withLock { $0.letters.isEmpty ? nil : $0.letters.removeFirst() } }

  /// The events that have not been taken.
  func takeEvents() -> [SDKEvent] {
    state.withLock { state in
      let events = state.letters.compactMap { letter in if case .event(let event) = letter { event } else { nil } }
      state.letters = []
      return events
    }
  }

  /// Calls the bell whenever a letter comes, and at once if one is there; nil for no bell any more.
  func onArrival(_ bell: (@Sendable () -> Void)?) {
    let isThere = state.withLock { state in
      state.bell = bell
      return !state.letters.isEmpty
    }
    if isThere { bell?() }
  }
}
