// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
import FlowMeaning
package import SDKContract

/// What somebody has shown at least who is at a step, for whoever looks at a flow step by step.
package struct ProofsByStep: Sendable {
  /// By step: sets of proofs, of which none holds another; empty where no run comes by the flow's own lines, such as an interrupt.
  package let weakest: [[[Proof]]]
  /// Whether all runs could be followed: else nothing is proved.
  package let isComplete: Bool

  init(_ states: ProofStates) {
    var sets: [[UInt32]] = Array(repeating: [], count: states.relation.flow.steps.count)
    // What its own call takes away says nothing of who is asked there.
    for state in states.states where state.place.isAsking {
      let (step, shown) = (state.place.step, state.assurance.proofs)
      guard !sets[step].contains(where: { $0 & shown == $0 }) else { continue }
      sets[step].removeAll { shown & $0 == shown }
      sets[step].append(shown)
    }
    weakest = sets.map { sets in
      sets.sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }.map { states.relation.proofs(in: $0) }
    }
    isComplete = !states.isCut
  }
}

extension Checker {
  /// What is proved at each step; nil if a name of the flow could not be resolved.
  package static func proofsByStep(_ flow: Flow) -> ProofsByStep? {
    guard flow.isWhole else { return nil }
    let context = CheckContext(flow)
    return ProofsByStep(proofs(in: context, leavingOut: [], namingAll: true).states)
  }
}
