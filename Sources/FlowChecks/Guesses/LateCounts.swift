// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

extension Relation {
  /// Whether a reply that nobody waits for any more may begin a count again that is for each session, or for each user: it signs
  /// somebody in or out, or names another user.
  var mayBeginCountLate: Bool { mayBeginCountLate(of: flow.scopesOfCounts) }

  /// The same for some of those counts.
  func mayBeginCountLate(of scopes: Set<BudgetScope>) -> Bool {
    guard !scopes.isEmpty else { return false }
    let interruptsLeadOn = interruptsLeadOn
    return steps.contains { facts in
      facts.calls.contains { call in
        call.beginsCount(of: scopes, flow.contract) && (interruptsLeadOn || mayGoOn(without: call, at: facts))
      }
    }
  }

  /// Whether the step of a call lets the run go on though the reply is still to come.
  private func mayGoOn(without call: CallFacts, at facts: StepFacts) -> Bool {
    if call.departure != nil { return true }
    // What comes for the flow meanwhile is kept, and may be about another user.
    if facts.step.isInterrupt { return true }
    if case .wait = facts.step.kind { return true }
    return call.goesOnInTime(at: facts, flow.contract)
  }
}

extension Flow {
  /// What tries and limits are counted for, besides the run.
  fileprivate var scopesOfCounts: Set<BudgetScope> {
    let limits = steps.flatMap(\.choices).compactMap(\.scopedMax).map(\.scope)
    return Set(steps.filter { $0.tries != nil }.map(\.triesScope) + limits + budgets.map(\.scope)).subtracting([.run])
  }
}

extension CallFacts {
  /// Whether its step goes on in time while the reply is still to come that begins a count.
  func beginsCountInTime(of scope: BudgetScope, at facts: StepFacts, _ contract: Contract) -> Bool {
    beginsCount(of: [scope], contract) && goesOnInTime(at: facts, contract)
  }

  /// Whether its step goes on in time, and to no end, while the reply is still to come.
  fileprivate func goesOnInTime(at facts: StepFacts, _ contract: Contract) -> Bool {
    lineInTime(of: facts.step, contract).map { !$0.target.isEnd } ?? false
  }

  fileprivate func beginsCount(of scopes: Set<BudgetScope>, _ contract: Contract) -> Bool {
    contract[use.call].replies.contains { reply in
      // What ends all is an interrupt, and followed as one whenever it comes.
      if contract[reply.event].isTerminal { return false }
      return scopes.contains(.session) && contract.phase(enteredBy: reply.event, reply.outcome) != nil
        || scopes.contains(.user) && contract[reply.event].userField != nil
    }
  }
}
