// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import Guards
import SDKContract
import Values

/// An answer by which the user hands in a yes or no.
extension CallFacts {
  /// Whether the user hands in a yes or no, of which the requirements let only a yes be handed in, always or with some events.
  func mustBeYes(_ facts: StepFacts, _ contract: Contract) -> Bool {
    guard origin == .answer else { return false }
    // The list may have a yes and nothing else.
    if picksAcceptance(facts.step, contract) { return true }
    guard let input = inputThatAccepts(facts.step, contract) else { return false }
    let known = facts.facts(contract, handingInNoAt: input)
    if !Guard.canAllBe(facts.step.checks.map { ($0.expression, true) }, knowing: known) { return true }
    if facts.mayRefuseAll(contract, knowing: known) { return true }
    return !checks(forcing: facts, contract).isEmpty
  }

  /// The checks that let a no be handed in with some events and not with others, each with what is known then.
  func checks(forcing facts: StepFacts, _ contract: Contract) -> [(check: Guard, known: [Guard.Fact])] {
    guard let input = inputThatAccepts(facts.step, contract) else { return [] }
    let known = facts.facts(contract, handingInNoAt: input)
    guard Guard.canAllBe(facts.step.checks.map { ($0.expression, true) }, knowing: known) else { return [] }
    return facts.step.checks.map(\.expression).filter { check in
      check.names.contains(input.name) && check.names.isSubset(of: [input.name, "event"])
        && check.canBe(false, knowing: known)
    }.map { ($0, known) }
  }

  /// Whether the user picks the yes or no from a list of the event.
  private func picksAcceptance(_ step: Step, _ contract: Contract) -> Bool {
    switch acceptingSource(contract) {
    case .input(let index): step.inputs[index].pick != nil
    case .picked: true
    case nil, .literal, .event, .user: false
    }
  }

  /// The input by which a user says whether the call accepts; nil if there is none.
  func inputThatAccepts(_ step: Step, _ contract: Contract) -> FlowGraph.Input? {
    guard case .input(let index)? = acceptingSource(contract) else { return nil }
    return step.inputs[index]
  }
}

extension StepFacts {
  /// What holds whenever the user hands in a no.
  fileprivate func facts(_ contract: Contract, handingInNoAt input: FlowGraph.Input) -> [Guard.Fact] {
    facts(contract) + [Guard.Fact([input.name], is: .flag(false))]
  }
}

extension CheckContext {
  /// Whether the user hands in a yes or no, and a no leads to nothing but the same question, be it from a step that waits for the reply.
  func asksAfterNo(_ call: CallFacts, at facts: StepFacts) -> Bool {
    let contract = flow.contract
    guard call.origin == .answer, call.inputThatAccepts(facts.step, contract) != nil,
      case .flag(let name) = contract[call.use.call].accepts, let hearing = hearing(of: call, at: facts)
    else { return false }
    let isElsewhere = hearing.step.id != facts.step.id
    // Whoever waits may do something else.
    guard !isElsewhere || hearing.step.choices.isEmpty else { return false }
    let replies = contract[call.use.call].replies.filter { $0.given[name] != .flag(true) }
    let ofNo = call.arrivals.filter { arrival in
      // That something went wrong is no answer to the user's no.
      if case .error = arrival.outcome { return false }
      return replies.contains { $0.event == arrival.event && $0.outcome == arrival.outcome }
    }
    guard !ofNo.isEmpty else { return false }
    return ofNo.allSatisfy { arrival in
      hearing.lines(for: arrival, contract).allSatisfy {
        !(isElsewhere && $0.target.asksAgain) && $0.target.staysAtStep(of: facts.step)
      }
    }
  }
}
