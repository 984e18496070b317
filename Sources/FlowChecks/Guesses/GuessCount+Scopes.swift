// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// What is counted for each user or for each session.
extension GuessCount {
  /// What tries that are counted for each user leave of a place for one of them.
  mutating func scoped(_ share: Share) -> Share {
    guard share.guess.origin == .answer,
      let (tries, scope) = flow.steps[share.guess.step].scopedLimit(of: .answer), scope == .user
    else { return share }
    var scoped = share
    scoped.ofAccount = .narrower(share.ofFlow, figures(tries.value, .user, [share.guess.part]).account)
    return scoped
  }

  /// What a budget allows at all places that draw on it.
  mutating func figures(_ count: Int, _ scope: BudgetScope, _ parts: [UseNetwork.Part]) -> GuessFigures {
    let once = GuessLimit.times(count)
    switch scope {
    case .run: return GuessFigures(most: once, account: once, untilRefill: once)
    case .user:
      // Whoever is named begins a round.
      let names = Refills(of: nil, [], relation, overAccounts: true)
      let begun = rounds(of: parts, names).number ?? BudgetScope.mostUsers
      let users = min(max(begun, namedLate(by: names)), BudgetScope.mostUsers)
      let most = once.times(users)
      // Whom the SDK has not named draws on the budget of the user who was named before.
      let account: GuessLimit =
        switch context.unnamedUsers.uses(of: parts) {
        // A reply that comes late names another user, while the question of this one stays open.
        case .none: .narrower(once.times(1 + begunInTime(of: .user)), most)
        case .last: .narrower(once + .times(1), most)
        case .any: most
        }
      return GuessFigures(most: most, account: account, untilRefill: account)
    case .session:
      let signIns = Refills(of: nil, [], relation, overAccounts: false)
      // Once while somebody is signed in, and once when that is over, if they can be used then.
      let times = parts.allSatisfy(isOfSignedIn) ? 1 : 2
      let most = (rounds(of: parts, signIns).times(times) + .times(begunInTime(of: .session))).times(count)
      return GuessFigures(most: most, account: most, untilRefill: most)
    }
  }

  /// Whether a part makes a call that the SDK takes from signed-in users alone.
  private func isOfSignedIn(_ part: UseNetwork.Part) -> Bool {
    guard let signedIn = flow.contract.signedInPhase, let call = call(part) else { return false }
    return relation.phases(of: call.use.call) == 1 << UInt64(signedIn.index)
  }

  /// How many users may be named in a run, where a reply that comes late may name one; 0 where none does.
  private mutating func namedLate(by names: Refills) -> Int {
    guard relation.mayBeginCountLate(of: [.user]) else { return 0 }
    // Somebody may have been named before the first call that says who the user is.
    let isAskedFor = names.parts.contains { part in
      call(part).map { flow.contract[$0.use.call].answers.contains { flow.contract[$0].userField != nil } } ?? false
    }
    // Or the SDK names a user it knows, in its reply to a call of an interrupt.
    let isKnown = steps.contains { facts in
      facts.step.isInterrupt
        && facts.calls.contains { $0.arrivals.contains { flow.contract[$0.event].userField != nil } }
    }
    return names.parts.reduce(isAskedFor || isKnown ? 1 : 0) { sum, part in
      min(sum + usesInTime(part), BudgetScope.mostUsers)
    }
  }

  /// How often a reply that comes once its step has gone on in time may begin a count again.
  private mutating func begunInTime(of scope: BudgetScope) -> Int {
    var sum = 0
    for facts in steps {
      for call in facts.calls where call.beginsCountInTime(of: scope, at: facts, flow.contract) {
        sum += usesInTime(UseNetwork.Part(step: facts.step.index, origin: call.origin))
      }
    }
    return min(sum, BudgetScope.mostUsers)
  }

  /// How often a part is used, if its step goes on in time although nothing has come.
  private mutating func usesInTime(_ part: UseNetwork.Part) -> Int {
    let facts = steps[part.step]
    // By the patience of the contract it goes on each time.
    if facts.asksAgain(after: part.origin, relation) {
      return facts.step.budget(of: part.origin)?.value ?? BudgetScope.mostUsers
    }
    let isTwice = facts.asksOnceMore(after: part.origin, relation)
    return uses(part, timesOut: isTwice)?.uses ?? BudgetScope.mostUsers
  }
}
