// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Values

@testable import FlowRuntime

/// The toy SDK as a script: what it says to each call, and the events that follow.
final class ToyBackend: Backend {
  struct Reply: Sendable {
    var answer = SDKAnswer.accepted
    var events: [SDKEvent] = []
    var failure: BackendFailure?
  }

  private struct State {
    var replies: [String: [Reply]]
    var events: [SDKEvent] = []
    var failure: BackendFailure?
    var calls: [SDKCall] = []
    var secrets: [String] = []
    var asked = 0
    var isSilent = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state: Mutex<State>
  /// Whether it waits for events to be sent by hand, as a live SDK does.
  private let isLive: Bool

  init(_ replies: [String: [Reply]], isLive: Bool = false) {
    state = Mutex(State(replies: replies))
    self.isLive = isLive
  }

  /// Calls in order, each with the events that follow: `begin: ! askName`.
  convenience init(_ script: (call: String, event: String)..., isLive: Bool = false) {
    var replies: [String: [Reply]] = [:]
    for (call, event) in script { replies[call, default: []].append(Reply(events: event.events)) }
    self.init(replies, isLive: isLive)
  }

  var calls: [String] { state.withLock { $0.calls.map(\.name) } }
  /// The secrets that came with the calls, as they were then, and as they are now.
  var secretsThen: [String] { state.withLock { $0.secrets } }
  var secretsNow: [[UInt8]] {
    state.withLock { state in
      state.calls.flatMap(\.arguments.fields).compactMap { field in
        if case .secret(let secret) = field.value { secret.withBytes { $0 } } else { nil }
      }
    }
  }
  /// How often somebody asked for an event.
  var asked: Int { state.withLock { $0.asked } }

  func send(_ text: String) { change { $0.events += text.events } }
  func fallSilent() { change { $0.isSilent = true } }
  func fail(_ failure: BackendFailure) { change { $0.failure = failure } }

  private func change(_ body: (inout sending State) -> Void) {
    let waiter = state.withLock { state in
      body(&state)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    let reply = state.withLock { state in
      state.calls.append(call)
      for case .secret(let secret) in call.arguments.fields.map(\.value) {
        state.secrets.append(secret.withBytes { String(decoding: $0, as: UTF8.self) })
      }
      guard var replies = state.replies[call.name], !replies.isEmpty else { return Reply() }
      defer { state.replies[call.name] = replies }
      return replies.removeFirst()
    }
    if let failure = reply.failure { throw failure }
    change { $0.events += reply.events }
    return reply.answer
  }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    state.withLock { $0.asked += 1 }
    while true {
      let (event, failure, isOver) = state.withLock { state in
        (state.events.isEmpty ? nil : state.events.removeFirst(), state.failure, state.isSilent)
      }
      if let event { return event }
      if let failure { throw failure }
      guard isLive, deadline == nil, !isOver, !Task.isCancelled else { return nil }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            let isReady = !state.events.isEmpty || state.failure != nil || state.isSilent || Task.isCancelled
            if !isReady { state.waiter = continuation }
            return isReady
          }
          if isReady { continuation.resume() }
        }
      } onCancel: {
        change { _ in }
      }
    }
  }
}

extension String {
  /// Events as a diagram writes them, parted by `;`.
  var events: [SDKEvent] {
    split(separator: ";").map { part in Diagram.event(part.split(separator: " ").map(String.init)[...]) }
  }
}
