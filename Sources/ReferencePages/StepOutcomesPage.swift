// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowChecks
import FlowGraph
package import RuleBook
import SDKContract

/// What may come at a step of a flow, by the contract, and which line takes it.
package struct StepOutcomesPage {
  private let outcomes: StepOutcomes
  private let place: String

  /// - Parameter place: where the step stands.
  package init(_ outcomes: StepOutcomes, at place: String) {
    self.outcomes = outcomes
    self.place = place
  }

  package var page: Page {
    let contract = outcomes.contract
    let isInterrupt =
      outcomes.interrupts.isEmpty
      && contract.events.contains { $0.kind == .interrupt && $0.name == outcomes.step.value }
    var draft = PageDraft(outcomes.step.value, "\(isInterrupt ? "an interrupt" : "a step"), at \(place)")
    draft.say("What may come here by the contract `\(contract.name)` \(contract.version), and where the flow goes then")
    var causes: [StepOutcome.Cause] = []
    for outcome in outcomes.outcomes where !causes.contains(outcome.cause) { causes.append(outcome.cause) }
    for cause in causes {
      draft.head(words(cause))
      for outcome in outcomes.outcomes where outcome.cause == cause {
        draft.line(
          outcome.trigger.words(contract),
          [
            "leads to \(outcome.destination)" + (outcome.isLeftToElse ? ", by `else`" : ""),
            outcome.earns.isEmpty ? "" : "earns \(contract.words(outcome.earns))",
            outcome.enrols.isEmpty ? "" : "sets up \(contract.words(outcome.enrols))", outcome.meaning,
          ])
      }
    }
    if !outcomes.choices.isEmpty {
      draft.head("Choices that make no call")
      for choice in outcomes.choices { draft.line(choice.name, ["leads to \(choice.destination)"]) }
    }
    if !outcomes.interrupts.isEmpty {
      draft.head("At any moment")
      for (event, isListed) in outcomes.interrupts {
        draft.line(
          event.name, [isListed ? "the flow has an entry for it" : "no entry below `interrupts:`", event.meaning])
      }
    }
    return draft.page
  }

  private func words(_ cause: StepOutcome.Cause) -> String {
    switch cause {
    case .call(let call): "After its call \(call)"
    case .answer(let call): "After the answer, \(call)"
    case .choice(let choice, let call): "After the choice \(choice), \(call)"
    case .itself: "Without a call"
    }
  }
}
