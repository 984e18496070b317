// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import SDKContract
import Synchronization
import Values

/// An SDK of which everything is written down that it says, as it says it, with the time.
final class OverheardBackend: PacedBackend {
  private let inner: any PacedBackend
  private let contract: Contract
  private let clock: VirtualClock
  private let notes = Mutex<[String]>([])

  init(_ inner: any PacedBackend, _ contract: Contract, _ clock: VirtualClock) {
    self.inner = inner
    self.contract = contract
    self.clock = clock
  }

  var lines: [String] { notes.withLock { $0 } }
  var nextEventTime: Duration? { inner.nextEventTime }
  var takesDirections: Bool { inner.takesDirections }
  var hasHeldReplies: Bool { inner.hasHeldReplies }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    let answer = try await inner.perform(call)
    note("\(call.name)\(call.arguments): \(answer)")
    return answer
  }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    guard let event = try await inner.nextEvent(until: deadline) else { return nil }
    note(told(event))
    return event
  }

  func direct(_ direction: Direction) async throws(BackendFailure) {
    try await inner.direct(direction)
    note("\(direction)")
  }

  func close() async -> BackendFailure? { await inner.close() }

  /// An SDK's 0 is as good as a false, and fields have no order.
  private func told(_ event: SDKEvent) -> String {
    let fields = contract.event(named: event.name).map { contract[$0].fields }
    let data = (fields?.accept(event.data) ?? event.data).fields.map { "\($0.name): \($0.value)" }.sorted()
    let status = event.status.map { "\($0) " } ?? ""
    return "\(event.name) \(status)\(event.statusMessage ?? "") \(event.error) \(event.errorMessage ?? "") \(data)"
  }

  private func note(_ what: String) {
    let next = inner.nextEventTime.map { "\($0)" } ?? "nothing"
    let held = inner.hasHeldReplies ? ", held" : ""
    notes.withLock { $0.append("\(clock.now) \(what) (next \(next)\(held))") }
  }
}
