// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

extension CheckContext {
  /// Where a target stands that is taken after an event.
  enum TargetPlace {
    /// In the event's own entry below `interrupts:`.
    case entry(Step)
    /// At a line of another step that names it.
    case line(Trigger)

    /// The event as the author wrote it.
    func words(_ contract: Contract) -> String {
      switch self {
      case .entry(let step): step.quoted
      case .line(let trigger): "`\(trigger.words(contract))`"
      }
    }
  }

  /// Visits every target that is taken after events of one kind: those of their entries, and those of the lines that name
  /// them anywhere else.
  ///
  /// - Parameter isMeant: is given the contract, and an event as an index into its events.
  func forEachTarget(after isMeant: (Contract, Int) -> Bool, _ body: (Target, TargetPlace) -> Void) {
    let contract = flow.contract
    for facts in everyStep {
      if case .interrupt(let awaited) = facts.step.kind, isMeant(contract, Int(awaited.event.index)) {
        facts.forEachTarget { body($0, .entry(facts.step)) }
        continue
      }
      facts.forEachLine { line in
        guard case .event(let event, _, _) = line.trigger, isMeant(contract, Int(event.index)) else { return }
        body(line.target, .line(line.trigger))
      }
    }
  }
}

extension StepFacts {
  /// Whether a line of the step is for an event.
  func names(_ event: EventID) -> Bool {
    var isNamed = false
    forEachLine { line in if line.trigger.names(event) { isNamed = true } }
    return isNamed
  }
}

extension Trigger {
  /// Whether it is an event, in whatever mode and with whatever outcome.
  func names(_ event: EventID) -> Bool {
    if case .event(event, _, _) = self { true } else { false }
  }
}
