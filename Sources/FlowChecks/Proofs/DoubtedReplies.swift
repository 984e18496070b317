// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// The calls for whose sake a reply on a way shows nothing: "Late replies" of `Documentation/Semantics.md`.
extension ProofStates {
  /// A call that is late on a way, and the step at which the run gave it up; nil where an interrupt did.
  struct LateCall: Hashable {
    let call: CallID
    let step: Int?
  }

  /// Those that a reply on the way to a claim may be mistaken for, in the order in which they were given up.
  ///
  /// What happens inside an interrupt is not looked at: that is no state of its own.
  func doubts(on claim: Claim) -> [LateCall] {
    let chain = chain(to: claim.from)
    let bits = chain.reduce(UInt32(0)) { $0 | relation.doubted(at: $1.place, $1.assurance) }
    var known: UInt32 = 0
    var calls: [LateCall] = []
    for (before, state) in zip(chain, chain.dropFirst()) {
      let new = state.assurance.late.all & ~before.assurance.late.all & bits & ~known
      known |= new
      let isInterrupted = state.stops.contains { relation.steps[$0.step].step.isInterrupt }
      for call in relation.lateCalls.calls(new) {
        calls.append(LateCall(call: call, step: isInterrupted ? nil : before.place.step))
      }
    }
    return calls + relation.lateCalls.calls(bits & ~known).map { LateCall(call: $0, step: nil) }
  }
}
