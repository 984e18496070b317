// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
package import FlowRuntime
package import SDKContract

/// The calls after which alone some interrupts come: the key `after` of a contract.
///
/// Sets of them are bits.
package struct StartingCalls: Sendable {
  private let bits: [CallID: UInt64]
  /// By event, the calls one of which must have been made before.
  private let needs: [EventID: UInt64]
  private let contract: Contract

  /// Of runs of whatever flow.
  package init(_ contract: Contract) { self.init(contract, { _ in true }) }

  /// Of the runs of a flow: an event that nothing of it starts and for which it has an entry may come at any moment, so that the entry can
  /// be tried.
  package init(_ flow: Flow) {
    self.init(flow.contract) { event in
      !flow.hasEntry(for: event) || flow.makes(oneOf: flow.contract[event].after)
    }
  }

  /// - Parameter isHeld: whether an event comes only after its calls.
  private init(_ contract: Contract, _ isHeld: (EventID) -> Bool) {
    self.contract = contract
    var bits: [CallID: UInt64] = [:]
    var needs: [EventID: UInt64] = [:]
    for (index, event) in contract.events.enumerated() where event.kind == .interrupt && !event.after.isEmpty {
      // Those beyond the first 63 share a bit.
      for call in event.after where bits[call] == nil { bits[call] = 1 << UInt64(min(63, bits.count)) }
      let id = EventID(index: UInt16(index))
      if isHeld(id) { needs[id] = event.after.reduce(0) { $0 | (bits[$1] ?? 0) } }
    }
    (self.bits, self.needs) = (bits, needs)
  }

  /// The call that the SDK takes by a moment of a run.
  ///
  /// - Parameter machine: as it is before.
  package func taken(by moment: Moment, _ machine: FlowMachine) -> UInt64 {
    guard !bits.isEmpty, case .accepted = moment.happening, let call = machine.callAtWork?.call else { return 0 }
    return bits[call] ?? 0
  }

  /// The calls one of which must have been made before an event comes; nil where it may come at any moment.
  package func needed(by moment: Moment) -> UInt64? {
    guard !needs.isEmpty, case .event(let occurrence) = moment.happening else { return nil }
    return contract.event(named: occurrence.event.name).flatMap { needs[$0] }
  }
}

extension Flow {
  fileprivate func hasEntry(for event: EventID) -> Bool {
    steps.contains { $0.isInterrupt && $0.awaited?.event == event }
  }

  fileprivate func makes(oneOf calls: [CallID]) -> Bool {
    steps.contains { $0.calls.contains { calls.contains($0.use.call) } }
  }
}
