// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

extension CheckContext {
  /// Where a target stands that is taken after an event.
  enum TargetPlace {
    /// In the event's own entry below `interrupts:`.
    case entry
    /// At a line of another step that names it.
    case line
  }

  /// Visits every target that is taken after events of one kind: those of their entries, and those of the lines that name
  /// them anywhere else.
  ///
  /// - Parameter body: is given the event as the author reads it, the target, and where that stands.
  func forEachTarget(after isMeant: (EventSpec) -> Bool, _ body: (String, Target, TargetPlace) -> Void) {
    let contract = flow.contract
    for facts in everyStep {
      if case .interrupt(let awaited) = facts.step.kind, isMeant(contract.events[Int(awaited.event.index)]) {
        facts.forEachTarget { body(facts.step.quoted, $0, .entry) }
        continue
      }
      facts.forEachLine { line in
        guard case .event(let event, _, _) = line.trigger, isMeant(contract.events[Int(event.index)]) else { return }
        body("`\(line.trigger.words(contract))`", line.target, .line)
      }
    }
  }
}
