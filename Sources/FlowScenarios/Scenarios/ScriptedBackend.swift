// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import SimulatedWorlds
import Synchronization

/// An SDK without a mind of its own: it takes each call, unless it is told to refuse it, and sends what it is told to send.
///
/// It knows no contract, so it stands in for any SDK.
final class ScriptedBackend: StagedSDK {
  private struct State {
    var events: [SDKEvent] = []
    var refusals: [(call: String, number: Int)] = []
  }

  private let state = Mutex(State())

  init() {}

  let isByHand = true

  /// The beginning of the run if an event was sent that has not been read: it does not wait.
  var nextEventTime: Duration? { state.withLock { $0.events.isEmpty ? nil : .zero } }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    state.withLock { state in
      guard let place = state.refusals.firstIndex(where: { $0.call == call.name }) else { return .accepted }
      return .rejected(code: state.refusals.remove(at: place).number, message: nil)
    }
  }

  /// The next event that was sent; nil at once if there is none, since none comes by itself.
  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
  }

  func send(_ event: SDKEvent) { state.withLock { $0.events.append(event) } }

  func refuseNext(_ call: String, with number: Int) -> Bool {
    state.withLock { $0.refusals.append((call, number)) }
    return true
  }

  var pendingRefusals: [String] { state.withLock { $0.refusals.map(\.call) } }

  var hasHeldReplies: Bool { false }

  /// Nothing to do: there are no replies but the events that are written.
  func holdReplies() {}

  /// Nothing to do: there are no replies but the events that are written.
  func releaseReplies() {}
}
