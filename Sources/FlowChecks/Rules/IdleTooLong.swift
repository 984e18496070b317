// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A signed-in user who may do nothing for longer than the profile of the check allows, as far as the flow says: at one
/// step, or at several that follow each other by themselves.
enum IdleTooLong: Rule {
  static let code = DiagnosticCode("MFA425", "idle-too-long", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let profile = context.profile, let graph = context.graph,
      let limit = profile.idle(for: context.flow.goal?.value), let most = limit.most
    else { return }
    let signedIn = SignedInSteps(context, graph)
    let steps = context.steps.filter { signedIn[$0.step] }
    let idle = steps.filter { $0.asks && ($0.step.within?.value ?? .max) > most }
    if let first = idle.first(where: { $0.step.within != nil }) ?? idle.first {
      findings.append(finding(first.step, idle, limit, most, profile))
    } else if let line = steps.lazy.compactMap({ $0.asks ? $0.lineThatWaitsOn : nil }).first {
      findings.append(
        finding(
          "after this `timeout` nothing ends how long the step waits for a signed-in user", at: line.target.range,
          help: "lead it to a step that signs the user off, or to an end (\(limit.clause))"))
    } else if let chain = IdleChains(steps).longest, chain.time > most {
      findings.append(finding(chain, limit, most, profile, context.flow))
    }
  }

  private static func finding(
    _ first: Step, _ idle: [StepFacts], _ limit: Profile.Limit, _ most: Int, _ profile: Profile
  ) -> Diagnostic {
    let isStated = first.within != nil
    var found = finding(
      isStated
        ? "\(first.quoted) waits longer for a signed-in user than `\(profile.name)` allows"
        : "nothing here ends how long \(first.quoted) waits for a signed-in user",
      at: first.within?.range ?? first.name.range,
      help: isStated
        ? "write `within: \(duration(most))` or less (\(limit.clause))"
        : "add `within: \(duration(most))`, or allow this where the server ends idle sessions (\(limit.clause))",
      notes: idle.filter { $0.step.index != first.index && ($0.step.within != nil) == isStated }.prefix(4).map {
        Note(isStated ? "so does \($0.step.quoted)" : "nor how long \($0.step.quoted) waits", at: $0.step.name.range)
      })
    if isStated, limit.isDemanded { found.severity = .error }
    return found
  }

  private static func finding(
    _ chain: IdleChains.Chain, _ limit: Profile.Limit, _ most: Int, _ profile: Profile, _ flow: Flow
  ) -> Diagnostic {
    let first = flow.steps[chain.steps[0]]
    let long = chain.time == .max ? "for ever" : "for `\(duration(chain.time))`"
    var found = finding(
      "from \(first.quoted) on, a signed-in user may do nothing \(long)", at: first.within?.range ?? first.name.range,
      help: "`\(profile.name)` allows `\(duration(most))` in all (\(limit.clause)): shorten the times, or end sooner",
      notes: Set(chain.steps).subtracting([first.index]).sorted().filter { flow.steps[$0].within != nil }.prefix(4).map
      {
        Note("then \(flow.steps[$0].quoted) waits", at: flow.steps[$0].within?.range ?? flow.steps[$0].name.range)
      })
    if limit.isDemanded { found.severity = .error }
    return found
  }

  /// Such as `30m`.
  private static func duration(_ milliseconds: Int) -> String {
    milliseconds % 60_000 == 0 ? "\(milliseconds / 60_000)m" : "\(milliseconds / 1_000)s"
  }
}

/// How long a flow goes on by itself, from step to step, with nobody there.
private struct IdleChains {
  struct Chain {
    /// In milliseconds; `Int.max` for ever.
    let time: Int
    /// The steps that are passed, in order.
    let steps: [Int]
  }

  /// What a step does by itself.
  private struct Move {
    let from: Int
    let to: Int
    let time: Int
    /// How often it may be made in a run; nil for no limit.
    let budget: Int?
  }

  private struct Hop {
    let step: Int
    let budget: Int?
  }

  private(set) var longest: Chain?
  private var moves: [Int: [Move]] = [:]
  /// How long each step waits before it goes on by itself.
  private var times: [Int: Int] = [:]
  /// Of steps from which nothing leads back.
  private var known: [Int: Chain] = [:]
  /// Work that is left: rounds in rounds could have very many ways.
  private var work = 20_000

  init(_ steps: [StepFacts]) {
    for facts in steps { times[facts.step.index] = facts.ownTime }
    for facts in steps {
      for (target, time, budget) in facts.movesByItself {
        guard case .step(let id) = target.move, times[Int(id.index)] != nil else { continue }
        moves[facts.step.index, default: []].append(
          Move(from: facts.step.index, to: Int(id.index), time: time, budget: budget))
      }
    }
    for facts in steps {
      let chain = chain(from: facts.step.index, []).chain
      if chain.time > longest?.time ?? 0 { longest = chain }
    }
  }

  /// A way back that a budget bounds counts as often as the budget allows; one that nothing limits, for ever.
  ///
  /// - Parameter budget: how often the move may be made that has led to the step; nil for no limit.
  private mutating func chain(from step: Int, _ path: [Hop], _ budget: Int? = nil) -> (chain: Chain, leadsBack: Bool) {
    if let chain = known[step] { return (chain, false) }
    let path = path + [Hop(step: step, budget: budget)]
    var best = Chain(time: times[step] ?? 0, steps: [step])
    var leadsBack = false
    var again = 0
    for move in moves[step] ?? [] {
      work -= 1
      guard work > 0, path.count < 50 else { break }
      if let start = path.firstIndex(where: { $0.step == move.to }) {
        leadsBack = true
        let round = path[start...].reduce(0) { $0 + (times[$1.step] ?? 0) }
        // What has led here once already can do so once less.
        let budgets =
          path[start...].dropFirst().compactMap { $0.budget.map { $0 - 1 } } + [move.budget].compactMap { $0 }
        if round > 0 { again = max(again, budgets.min().map { Self.product($0, round) } ?? .max) }
        continue
      }
      let (rest, restLeadsBack) = chain(from: move.to, path, move.budget)
      leadsBack = leadsBack || restLeadsBack
      let time = Self.sum(rest.time, move.time)
      if time > best.time { best = Chain(time: time, steps: [step] + rest.steps) }
    }
    if again > 0 {
      best = Chain(time: Self.sum(best.time, again), steps: best.steps.count > 1 ? best.steps : [step, step])
    }
    if !leadsBack { known[step] = best }
    return (best, leadsBack)
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
  /// How long it waits before it goes on by itself.
  fileprivate var ownTime: Int {
    if case .call = step.kind { return 0 }
    return step.within?.value ?? 0
  }

  /// Where it goes though nobody does anything, after how long, and how often it may.
  fileprivate var movesByItself: [(Target, Int, Int?)] {
    var moves: [(Target, Int, Int?)] = []
    if let to = step.to { moves.append((to, 0, nil)) }
    switch step.kind {
    case .call, .gate: return moves + step.transitions.map { ($0.target, 0, step.max?.value) }
    case .challenge, .event, .wait, .interrupt: break
    }
    if step.within != nil, let line = timeoutLine { moves.append((line.target, ownTime, nil)) }
    for auto in step.autos {
      let choice = step.choices[auto]
      switch choice.action {
      case .go(let target): moves.append((target, 0, choice.max?.value))
      case .call(_, let over):
        moves += (over + step.transitions).filter { $0.trigger != .timeout }.map { ($0.target, 0, choice.max?.value) }
      }
    }
    if isOpenToEvents {
      for line in step.transitions {
        if case .event = line.trigger { moves.append((line.target, ownTime, nil)) }
      }
    }
    return moves
  }

  /// Whether what its lines name comes by itself, and not of a call that somebody has it make.
  private var isOpenToEvents: Bool {
    switch step.kind {
    case .wait, .event: calls.isEmpty
    case .challenge, .call, .gate, .interrupt: false
    }
  }
}
