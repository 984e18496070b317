// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// Why a secret can be guessed for ever, other than by a way round that nothing limits.
enum BoundlessGuess {
  /// The tries of a step begin again at each session, and a run has any number of sessions.
  case atEachSession(Step, tries: Spanned<Int>)
  /// A call begins the SDK's count of wrong answers again, and nothing limits how often.
  case byRenewal(Step, CallUse, Origin)
  /// A secret can be tried at one account after the other: the SDK counts what is wrong for each of them.
  case overAccounts(Guess)
  /// The step asks again each time when there is no answer in time.
  case afterTimeout(Guess, Step, Transition)
  /// An interrupt that may come at any moment leads to the step.
  case throughInterrupt(Guess, Step, Step)

  /// Those of a flow that is whole; ways round without a limit are ``UnlimitedRounds``, and are not looked for again.
  static func all(in context: CheckContext) -> [BoundlessGuess] {
    guard let graph = context.graph else { return [] }
    var found = atEachSession(context) + byRenewal(context, graph)
    if found.isEmpty, context.rounds.isEmpty, let guess = overAccounts(context, graph) { found.append(guess) }
    return found + onTheWay(context, graph)
  }

  /// Tries that begin again at each session, where a run has any number of sessions though no cycle says so: interrupts change the phase.
  private static func atEachSession(_ context: CheckContext) -> [BoundlessGuess] {
    let steps = context.steps.filter { $0.handsSecretsIn && $0.step.triesScope == .session }.map(\.step)
    guard !steps.isEmpty, context.rounds.cycles.isEmpty else { return [] }
    let places = GuessCount.secrets(in: context).flatMap(\.places).filter {
      $0.counters.isEmpty && $0.most == .unbounded
    }
    return steps.compactMap { step in
      guard let tries = step.tries, places.contains(where: { $0.step.range == step.name.range }) else { return nil }
      return .atEachSession(step, tries: tries)
    }
  }

  /// Calls of which the contract says that they begin the SDK's count of wrong answers again, without a limit.
  private static func byRenewal(_ context: CheckContext, _ graph: StepGraph) -> [BoundlessGuess] {
    let contract = context.flow.contract
    let counters = Set(
      context.steps.filter(\.handsSecretsIn).flatMap { $0.guesses(contract).flatMap(\.counters) })
    guard !counters.isEmpty else { return [] }
    let renewing = Set(counters.flatMap { contract.codes[$0].renewedBy })
    return context.steps.flatMap { facts in
      facts.calls.compactMap { call -> BoundlessGuess? in
        // Who is signed in by a mere call has shown nothing.
        guard facts.step.budget(of: call.origin) == nil,
          renewing.contains(call.use.call) || contract.signsIn(call.use.call)
        else { return nil }
        let part = UseNetwork.Part(step: facts.step.index, origin: call.origin)
        guard !context.rounds.areTold(at: facts.step), GuessCount.limit(of: part, in: context, graph) == .unbounded
        else { return nil }
        return .byRenewal(facts.step, call.use, call.origin)
      }
    }
  }

  private static func overAccounts(_ context: CheckContext, _ graph: StepGraph) -> BoundlessGuess? {
    let isNamed = context.steps.contains { facts in
      facts.calls.contains { call in
        let part = UseNetwork.Part(step: facts.step.index, origin: call.origin)
        return facts.step.budget(of: call.origin) == nil && context.relation.mayBringAnother(by: part)
      }
    }
    return isNamed ? GuessCount.sprayed(in: context, graph).map { .overAccounts($0) } : nil
  }

  /// Guesses without a budget, at steps that runs come to again though no way round says so.
  private static func onTheWay(_ context: CheckContext, _ graph: StepGraph) -> [BoundlessGuess] {
    let contract = context.flow.contract
    var known: Known?
    var suspects: [(part: UseNetwork.Part, guess: BoundlessGuess)] = []
    for facts in context.steps where facts.handsSecretsIn {
      for call in facts.calls where !call.isBudgeted {
        guard let guess = Guess.all(call, at: facts.step, contract).first, guess.counter == nil else { continue }
        let ways = known ?? Known(context.flow, graph)
        known = ways
        // A way round without a budget is reported already.
        guard !ways.isRound[facts.step.index], !facts.isAnsweredWithoutLimit(contract) else { continue }
        if let line = facts.asksAgainInTime(after: guess.origin, contract) {
          suspects.append((guess.part, .afterTimeout(guess, facts.step, line)))
        } else if let interrupt = ways.interrupt[facts.step.index] {
          suspects.append((guess.part, .throughInterrupt(guess, facts.step, context.flow.steps[interrupt])))
        }
      }
    }
    guard !suspects.isEmpty else { return [] }
    // The ways were put together of edges, and a run may take no two of them.
    let uses = context.uses
    return suspects.filter { uses?.most(of: [$0.part]) == nil }.map(\.guess)
  }

  /// What is the same for all steps of a flow.
  private struct Known {
    /// By step: whether a way round without a budget leads through it.
    var isRound: [Bool]
    /// By step: the first interrupt that leads there without spending a budget; nil for none.
    var interrupt: [Int?]

    init(_ flow: Flow, _ graph: StepGraph) {
      isRound = Array(repeating: false, count: graph.count)
      interrupt = Array(repeating: nil, count: graph.count)
      for group in graph.components(ofSeveral: true, where: { !$0.isBudgeted }) {
        for step in group { isRound[step] = true }
      }
      for edge in graph.edges where edge.from == edge.to && !edge.isBudgeted { isRound[edge.from] = true }
      for first in flow.steps.indices[flow.plainCount...] {
        var open = [first]
        while let step = open.popLast() {
          guard interrupt[step] == nil else { continue }
          interrupt[step] = first
          open += graph.edges(from: step).filter { !$0.isBudgeted }.map(\.to)
        }
      }
    }
  }
}

extension StepFacts {
  /// The line by which the step asks again when a call of it was not answered in time; nil if it does not.
  fileprivate func asksAgainInTime(after origin: Origin, _ contract: Contract) -> Transition? {
    for call in calls where call.origin == origin && timesOutEachTime(call, contract) {
      if let line = call.timeoutLine, line.target.asksAgain { return line }
    }
    return nil
  }
}
