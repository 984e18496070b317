// SPDX-License-Identifier: Apache-2.0

package import FlowRuntime
package import SDKContract
import SimulatedWorlds
import Synchronization

/// Makes the SDK of a scenario.
///
/// - Parameters:
///   - world: of the scenario, as a JSON object; nil if it has none.
///   - devices: by name, all on one server; none for the one device that has no name.
///   - clock: that of the scenario, by which the SDK is told the time.
/// - Returns: the SDK on each device, in their order. To close one of them is to close them all.
package typealias BackendMaker =
  @Sendable (
    _ world: String?, _ devices: [String], _ contract: Contract, _ clock: VirtualClock
  ) async throws(BackendFailure) -> [any PacedBackend]

/// An SDK from elsewhere, as a scenario has it in hand.
///
/// What the scenario has happen waits for the next look at the SDK, since that takes time. An SDK that takes no
/// directions is not asked: calls are then refused, events sent and replies held here, and it knows nothing of it.
final class StagedBackend: StagedSDK {
  private struct State {
    /// What is still to be told the SDK.
    var directions: [Direction] = []
    /// Calls that are still to be refused.
    var refusals: [(call: String, number: Int)] = []
    /// What comes next, whatever the SDK says.
    var ready: [SDKEvent] = []
    var held: [SDKEvent] = []
    var isHolding = false
    /// Whether something was held since replies were held last.
    var hasHeld = false
    var failure: BackendFailure?
  }

  private let inner: any PacedBackend
  private let contract: Contract
  private let state = Mutex(State())

  init(_ inner: any PacedBackend, _ contract: Contract) {
    self.inner = inner
    self.contract = contract
  }

  /// Why it could not be gone on with; nil if it did nothing wrong.
  var failure: BackendFailure? { state.withLock { $0.failure } }

  /// The beginning of the run where something comes at once: it does not wait.
  var nextEventTime: Duration? {
    let isAtOnce = state.withLock { state in
      !state.ready.isEmpty || state.directions.contains { $0.mayLeadToEvent }
    }
    return isAtOnce ? .zero : inner.nextEventTime
  }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    try await noting { () throws(BackendFailure) in
      try await carryOut()
      let place = state.withLock { $0.refusals.firstIndex { $0.call == call.name } }
      if !inner.takesDirections, let place {
        return .rejected(code: state.withLock { $0.refusals.remove(at: place).number }, message: nil)
      }
      let answer = try await inner.perform(call)
      if let place, case .rejected = answer { _ = state.withLock { $0.refusals.remove(at: place) } }
      return answer
    }
  }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    try await noting { () throws(BackendFailure) in
      try await carryOut()
      if let event = state.withLock({ $0.ready.isEmpty ? nil : $0.ready.removeFirst() }) { return event }
      while let event = try await inner.nextEvent(until: deadline) {
        if !holds(event) { return event }
      }
      return nil
    }
  }

  /// An event that the contract does not know is sent here: no SDK may send it, not even when it is told to.
  func send(_ event: SDKEvent) {
    guard contract.event(named: event.name) != nil else { return state.withLock { $0.ready.append(event) } }
    direct(.send(event)) { $0.ready.append(event) }
  }

  func refuseNext(_ call: String, with number: Int) -> Bool {
    direct(.refuse(call: call, code: number)) { _ in }
    state.withLock { $0.refusals.append((call, number)) }
    return true
  }

  var pendingRefusals: [String] { state.withLock { $0.refusals.map(\.call) } }

  var hasHeldReplies: Bool { inner.takesDirections ? inner.hasHeldReplies : state.withLock { $0.hasHeld } }

  func holdReplies() {
    direct(.hold) { state in
      state.isHolding = true
      state.hasHeld = false
    }
  }

  func releaseReplies() {
    direct(.release) { state in
      state.isHolding = false
      state.ready += state.held
      state.held = []
    }
  }

  /// - Parameter otherwise: what is done here where the SDK takes no directions.
  private func direct(_ direction: Direction, otherwise: (inout State) -> Void) {
    state.withLock { state in
      if inner.takesDirections { state.directions.append(direction) } else { otherwise(&state) }
    }
  }

  private func carryOut() async throws(BackendFailure) {
    while let next = state.withLock({ $0.directions.isEmpty ? nil : $0.directions.removeFirst() }) {
      try await inner.direct(next)
    }
  }

  /// Whether the event is kept back: a reply is, and what may come at any moment is not.
  private func holds(_ event: SDKEvent) -> Bool {
    state.withLock { state in
      let kind = contract.event(named: event.name).map { contract[$0].kind }
      guard state.isHolding, kind != .interrupt, kind != .notice else { return false }
      state.held.append(event)
      state.hasHeld = true
      return true
    }
  }

  private func noting<Value>(
    _ body: () async throws(BackendFailure) -> Value
  ) async throws(BackendFailure) -> Value {
    do throws(BackendFailure) {
      return try await body()
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
      throw error
    }
  }
}

extension Direction {
  fileprivate var mayLeadToEvent: Bool {
    switch self {
    case .send, .release: true
    case .refuse, .hold: false
    }
  }
}
