// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// What `else` takes though nobody there asked for it: interrupts for which the flow has no entry.
extension CheckContext {
  /// The `else` by which a step of the flow takes interrupts without an entry while it waits, and the first of these that may come again
  /// and again while a user is signed in and away; nil where there is none.
  func elseForUnlisted(at facts: StepFacts) -> (event: EventID, line: Transition)? {
    elseForUnlisted(at: facts) { flow.contract.mayKeepAlive($0) && !flow.contract[$0].isTerminal }
  }

  /// The same for interrupts of another kind.
  func elseForUnlisted(at facts: StepFacts, where isMeant: (EventID) -> Bool) -> (event: EventID, line: Transition)? {
    guard let line = facts.otherwise, !facts.step.isInterrupt, flow.isWhole else { return nil }
    if case .end = line.target.move { return nil }
    return relation.unlisted(at: Place(step: facts.step.index)).first(where: isMeant).map { ($0, line) }
  }
}
