// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import SDKContract

/// All that must have been shown for a success: a goal, and what is required beside it.
package struct Demand: Sendable {
  /// Nil for no claim but that somebody is signed in.
  package let goal: Goal?
  /// Each must be met.
  package let requirements: [Requirement]

  package init(goal: Goal?, requirements: [Requirement]) {
    self.goal = goal
    self.requirements = requirements
  }

  /// Whether nothing has to be shown.
  package var isEmpty: Bool { goal == nil && requirements.isEmpty }

  /// The goal, where what was shown does not reach it; nil where it does, or there is none.
  package func unreachedGoal(by shown: [Proof], in contract: Contract) -> Goal? {
    goal.flatMap { $0.isReached(by: shown, in: contract) ? nil : $0 }
  }

  /// What of the requirements is not met.
  package func unmet(by shown: Shown, in contract: Contract) -> [RequiredLine] {
    requirements.flatMap { $0.unmet(by: shown, in: contract) }
  }

  /// Whether nothing is missing.
  package func isMet(by shown: Shown, in contract: Contract) -> Bool {
    unreachedGoal(by: shown.proofs, in: contract) == nil && unmet(by: shown, in: contract).isEmpty
  }

  /// What of the requirements these proofs do not meet, where no module has allowed anything and nothing is fresh.
  package func unmet(by shown: [Proof], in contract: Contract) -> [RequiredLine] {
    unmet(by: Shown(shown), in: contract)
  }

  /// Whether these proofs are enough, where no module has allowed anything and nothing is fresh.
  package func isMet(by shown: [Proof], in contract: Contract) -> Bool { isMet(by: Shown(shown), in: contract) }
}

extension Flow {
  /// What a success end takes: what the flow claims, and what the end requires itself.
  package func demand(at end: EndID) -> Demand {
    Demand(
      goal: goal.map { Goal($0.value) },
      requirements: (requirement.map { [$0] } ?? []) + (ends[Int(end.index)].requirement.map { [$0] } ?? []))
  }

  /// What must hold where success ends of flows inside are passed.
  ///
  /// - Parameter claim: as in ``Target/claim``.
  package func demand(claimed claim: ClaimID) -> Demand {
    claim.index.map { claims[$0] } ?? Demand(goal: nil, requirements: [])
  }

  /// Every line that is required, with where it is required; empty for most flows.
  package var everyRequirement: [String] {
    let ofSteps = steps.compactMap { step in
      step.requirement.map { (step.name.value, Demand(goal: nil, requirements: [$0])) }
    }
    guard
      requirement != nil || !claims.isEmpty || !ofSteps.isEmpty || ends.contains(where: { $0.requirement != nil })
    else { return [] }
    let atEnds = ends.indices.map { (ends[$0].name.value, demand(at: EndID($0))) }
    let inside = claims.enumerated().map { ("/\($0.offset)", $0.element) }
    return (atEnds + inside + ofSteps).flatMap { place, demand in
      demand.unmet(by: Shown([]), in: contract).map { "\(place) \($0.text)" } + [demand.goal?.name ?? ""]
    }
  }

  /// What the flow's success ends require, each once.
  package var requirements: [Requirement] {
    (requirement.map { [$0] } ?? []) + ends.compactMap(\.requirement)
  }
}
