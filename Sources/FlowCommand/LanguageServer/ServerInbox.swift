// SPDX-License-Identifier: Apache-2.0

import FlowEditing
import LanguageServerProtocol
import Synchronization
import SystemCalls

/// The messages and finished checks that have come and that nobody has taken, and the requests that are not wanted any more.
final class ServerInbox: Sendable {
  private struct State {
    var messages: [ProtocolMessage] = []
    var cancelled: Set<RequestID> = []
    var isClosed = false
    var checked: [CheckedBeside] = []
  }

  private let state = Mutex(State())
  private let wake: WakePipe

  /// Nil if the system has no descriptors left.
  init?() {
    guard let wake = WakePipe() else { return nil }
    self.wake = wake
  }

  func add(_ message: ProtocolMessage) {
    state.withLock { state in
      // Why at once: the request may still wait behind others.
      if case .notification("$/cancelRequest", let params) = message, let id = RequestID(params["id"]) {
        let isWaiting = state.messages.contains { if case .request(id, _, _) = $0 { true } else { false } }
        if isWaiting { state.cancelled.insert(id) }
        return
      }
      state.messages.append(message)
    }
    wake.wake()
  }

  func add(_ checked: CheckedBeside) {
    state.withLock { $0.checked.append(checked) }
    wake.wake()
  }

  /// Nobody sends any more.
  func close() {
    state.withLock { $0.isClosed = true }
    wake.wake()
  }

  enum Next {
    case message(ProtocolMessage, isCancelled: Bool)
    case checked(CheckedBeside)
    case nothing
    case closed
  }

  /// The next message.
  ///
  /// - Parameter patience: how long to wait where there is none; nil for ever.
  func next(within patience: Duration?) -> Next {
    let clock = ContinuousClock()
    let end = patience.map { clock.now + $0 }
    while true {
      let next = state.withLock { state -> Next in
        if !state.checked.isEmpty { return .checked(state.checked.removeFirst()) }
        guard !state.messages.isEmpty else { return state.isClosed ? .closed : .nothing }
        let message = state.messages.removeFirst()
        guard case .request(let id, _, _) = message else { return .message(message, isCancelled: false) }
        return .message(message, isCancelled: state.cancelled.remove(id) != nil)
      }
      guard case .nothing = next else { return next }
      let left = end.map { $0 - clock.now }
      if let left, left <= .zero { return next }
      if wake.isWoken(within: left.map { Int32(min($0 / .milliseconds(1), 1_000).rounded(.up)) } ?? -1) { wake.rest() }
    }
  }
}
