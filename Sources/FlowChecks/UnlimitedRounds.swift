// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// The ways round that nothing limits.
///
/// Two rules tell of them, and others leave to these what has the same cause.
struct UnlimitedRounds {
  /// What goes on for ever.
  enum Cycle {
    /// The SDK rejects the call of an edge again and again, and no person takes part.
    case rejection(StepGraph.Edge)
    /// A line for what is spent asks again, by its name or as `else`.
    case spent(Step, Transition)
    /// Several steps lead to each other, by a way from the first; they have a way round, but maybe none from that step.
    case round(Step, [StepGraph.Edge])
    /// A step asks or acts again and again.
    case loop(Step, StepGraph.Edge)
  }

  /// A `retry` that nothing counts, and the part of its step whose call leads to it.
  struct Retry {
    let step: Step
    let line: Transition
    let origin: Origin

    /// What mends it.
    var cure: String? {
      if case .choice = origin { step.cure(bounding: origin) } else { step.cure(bounding: .answer) }
    }
  }

  let cycles: [Cycle]
  let retries: [Retry]
  private let flow: Flow

  init(_ context: CheckContext) {
    flow = context.flow
    // Where a name leads nowhere, what a limit of each session bounds is not known.
    let bound = context.graph?.boundInSession ?? Set(context.steps.flatMap(\.partsLimitedInSession))
    retries = context.steps.compactMap { facts in
      facts.unlimitedRetry(context.flow.contract, bound).map {
        Retry(step: facts.step, line: $0.line, origin: $0.origin)
      }
    }
    guard let graph = context.graph else {
      cycles = []
      return
    }
    let spent = context.steps.flatMap(Self.spent)
    cycles = Self.rejections(graph, flow) + spent + Self.rounds(context, graph)
  }

  var isEmpty: Bool { cycles.isEmpty && retries.isEmpty }

  /// Whether one is told at a step, so that its cure is one for what else has no limit there, too.
  func areTold(at step: Step) -> Bool {
    cycles.contains { step.range.holds($0.range) } || retries.contains { step.range.holds($0.line.target.range) }
  }

  /// What mends them.
  var cures: Set<String> {
    Set(cycles.map { $0.cure(flow) } + retries.compactMap(\.cure))
  }

  /// Ways round that no person takes part in, and on which the SDK rejects the calls: a rejection costs no `max`.
  private static func rejections(_ graph: StepGraph, _ flow: Flow) -> [Cycle] {
    guard graph.edges.contains(where: \.isUnspent) else { return [] }
    func spins(_ edge: StepGraph.Edge) -> Bool {
      edge.isTaken && (edge.isUnspent || !edge.isBudgeted) && !flow.isByPerson(edge)
    }
    var groups = graph.components(ofSeveral: true, where: spins)
    let loops = graph.edges.filter { $0.isUnspent && $0.to == $0.from }.map { [$0.from] }
    groups += loops.filter { loop in !groups.contains { $0.contains(loop[0]) } }
    return groups.compactMap { group in
      let members = Set(group)
      return graph.edges.first { $0.isUnspent && members.contains($0.from) && members.contains($0.to) }.map {
        .rejection($0)
      }
    }
  }

  /// Lines for what is spent that ask again: what is spent stays spent.
  private static func spent(_ facts: StepFacts) -> [Cycle] {
    // A step that asks nobody has a rule of its own.
    switch facts.step.kind {
    case .call, .gate: return []
    case .challenge, .event, .wait, .interrupt: break
    }
    var found: [Cycle] = []
    var hasLine = false
    facts.forEachLine { line in
      guard line.trigger == .exhausted else { return }
      hasLine = true
      if line.target.asksAgain { found.append(.spent(facts.step, line)) }
    }
    // Without that line it is `else` that takes it.
    guard !hasLine, facts.step.tries != nil, let line = facts.step.transitions.first(where: { $0.trigger.isOtherwise }),
      line.target.asksAgain
    else { return found }
    return found + [.spent(facts.step, line)]
  }

  private static func rounds(_ context: CheckContext, _ graph: StepGraph) -> [Cycle] {
    guard graph.edges.contains(where: { !$0.isBudgeted }) else { return [] }
    let flow = context.flow
    let groups = graph.components(ofSeveral: true) { !$0.isBudgeted }
    // By step: whether its time passes once at most, however often the flow comes there.
    var passesOnce = Array(repeating: false, count: graph.count)
    for group in groups where !renewsTime(among: Set(group), graph, flow) {
      for step in group where waitsInOthersTime(flow.steps[step]) { passesOnce[step] = true }
    }
    func isOfRound(_ edge: StepGraph.Edge) -> Bool { !edge.isBudgeted && !(edge.isOfTime && passesOnce[edge.from]) }
    let endless = graph.components(ofSeveral: true, where: isOfRound).filter {
      !onlyNavigates(Set($0), graph, flow, isOfRound)
    }
    let onCycles = Set(endless.joined())
    let rounds = endless.map { group in
      let way = way(around: group, graph, flow, isOfRound)
      return Cycle.round(flow.steps[way.first?.from ?? group[0]], way)
    }
    return rounds
      + (0..<graph.count).compactMap { step in onCycles.contains(step) ? nil : loop(context.steps[step], graph, flow) }
  }

  /// Whether it has no time but what is left of that of an open call.
  private static func waitsInOthersTime(_ step: Step) -> Bool { step.isWait && step.within == nil }

  /// Whether a call on a way round among some steps may give a time to a `wait:` step without one, again and again.
  ///
  /// The time of another such step goes on only where a person leaves that by a button.
  private static func renewsTime(among members: Set<Int>, _ graph: StepGraph, _ flow: Flow) -> Bool {
    members.contains { step in
      graph.edges(from: step).contains { edge in
        guard !edge.isBudgeted, members.contains(edge.to) else { return false }
        switch edge.origin {
        case .itself, .exhausted: return false
        case .call, .answer: return true
        case .choice: return !flow.isNavigation(edge)
        }
      }
    }
  }

  /// A way round on which something else is done than to press buttons that only lead on.
  private static func way(
    around component: [Int], _ graph: StepGraph, _ flow: Flow, _ isOfRound: (StepGraph.Edge) -> Bool
  ) -> [StepGraph.Edge] {
    let members = Set(component)
    let byItself = graph.way(aroundFrom: component[0], among: members) {
      isOfRound($0) && $0.from != $0.to && !flow.isNavigation($0)
    }
    if !byItself.isEmpty { return byItself }
    let way = graph.way(aroundFrom: component[0], among: members) { isOfRound($0) && $0.from != $0.to }
    guard way.allSatisfy({ flow.isNavigation($0) }) else { return way }
    for step in component {
      for edge in graph.edges(from: step) where isOfRound(edge) && edge.from != edge.to && members.contains(edge.to) {
        guard !flow.isNavigation(edge) else { continue }
        return graph.way(aroundFrom: step, among: members) {
          isOfRound($0) && $0.from != $0.to && ($0.from != step || ($0.to == edge.to && $0.range == edge.range))
        }
      }
    }
    return way
  }

  /// Whether these steps only show screens: no call is made among them, and no way round goes without a person's press.
  private static func onlyNavigates(
    _ members: Set<Int>, _ graph: StepGraph, _ flow: Flow, _ isOfRound: (StepGraph.Edge) -> Bool
  ) -> Bool {
    func isInside(_ edge: StepGraph.Edge) -> Bool {
      isOfRound(edge) && edge.to != edge.from && members.contains(edge.from) && members.contains(edge.to)
    }
    // Nor does anything act where an interrupt without an entry merely shows another screen.
    func isIdle(_ edge: StepGraph.Edge) -> Bool { edge.isOfUnlisted && edge.origin == .itself }
    return graph.edges.allSatisfy {
      !isInside($0) || $0.isOfTime || isIdle($0) || $0.origin == .exhausted || flow.isNavigation($0)
    } && graph.components(ofSeveral: true) { isInside($0) && !isIdle($0) && !flow.isNavigation($0) }.isEmpty
  }

  /// A step that asks or acts again and again.
  private static func loop(_ facts: StepFacts, _ graph: StepGraph, _ flow: Flow) -> Cycle? {
    let loops = graph.edges(from: facts.step.index).filter {
      $0.to == $0.from && !$0.isBudgeted && !flow.isNavigation($0)
        && !($0.isOfTime && waitsInOthersTime(facts.step))
    }
    guard !loops.isEmpty else { return nil }
    let isRetry = facts.isAnsweredWithoutLimit(flow.contract)
    let edges = loops.filter { !(isRetry && $0.origin == .answer) }
    return edges.min { $0.range < $1.range }.map { .loop(facts.step, $0) }
  }
}

extension UnlimitedRounds.Cycle {
  /// Where it is told.
  var range: SourceRange {
    switch self {
    case .rejection(let edge), .loop(_, let edge): edge.range
    case .spent(_, let line): line.target.range
    case .round(let first, _): first.name.range
    }
  }

  /// What mends it.
  func cure(_ flow: Flow) -> String {
    switch self {
    case .rejection: "lead it to an end, or to a step that asks: a call that is rejected costs no `max`"
    case .spent(_, let line):
      (line.trigger.isOtherwise
        ? "`else` is taken when the tries are spent: add a line that leads elsewhere"
        : "name the step or the end to go to") + ", such as `exhausted: \(flow.failureEnd)`" + flow.failureEndToAdd
    case .round(_, let way): Self.cure(way, flow)
    case .loop(_, let edge): Self.cure([edge], flow)
    }
  }

  /// The budget that fits the first part of the way that can have one.
  private static func cure(_ way: [StepGraph.Edge], _ flow: Flow) -> String {
    // What the modules say draws on no budget.
    for edge in way where !flow.steps[edge.from].isDenied(on: edge) {
      if let cure = flow.steps[edge.from].cure(bounding: edge.origin) { return cure }
    }
    return way.contains { $0.origin == .exhausted }
      ? "once it is spent, lead to an end: `exhausted: \(flow.failureEnd)`" + flow.failureEndToAdd
      : "lead \(way.count == 1 ? "it" : "one of these outcomes") to an end"
  }
}

extension StepFacts {
  /// The first `retry` that nothing counts, and whose call leads to it: tries are drawn by answers, choices have limits of their own.
  ///
  /// - Parameter bound: parts that a limit for each session bounds.
  fileprivate func unlimitedRetry(
    _ contract: Contract, _ bound: Set<UseNetwork.Part>? = nil
  ) -> (line: Transition, origin: Origin)? {
    for call in calls where !call.isBudgeted {
      if bound?.contains(UseNetwork.Part(step: step.index, origin: call.origin)) ?? false { continue }
      let line = call.lines.first { line in
        line.target.move == .retry && !line.trigger.isBounded(by: contract) && call.mayTake(line, at: step, contract)
      }
      if let line { return (line, call.origin) }
    }
    return nil
  }

  /// Whether the answer of the step can be repeated without end.
  func isAnsweredWithoutLimit(_ contract: Contract) -> Bool { unlimitedRetry(contract)?.origin == .answer }
}

extension StepFacts {
  /// The parts of the step with a limit for each session.
  fileprivate var partsLimitedInSession: [UseNetwork.Part] {
    calls.map(\.origin).filter { step.scopedLimit(of: $0)?.scope == .session }
      .map { UseNetwork.Part(step: step.index, origin: $0) }
  }
}

extension SourceRange {
  /// Whether another place begins in this one.
  func holds(_ other: SourceRange) -> Bool { file == other.file && start <= other.start && other.start < end }
}

extension Flow {
  /// Whether somebody has to do something for it each time.
  func isByPerson(_ edge: StepGraph.Edge) -> Bool {
    switch edge.origin {
    case .answer: true
    case .choice(let index): !steps[edge.from].takenAutos.contains(index)
    case .call, .itself, .exhausted: false
    }
  }

  /// Whether a person goes this way by a button that makes no call.
  func isNavigation(_ edge: StepGraph.Edge) -> Bool {
    guard case .choice(let index) = edge.origin, !steps[edge.from].takenAutos.contains(index),
      case .go = steps[edge.from].choices[index].action
    else { return false }
    return true
  }
}

extension Step {
  /// Whether a denial of the modules leads a way that no budget bounds: it has one, or the line for a denial leads there.
  fileprivate func isDenied(on edge: StepGraph.Edge) -> Bool {
    if budget(of: edge.origin) != nil { return true }
    var lines = transitions
    if case .choice(let index) = edge.origin, case .call(_, let over) = choices[index].action { lines = over + lines }
    return lines.contains { $0.trigger == .deny && $0.range == edge.range }
  }
}
