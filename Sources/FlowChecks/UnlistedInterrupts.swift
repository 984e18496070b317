// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// What `else` takes though nobody there asked for it: interrupts for which the flow has no entry.
extension CheckContext {
  /// The `else` by which a step of the flow takes interrupts without an entry while it waits, and the first of these that may come again
  /// and again while a user is signed in and away; nil where there is none.
  ///
  /// The flow must be whole.
  func elseForUnlisted(at facts: StepFacts) -> (event: EventID, line: Transition)? {
    guard !facts.step.isInterrupt, let line = facts.otherwise else { return nil }
    let place = Place(step: facts.step.index)
    let event = relation.unlisted(at: place).first { flow.contract.mayKeepAlive($0) && !flow.contract[$0].isTerminal }
    return event.map { ($0, line) }
  }
}
