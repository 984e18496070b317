// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
package import SDKContract

/// How long a flow goes on by itself, from step to step, with nobody there.
struct IdleChains {
  struct Chain {
    /// In milliseconds; `Int.max` for ever.
    let time: Int
    /// The steps that are passed, in order.
    let steps: [Int]
    /// The time of the call of the first of them that somebody has it make last; nil where it begins with the step.
    var call: SourceRange?
    /// The same up to the last call that is made on some way from the first step; nil where none is.
    fileprivate var alive: Alive?
  }

  /// How long the flow makes calls by itself, and the steps that are passed until the last of them.
  fileprivate struct Alive {
    let time: Int
    let steps: [Int]
  }

  /// Steps that follow each other by themselves, round and round.
  struct Round {
    let steps: [Int]
    /// In milliseconds, all rounds together; `Int.max` for ever.
    let time: Int
  }

  /// What a step does by itself.
  private struct OwnMove {
    let from: Int
    let to: Int
    let time: Int
    /// How often it may be made in a run; nil for no limit.
    let budget: Int?
    /// Whether the step makes its call for it, as often as its `max:` allows: no round has used that up then.
    let isOfCall: Bool
  }

  private struct PassedStep {
    let step: Int
    let budget: Int?
  }

  /// All rounds that lead back to a step before it goes on in another way.
  private struct Turn {
    /// In milliseconds; `Int.max` for ever.
    let time: Int
    /// The time of one of them.
    let single: Int
    /// The steps that are passed on them and on no other way.
    let steps: [Int]

    /// The time of all but one.
    var lessOne: Int { time == .max ? time : time - single }
  }

  /// A way on from a step: what follows, or a way back.
  private struct Link {
    let move: OwnMove
    var rest: Chain?
    var turn: Turn?
  }

  private(set) var longest: Chain?
  /// The longest one that ends with a call; its time is that until the call is made.
  private(set) var longestAlive: Chain?
  private(set) var rounds: [Round] = []
  private var moves: [Int: [OwnMove]] = [:]
  /// How long each step waits before it goes on by itself.
  private var times: [Int: Int] = [:]
  private let calls: Set<Int>
  /// Of steps from which nothing leads back.
  private var known: [Int: Chain] = [:]
  /// By step that is passed: the longest round found behind the way that is looked at.
  private var turns: [Int: Turn] = [:]
  /// Work that is left: rounds in rounds could have very many ways.
  private var work = 20_000

  /// - Parameter steps: steps of a flow that is whole.
  init(_ steps: [StepFacts], _ context: CheckContext) {
    let contract = context.flow.contract
    calls = Set(steps.filter { $0.makesCallByItself(contract) }.map(\.step.index))
    for facts in steps { times[facts.step.index] = facts.ownTime(contract) }
    for facts in steps {
      let spent = facts.step.transitions.first { $0.trigger == .exhausted }?.target.range
      for (target, time, budget) in facts.movesByItself(context) {
        guard case .step(let id) = target.move, times[Int(id.index)] != nil else { continue }
        let isOfCall = facts.step.isCall && budget != nil && target.range != spent
        moves[facts.step.index, default: []].append(
          OwnMove(from: facts.step.index, to: Int(id.index), time: time, budget: budget, isOfCall: isOfCall))
      }
    }
    for facts in steps {
      let chain = chain(from: facts.step.index, []).chain
      if chain.time > longest?.time ?? 0 { longest = chain }
      if let alive = chain.alive, alive.time > longestAlive?.time ?? 0 {
        longestAlive = Chain(time: alive.time, steps: alive.steps)
      }
      for (target, time) in facts.callsOfSomebody(contract) {
        let step: Int
        switch target.move {
        case .step(let id): step = Int(id.index)
        case .stay, .retry: step = facts.step.index
        case .end, .resume: continue
        }
        guard times[step] != nil else { continue }
        let rest = self.chain(from: step, []).chain
        let whole = Self.sum(rest.time, time.value)
        if whole > longest?.time ?? 0 {
          longest = Chain(time: whole, steps: [facts.step.index] + rest.steps, call: time.range)
        }
      }
    }
  }

  /// How long the flow goes on by itself once an interrupt has waited in vain.
  func time(behind interrupt: StepFacts, in flow: Flow) -> Int {
    guard let line = interrupt.timeoutLine, case .step(let id) = line.target.move else { return 0 }
    return known[Int(id.index)]?.time ?? times[Int(id.index)] ?? flow[id].within?.value ?? 0
  }

  /// A way back that a budget bounds counts as often as the budget allows; one that nothing bounds, for ever.
  ///
  /// What follows a round, from whichever of its steps, comes after all of it.
  ///
  /// - Parameter budget: how often the move may be made that has led to the step; nil for no limit.
  private mutating func chain(from step: Int, _ path: [PassedStep], _ budget: Int? = nil) -> (
    chain: Chain, leadsBack: Bool
  ) {
    if let chain = known[step] { return (chain, false) }
    let path = path + [PassedStep(step: step, budget: budget)]
    var ways: [Link] = []
    var leadsBack = false
    for move in moves[step] ?? [] {
      work -= 1
      guard work > 0, path.count < 50 else { break }
      turns[step] = nil
      var way = Link(move: move)
      if let start = path.firstIndex(where: { $0.step == move.to }) {
        leadsBack = true
        note(path[start...], closedBy: move)
      } else {
        let (rest, restLeadsBack) = chain(from: move.to, path, move.budget)
        leadsBack = leadsBack || restLeadsBack
        way.rest = rest
      }
      way.turn = turns[step]
      ways.append(way)
    }
    turns[step] = nil
    let best = chain(from: step, by: ways)
    if !leadsBack { known[step] = best }
    return (best, leadsBack)
  }

  /// A round: each of its steps may be left once it is over.
  private mutating func note(_ round: ArraySlice<PassedStep>, closedBy move: OwnMove) {
    let time = round.reduce(0) { $0 + (times[$1.step] ?? 0) }
    guard time > 0 else { return }
    for index in round.indices {
      // What has led here once already can do so once less.
      let before = round[...index].dropFirst().compactMap { $0.budget.map { $0 - 1 } }
      let after = round[(index + 1)...].compactMap(\.budget) + [move.budget].compactMap(\.self)
      let whole = (before + after).min().map { Self.product($0, time) } ?? .max
      let isLast = index == round.indices.last
      if isLast, rounds.count < 100 { rounds.append(Round(steps: round.map(\.step), time: whole)) }
      let step = round[index].step
      guard whole > turns[step]?.time ?? 0 else { continue }
      turns[step] = Turn(time: whole, single: time, steps: isLast ? [] : round.map(\.step).filter { $0 != step })
    }
  }

  /// The longest of the ways that lead on from a step, each behind the longest round of the others.
  private func chain(from step: Int, by ways: [Link]) -> Chain {
    /// - Parameter index: one way round is not added to another one, which may draw on the same budget.
    func turn(before index: Int) -> Turn? {
      ways.indices.filter { $0 != index && (ways[$0].rest == nil || ways[index].turn == nil) }
        .compactMap { ways[$0].turn }.max { $0.time < $1.time }
    }
    let own = times[step] ?? 0
    let around = ways.compactMap(\.turn).max { $0.time < $1.time }
    var best = Chain(time: Self.sum(own, around?.time ?? 0), steps: [step])
    if let around { best = Chain(time: best.time, steps: [step] + (around.steps.isEmpty ? [step] : around.steps)) }
    var plain = own
    var alive = calls.contains(step) ? Alive(time: 0, steps: [step]) : nil
    for index in ways.indices {
      guard let rest = ways[index].rest else { continue }
      let move = ways[index].move
      let before = turn(before: index)
      let rounds = before.map { move.isOfCall && !$0.steps.isEmpty ? $0.lessOne : $0.time } ?? 0
      let alone = Self.sum(rest.time, move.time)
      let time = Self.sum(alone, rounds)
      // Where both are for ever, the one that is longer without the rounds.
      if time > best.time || time == best.time && alone > plain {
        best = Chain(time: time, steps: [step] + (before?.steps ?? []) + rest.steps)
        plain = alone
      }
      // A round without an end is told for itself.
      if let other = rest.alive,
        case let time = Self.sum(Self.sum(other.time, move.time), rounds == .max ? 0 : rounds), time > alive?.time ?? -1
      {
        alive = Alive(time: time, steps: [step] + other.steps)
      }
    }
    best.alive = alive
    return best
  }

  private static func product(_ times: Int, _ round: Int) -> Int {
    let (product, isTooLarge) = times.multipliedReportingOverflow(by: round)
    return isTooLarge ? .max : product
  }

  private static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, isTooLarge) = first.addingReportingOverflow(second)
    return isTooLarge ? .max : sum
  }
}

extension StepFacts {
  /// Whether it is a step that makes a call which leaves the user signed in.
  fileprivate func makesCallByItself(_ contract: Contract) -> Bool {
    guard case .call(let use) = step.kind else { return false }
    return !contract.endsSession(use.call)
  }

  /// How long it waits before it goes on by itself, as far as the flow says.
  fileprivate func ownTime(_ contract: Contract) -> Int {
    // Nobody is signed in any more once the SDK has taken such a call.
    if case .call(let use) = step.kind, contract.endsSession(use.call) { return 0 }
    return step.within?.value ?? 0
  }

  /// What may come, by time or by events, of calls that somebody has the step make, and how long the flow lets these take.
  fileprivate func callsOfSomebody(_ contract: Contract) -> [(Target, Spanned<Int>)] {
    calls.flatMap { call -> [(Target, Spanned<Int>)] in
      guard case .choice(let index) = call.origin, let within = step.choices[index].within, call.departure == nil,
        !contract.endsSession(call.use.call)
      else { return [] }
      let time = Spanned(min(within.value, step.within?.value ?? .max), within.range)
      return call.lines.compactMap { line in
        switch line.trigger {
        case .event(let event, _, _) where call.arrivals.contains { $0.event == event }: (line.target, time)
        case .timeout, .otherwise, .error:
          // A step that asks again after a time-out has no time any more, which is told apart.
          line.target.asksAgain ? nil : (line.target, time)
        case .event, .accepted, .rejected, .exhausted, .allow, .deny: nil
        }
      }
    }
  }

  /// Where it goes though nobody does anything, after how long, and how often it may.
  fileprivate func movesByItself(_ context: CheckContext) -> [(Target, Int, Int?)] {
    let time = ownTime(context.flow.contract)
    var moves: [(Target, Int, Int?)] = []
    if let to = step.to { moves.append((to, 0, nil)) }
    switch step.kind {
    case .call, .gate: return moves + step.transitions.map { ($0.target, time, step.max?.value) }
    case .challenge, .event, .wait, .interrupt: break
    }
    if step.within != nil, let line = timeoutLine { moves.append((line.target, time, nil)) }
    for auto in step.takenAutos {
      let choice = step.choices[auto]
      switch choice.action {
      case .go(let target): moves.append((target, 0, choice.max?.value))
      case .call(_, let over):
        moves += (over + step.transitions).filter { $0.trigger != .timeout }.map { ($0.target, 0, choice.max?.value) }
      }
    }
    for line in step.transitions {
      if case .event(let event, _, _) = line.trigger, comesByItself(event) { moves.append((line.target, time, nil)) }
    }
    if let (_, line) = context.elseForUnlisted(at: self) { moves.append((line.target, time, nil)) }
    return moves
  }

  /// Whether an event that a line names comes by itself, and not as a reply to a call of the step.
  private func comesByItself(_ event: EventID) -> Bool {
    !step.isInterrupt && !calls.contains { $0.arrivals.contains { $0.event == event } }
  }
}

extension Contract {
  /// Whether a call ends the session, or the proofs of the user, as soon as the SDK takes it.
  package func endsSession(_ call: CallID) -> Bool {
    self[call].losesProofs || (self[call].entersPhase.map { $0 != signedInPhase } ?? false)
  }
}
