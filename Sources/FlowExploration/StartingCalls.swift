// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
package import FlowRuntime
package import SDKContract

/// The calls after which alone some interrupts come: the key `after` of a contract.
///
/// Sets of them are bits.
package struct StartingCalls: Sendable {
  private let bits: [CallID: UInt64]
  private let contract: Contract

  package init(_ contract: Contract) {
    self.contract = contract
    var bits: [CallID: UInt64] = [:]
    for event in contract.events where event.kind == .interrupt {
      // Those beyond the first 63 share a bit.
      for call in event.after where bits[call] == nil { bits[call] = 1 << UInt64(min(63, bits.count)) }
    }
    self.bits = bits
  }

  /// The call that the SDK takes by a moment of a run.
  ///
  /// - Parameter machine: as it is before.
  package func taken(by moment: Moment, _ machine: FlowMachine) -> UInt64 {
    guard !bits.isEmpty, case .accepted = moment.happening, let call = machine.callAtWork?.call else { return 0 }
    return bits[call] ?? 0
  }

  /// The calls one of which must have been made before an event comes; nil where it may come at any moment.
  ///
  /// - Parameter flow: whose runs are looked at: an event that nothing of it starts and for which it has an entry is nil, too, so that the
  ///   entry can be tried. Nil to look at the contract alone.
  package func needed(by moment: Moment, in flow: Flow? = nil) -> UInt64? {
    guard case .event(let occurrence) = moment.happening, let id = contract.event(named: occurrence.event.name),
      contract[id].kind == .interrupt, !contract[id].after.isEmpty
    else { return nil }
    if let flow, flow.hasEntry(for: id), !flow.makes(oneOf: contract[id].after) { return nil }
    return contract[id].after.reduce(0) { $0 | (bits[$1] ?? 0) }
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
