// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// The calls after which an event may name another user, so that what was shown before is gone: "Events", 1, of
/// `Documentation/Semantics.md`.
extension ProofStates {
  /// A call that may have brought another user, and the step that made it.
  struct NamingCall: Hashable {
    let call: CallID
    let step: Int
  }

  /// Those on the way to a claim after which proofs, or the leave of modules, were lost to a change of user.
  ///
  /// What happens inside an interrupt is not looked at: that is no state of its own.
  func changesOfUser(on claim: Claim) -> [NamingCall] {
    var named: NamingCall?
    // Before the SDK has named anybody: what it names first may be the user before.
    var first: NamingCall?
    var calls: [NamingCall] = []
    let chain = chain(to: claim.from)
    let assurances = chain.map(\.assurance) + [claim.assurance]
    for (index, state) in chain.enumerated() {
      let (before, after) = (state.assurance, assurances[index + 1])
      if index + 1 < chain.count, let site = chain[index + 1].place.site, relation.mayBringAnother(site: site) {
        let call = NamingCall(call: relation.sites[site].call.use.call, step: relation.sites[site].step)
        if after.mayBeRenamed, !before.mayBeRenamed { named = call }
        if after.mayBeOfFormer, !before.mayBeOfFormer { first = call }
      }
      let isLost =
        before.proofs & ~after.proofs != 0 || (before.pending | before.held) & ~(after.pending | after.held) != 0
      guard isLost, before.mayBeRenamed else { continue }
      let cause = after.mayBeRenamed ? (after.mayBeOfFormer ? first : nil) : named
      if let cause, !calls.contains(cause) { calls.append(cause) }
    }
    return calls
  }
}
