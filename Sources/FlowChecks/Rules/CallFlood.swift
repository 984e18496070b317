// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A limit that is none: no person presses a button so often, and a program does.
enum CallFlood: Rule {
  static let code = DiagnosticCode("MFA446", "call-flood", .warning, isNeverAllowed: true)
  /// As many as anybody may have a call made in one run, or while somebody is signed in.
  static let most = 100

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.steps {
      for call in facts.calls {
        guard let (budget, scope) = limit(of: call.origin, at: facts.step), budget.value > most,
          // What is sent, and what extends a session, have limits of their own.
          !contract[call.use.call].sends, !contract[call.use.call].extends,
          // Where it is never made, that is told.
          context.callsMade.contains(call, at: facts.step)
        else { continue }
        findings.append(
          finding(
            "a run may call `\(contract[call.use.call].name)` \(budget.value) times \(scope.words)", at: budget.range,
            help: cure(call.origin, at: facts.step, scope)))
      }
    }
    if !findings.contains(where: { $0.code == code }) { diagnoseRounds(context, &findings) }
  }

  /// The limit of a call, and what it is counted for; nil for none.
  ///
  /// One of the whole run bounds any other. That of a choice for each user is held against what one user may do.
  private static func limit(of origin: Origin, at step: Step) -> (count: Spanned<Int>, scope: BudgetScope)? {
    if case .choice(let index) = origin, step.choices[index].max == nil {
      return step.choices[index].scopedMax.map { ($0.count, $0.scope) }
    }
    return step.budget(of: origin).map { ($0, .run) } ?? step.scopedLimit(of: origin)
  }

  private static func cure(_ origin: Origin, at step: Step, _ scope: BudgetScope) -> String {
    if origin == .answer, step.triesScope == .user {
      return "write \(most / BudgetScope.mostUsers) or less: it counts for each of \(BudgetScope.mostUsers) users"
    }
    return "write \(most) or less: no user needs more in one \(scope == .session ? "session" : "run")"
  }

  /// How often a part of a step can be used before the round ends; nil where nothing bounds it.
  private static func bound(of origin: Origin, at step: Step, _ graph: StepGraph) -> Int? {
    if let budget = step.budget(of: origin) { return budget.value }
    guard graph.boundInSession.contains(UseNetwork.Part(step: step.index, origin: origin)) else { return nil }
    return step.scopedLimit(of: origin)?.count.value
  }

  /// Ways round that no person takes part in: one budget bounds the rounds, and each of them makes all the calls that lie on it.
  private static func diagnoseRounds(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    let flow = context.flow
    func isByItself(_ edge: StepGraph.Edge) -> Bool { edge.isTaken && !flow.isByPerson(edge) }
    // A way round goes back somewhere, which in few flows happens by itself.
    guard graph.edges.contains(where: { $0.to <= $0.from && isByItself($0) }) else { return }
    for group in graph.components(ofSeveral: true, where: isByItself) {
      let members = Set(group)
      let calls = context.steps.filter { members.contains($0.step.index) }.flatMap { facts in
        facts.calls.filter { isOfRound($0, at: facts.step, members, graph, isByItself) }.map { (facts.step, $0) }
      }
      guard let (step, call) = calls.first else { continue }
      let ways = group.flatMap { graph.edges(from: $0).filter { isByItself($0) && members.contains($0.to) } }
      guard let times = most(of: calls, by: ways, context, graph), times > most else { continue }
      findings.append(
        finding(
          "a run may make \(times) calls from \(step.quoted) on without anybody doing anything", at: call.use.range,
          help: "let the `max:` of these steps allow \(most) calls together, or ask the user in between",
          notes: calls.dropFirst().prefix(4).map { Note("with this", at: $0.1.use.range) }))
    }
  }

  /// How often all these calls can be made in a run; nil where nothing bounds them, which other rules tell.
  ///
  /// - Parameter ways: those of the round.
  private static func most(
    of calls: [(step: Step, call: CallFacts)], by ways: [StepGraph.Edge], _ context: CheckContext, _ graph: StepGraph
  ) -> Int? {
    let steps = context.flow.steps
    var limited: [(step: Step, origin: Origin)] = []
    for way in ways where bound(of: way.origin, at: steps[way.from], graph) != nil {
      guard !limited.contains(where: { $0.step.index == way.from && $0.origin == way.origin }) else { continue }
      limited.append((steps[way.from], way.origin))
    }
    guard !limited.isEmpty else { return nil }
    if Set(ways.map(\.from)).count == Set(ways.map { [$0.from, $0.to] }).count {
      // One after the other, as often as the narrowest of them.
      return (limited.compactMap { bound(of: $0.origin, at: $0.step, graph) }.min() ?? 0) * calls.count
    }
    let free = calls.count { call in !limited.contains { $0.step.id == call.step.id && $0.origin == call.call.origin } }
    let rounds = GuessCount.uses(of: limited, in: context, graph).number
    return rounds.map { $0 * max(1, free + (free < calls.count ? 1 : 0)) }
  }

  /// Whether what comes of a call leads on in the round.
  private static func isOfRound(
    _ call: CallFacts, at step: Step, _ members: Set<Int>, _ graph: StepGraph, _ isByItself: (StepGraph.Edge) -> Bool
  ) -> Bool {
    graph.edges(from: step.index).contains {
      $0.origin == call.origin && members.contains($0.to) && isByItself($0)
    }
  }
}

extension BudgetScope {
  /// Where a limit holds.
  fileprivate var words: String {
    switch self {
    case .run: "here"
    case .session: "here in one session"
    case .user: "here for one user"
    }
  }
}
