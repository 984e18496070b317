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
    var calls: [NamingCall] = []
    let chain = chain(to: claim.from)
    let assurances = chain.map(\.assurance) + [claim.assurance]
    for (index, state) in chain.enumerated() {
      let (before, after) = (state.assurance, assurances[index + 1])
      if after.mayBeRenamed, !before.mayBeRenamed, index + 1 < chain.count, let site = chain[index + 1].place.site,
        relation.mayBringAnother(site: site)
      {
        named = NamingCall(call: relation.sites[site].call.use.call, step: relation.sites[site].step)
      }
      let isLost =
        before.proofs & ~after.proofs != 0 || (before.pending | before.held) & ~(after.pending | after.held) != 0
      if before.mayBeRenamed, !after.mayBeRenamed, isLost, let call = named, !calls.contains(call) {
        calls.append(call)
      }
    }
    return calls
  }
}
