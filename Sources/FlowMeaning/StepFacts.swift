// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
package import SDKContract

/// A step, and what may come back at it.
///
/// A class, as every rule looks at every step, and a step would be copied each time.
package final class StepFacts: Sendable {
  package let step: Step
  /// The calls that it can make: its own, its answer, then those of its choices.
  package let calls: [CallFacts]

  package init(_ step: Step, _ contract: Contract) {
    self.step = step
    var calls: [CallFacts] = []
    calls.reserveCapacity(step.choices.count + 1)
    if case .call(let use) = step.kind {
      calls.append(CallFacts(use, at: step, contract, from: .call, over: [], isBudgeted: step.max != nil))
    }
    if let answer = step.answer {
      calls.append(CallFacts(answer, at: step, contract, from: .answer, over: [], isBudgeted: step.tries != nil))
    }
    for index in step.choices.indices {
      guard case .call(let use, let over) = step.choices[index].action else { continue }
      let isBudgeted = step.budget(of: .choice(index)) != nil
      calls.append(CallFacts(use, at: step, contract, from: .choice(index), over: over, isBudgeted: isBudgeted))
    }
    self.calls = calls
    var lines = step.transitions
    for call in calls where !call.over.isEmpty { lines += call.over }
    self.lines = lines
    otherwise = step.transitions.first(where: \.trigger.isOtherwise)
  }

  /// Where what no line names goes; nil if the step does not say.
  package let otherwise: Transition?

  /// Every line of the step: its own, then those of its choices.
  private let lines: [Transition]

  /// Visits every line of the step: its own, then those of its choices.
  package func forEachLine(_ body: (Transition) -> Void) {
    for line in lines { body(line) }
  }

  /// Visits every place that the step may go to.
  package func forEachTarget(_ body: (Target) -> Void) {
    if let to = step.to { body(to) }
    for index in step.choices.indices {
      if case .go(let target) = step.choices[index].action { body(target) }
    }
    forEachLine { body($0.target) }
  }

  /// Whether somebody may leave it by pressing a button that makes no call, or by answering.
  package var asks: Bool { step.answer != nil || !step.choices.isEmpty }
}

extension Flow {
  /// Whether it has steps of other flows, which it runs.
  package var runsFlows: Bool { steps.contains { $0.run != nil } }
}

extension Step {
  /// Whether it asks the security modules.
  package var isGate: Bool { if case .gate = kind { true } else { false } }

  /// Whether it makes a call by itself.
  package var isCall: Bool { if case .call = kind { true } else { false } }

  /// Whether it may go to `exhausted`: it has `tries:`, makes its own call at most so often, or may offer nothing.
  package func canRunOut(_ contract: Contract) -> Bool { tries != nil || max != nil || mayOfferNothing(contract) }

  /// Whether it may come to ask for nothing at all: every choice has a condition or a limit, and its answer wants something picked of
  /// lists that may be empty, or a call for which the contract requires a field.
  package func mayOfferNothing(_ contract: Contract) -> Bool {
    let picks = answer != nil && pickCount > 0
    guard mayLackAnswer(contract), answer != nil || !choices.isEmpty, within == nil else { return false }
    if case .wait = kind { return false }
    // What its answer leads to does not come by itself.
    return choices.allSatisfy { $0.when != nil || $0.isLimited || contract.requiredField(of: $0) != nil }
      && (picks || !transitions.contains { waitsFor($0.trigger) })
  }

  /// Whether it has no answer, or one that is not always offered.
  package func mayLackAnswer(_ contract: Contract) -> Bool {
    guard let answer else { return true }
    return pickCount > 0 || contract[answer.call].requiresField != nil
  }

  /// Whether a line is for another event than the step's own: then it may just wait for that.
  package func waitsFor(_ trigger: Trigger) -> Bool {
    guard case .event(let event, _, _) = trigger else { return false }
    return event != awaited?.event
  }
}

extension Step {
  /// How often a part of the step may be used in a run; nil for no limit of its own.
  ///
  /// A budget for each session bounds no run, since each sign-in begins it again. One for each user does: a run counts for so many users,
  /// and no count starts again.
  package func budget(of origin: Origin) -> Spanned<Int>? {
    switch origin {
    case .answer:
      switch triesScope {
      case .run: tries
      case .session: nil
      case .user: tries?.ofAllUsers
      }
    case .call: max
    case .choice(let index):
      choices[index].max ?? scopedLimit(of: origin).flatMap { $0.scope == .user ? $0.count.ofAllUsers : nil }
    case .itself, .exhausted: nil
    }
  }

  /// The limit of a part of the step that counts for each session or user; nil for none, and where only successes count.
  package func scopedLimit(of origin: Origin) -> (count: Spanned<Int>, scope: BudgetScope)? {
    switch origin {
    case .answer where triesScope != .run: tries.map { ($0, triesScope) }
    case .choice(let index): choices[index].scopedMax.flatMap { $0.isOfSuccesses ? nil : ($0.count, $0.scope) }
    case .answer, .call, .itself, .exhausted: nil
    }
  }

  /// The name of the flow's budget that a part of the step shares with others; nil for one of its own, and for none.
  package func sharedBudget(of origin: Origin) -> String? {
    switch origin {
    case .answer: sharedTries?.value
    case .call: sharedMax?.value
    case .choice(let index): choices[index].sharedMax?.value
    case .itself, .exhausted: nil
    }
  }
}

extension Spanned<Int> {
  /// What a count for each user allows in a run.
  fileprivate var ofAllUsers: Spanned<Int> { Spanned(value * BudgetScope.mostUsers, range) }
}

extension Contract {
  /// The field of the event that must be true for a choice to be offered, since its call requires it; nil for none.
  package func requiredField(of choice: Choice) -> String? {
    guard case .call(let use, _) = choice.action else { return nil }
    return self[use.call].requiresField
  }
}
