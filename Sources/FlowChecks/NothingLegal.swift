// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

extension Relation {
  /// Whether an interrupt may bring the SDK into a phase in which it takes none of the step's calls.
  func mayFindNothingLegal(_ step: Step) -> Bool {
    guard step.mayBeLeft else { return false }
    let offered = offeredPhases(step)
    return flow.contract.events.contains { event in
      event.kind == .interrupt && event.phase.map { offered & 1 << UInt64($0.index) == 0 } ?? false
    }
  }
}
