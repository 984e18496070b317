// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract

/// Screens that lead only to one another once what leads away from them is hidden: by a condition, by the modules, by lists with nothing
/// to pick, by checks that nothing meets, or by a limit.
struct HiddenExits {
  private let context: CheckContext
  private let onward: OnwardPlaces

  init(_ context: CheckContext, _ canEnd: [Bool], _ visits: inout VisitBounds?) {
    self.context = context
    onward = OnwardPlaces(context, canEnd) { facts, origin in
      facts.mayBeHidden(origin, context) || facts.mayBeUsedUp(origin, context, &visits)
    }
  }

  /// The screens among which a run may stay that comes to a step; nil where something leads on for sure.
  func round(from step: Int) -> Set<Int>? {
    guard onward.isStuck(at: step) else { return nil }
    let round = onward.round(from: step)
    // Conditions of the same event need not be false all at once.
    let byEvent = Dictionary(grouping: round.sorted()) { context.everyStep[$0].step.awaited?.event }
    let mayBeHidden = byEvent.values.allSatisfy { steps in
      let conditions = steps.flatMap { exits(of: $0, in: round).compactMap { condition(of: $0.choice, at: $0.step) } }
      let facts = steps.flatMap { context.everyStep[$0].facts(context.flow.contract) }
      return Guard.mayAllFail(conditions, knowing: facts)
        && steps.allSatisfy { mayOffer(at: $0, in: round, besides: conditions, knowing: facts) }
    }
    return mayBeHidden ? round : nil
  }

  /// Whether a step that goes on by itself once it has nothing to offer may still offer what leads round, while all that leads on is hidden.
  private func mayOffer(at index: Int, in round: Set<Int>, besides exits: [Guard], knowing facts: [Guard.Fact]) -> Bool
  {
    let step = context.flow.steps[index]
    let contract = context.flow.contract
    guard context.everyStep[index].step.mayOfferNothing(contract) else { return true }
    if context.everyStep[index].mayRefuseWhatIsPicked(contract) { return true }
    return step.choices.indices.contains { choice in
      guard !onward.leaves(round, by: choice, at: index), !step.choices[choice].isLimited else { return false }
      let condition = context.everyStep[index].condition(of: choice, contract)
      return Guard.canAllBe(exits.map { ($0, false) } + (condition.map { [($0, true)] } ?? []), knowing: facts)
    }
  }

  /// Where what leads on is written.
  func notes(on round: Set<Int>) -> [Note] {
    let choices = round.sorted().flatMap { exits(of: $0, in: round) }.map { exit in
      Note("this leads on, and may not be offered", at: context.flow.steps[exit.step].choices[exit.choice].name.range)
    }
    let answers = round.sorted().compactMap { step -> Note? in
      let facts = context.everyStep[step]
      guard facts.step.answer != nil, facts.mayBeHidden(.answer, context) else { return nil }
      return Note("it may be that nothing can be answered here", at: facts.step.name.range)
    }
    return Array((choices + answers).prefix(4))
  }

  /// The choices of a step that lead away from the round.
  private func exits(of step: Int, in round: Set<Int>) -> [(step: Int, choice: Int)] {
    context.flow.steps[step].choices.indices.filter { onward.leaves(round, by: $0, at: step) }.map { (step, $0) }
  }

  /// The condition that alone hides a choice; nil where something else may.
  private func condition(of choice: Int, at step: Int) -> Guard? {
    let facts = context.everyStep[step]
    return facts.mayBeBarred(choice, context) ? nil : facts.condition(of: choice, context.flow.contract)
  }
}

extension StepFacts {
  /// When a choice is offered; nil for always.
  func condition(of choice: Int, _ contract: Contract) -> Guard? {
    contract.condition(of: step.choices[choice])
  }

  /// Whether the step may be one of a round; false where some way on is plain to see, which is cheap to say of most steps.
  func mayBeOfRound(_ contract: Contract) -> Bool {
    guard asks, step.to == nil, !step.mayOfferNothing(contract) || mayKeepOffering(contract) else { return false }
    if step.answer != nil, step.checks.isEmpty, !step.mayLackAnswer(contract), leadsOnInTime(.answer) { return false }
    return !step.choices.indices.contains { index in
      let choice = step.choices[index]
      guard choice.when == nil, !choice.isLimited, contract.requiredField(of: choice) == nil else { return false }
      switch choice.action {
      case .go(let target): return target.leavesFlow
      case .call(let use, _): return use.gate.isEmpty && leadsOnInTime(.choice(index))
      }
    }
  }

  /// Whether it asks for no answer, and has a choice without a limit that leads to a screen; or for one that is offered, and that nobody can
  /// hand in.
  private func mayKeepOffering(_ contract: Contract) -> Bool {
    if mayRefuseWhatIsPicked(contract) { return true }
    return step.answer == nil
      && step.choices.contains { choice in
        guard !choice.isLimited, case .go(let target) = choice.action else { return false }
        return !target.leavesFlow
      }
  }

  /// Whether a call of the step leads away from the flow when it is not answered.
  private func leadsOnInTime(_ origin: Origin) -> Bool {
    calls.contains { call in
      call.origin == origin && call.departure == nil && call.timeoutLine?.target.leavesFlow ?? false
    }
  }

  /// Whether a part of the step may not be offered, or leads nowhere when it is used.
  fileprivate func mayBeHidden(_ origin: Origin, _ context: CheckContext) -> Bool {
    let contract = context.flow.contract
    switch origin {
    case .answer: return step.answer != nil && step.mayLackAnswer(contract) || mayRefuseAll(contract)
    // Tries that nobody can spend.
    case .exhausted:
      guard step.mayOfferNothing(contract) else { return step.answer != nil && mayBeHidden(.answer, context) }
      return mayKeepOffering(contract)
    case .choice(let index):
      guard let condition = condition(of: index, contract) else { return mayBeBarred(index, context) }
      return Guard.mayAllFail([condition], knowing: facts(contract)) || mayBeBarred(index, context)
    case .call, .itself: return false
    }
  }

  /// Whether what a part may be used for may be spent; only the choices have something of the kind.
  func mayBeUsedUp(_ origin: Origin, _ context: CheckContext, _ visits: inout VisitBounds?) -> Bool {
    guard case .choice(let index) = origin else { return false }
    return mayBeUsedUp(index, context, &visits)
  }
}

extension Target {
  fileprivate var leavesFlow: Bool {
    switch move {
    case .end, .resume: true
    case .step, .stay, .retry: false
    }
  }
}
