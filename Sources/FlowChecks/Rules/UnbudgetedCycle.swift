// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// A way round that nothing limits: guesses may go on for ever, and a step that acts by itself never stops.
///
/// A way round on which no call is made, and that takes a person's press of a button each time, is none: it only shows screens. What is
/// spent makes no call.
enum UnbudgetedCycle: Rule {
  static let code = DiagnosticCode("MFA304", "unbudgeted-cycle")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    diagnoseRejections(graph, context.flow, &findings)
    for facts in context.steps { diagnoseSpent(facts, context.flow, &findings) }
    guard graph.edges.contains(where: { !$0.isBudgeted }) else { return }
    let cycles = graph.components(ofSeveral: true) { !$0.isBudgeted }.filter {
      !onlyNavigates(Set($0), graph, context.flow)
    }
    findings += cycles.map { cycle($0, graph, context.flow) }
    let onCycles = Set(cycles.joined())
    for step in 0..<graph.count where !onCycles.contains(step) {
      if let loop = loop(context.steps[step], graph, context.flow) { findings.append(loop) }
    }
  }

  /// A line for what is spent that asks again: what is spent stays spent.
  private static func diagnoseSpent(_ facts: StepFacts, _ flow: Flow, _ findings: inout [Diagnostic]) {
    // A step that asks nobody has a rule of its own.
    switch facts.step.kind {
    case .call, .gate: return
    case .challenge, .event, .wait, .interrupt: break
    }
    var hasLine = false
    facts.forEachLine { line in
      guard line.trigger == .exhausted else { return }
      hasLine = true
      if line.target.asksAgain { findings.append(spent(facts.step, line, "name the step or the end to go to", flow)) }
    }
    // Without that line it is `else` that takes it.
    guard !hasLine, facts.step.tries != nil, let line = facts.step.transitions.first(where: { $0.trigger.isOtherwise }),
      line.target.asksAgain
    else { return }
    findings.append(
      spent(facts.step, line, "`else` is taken when the tries are spent: add a line that leads elsewhere", flow))
  }

  private static func spent(_ step: Step, _ line: Transition, _ cure: String, _ flow: Flow) -> Diagnostic {
    finding(
      "\(step.quoted) cannot ask again: what it offers stays spent", at: line.target.range,
      help: "\(cure), such as `exhausted: \(flow.failureEnd)`")
  }

  /// Ways round that no person takes part in, and on which the SDK rejects the calls: a rejection costs no `max`.
  private static func diagnoseRejections(_ graph: StepGraph, _ flow: Flow, _ findings: inout [Diagnostic]) {
    guard graph.edges.contains(where: \.isUnspent) else { return }
    func spins(_ edge: StepGraph.Edge) -> Bool {
      edge.isTaken && (edge.isUnspent || !edge.isBudgeted) && !flow.isByPerson(edge)
    }
    var groups = graph.components(ofSeveral: true, where: spins)
    let loops = graph.edges.filter { $0.isUnspent && $0.to == $0.from }.map { [$0.from] }
    groups += loops.filter { loop in !groups.contains { $0.contains(loop[0]) } }
    for group in groups {
      let members = Set(group)
      let edge = graph.edges.first { $0.isUnspent && members.contains($0.from) && members.contains($0.to) }
      guard let edge else { continue }
      findings.append(
        finding(
          "the SDK may reject the call of \(flow.steps[edge.from].quoted) for ever, and nothing limits that",
          at: edge.range, help: "lead it to an end, or to a step that asks: a call that is rejected costs no `max`"))
    }
  }

  /// Several steps that lead to each other.
  private static func cycle(_ component: [Int], _ graph: StepGraph, _ flow: Flow) -> Diagnostic {
    let way = way(around: component, graph, flow)
    let first = flow.steps[way.first?.from ?? component[0]]
    return finding(
      "nothing limits how often \(first.quoted) leads back to itself", at: first.name.range, help: cure(way, flow),
      way: way.map { WayStep("\(flow.steps[$0.from].quoted) leads to \(flow.steps[$0.to].quoted)", at: $0.range) })
  }

  /// A way round on which something else is done than to press buttons that only lead on.
  private static func way(around component: [Int], _ graph: StepGraph, _ flow: Flow) -> [StepGraph.Edge] {
    let members = Set(component)
    let byItself = graph.way(aroundFrom: component[0], among: members) {
      !$0.isBudgeted && $0.from != $0.to && !flow.isNavigation($0)
    }
    if !byItself.isEmpty { return byItself }
    let way = graph.way(aroundFrom: component[0], among: members) { !$0.isBudgeted && $0.from != $0.to }
    guard way.allSatisfy({ flow.isNavigation($0) }) else { return way }
    for step in component {
      for edge in graph.edges(from: step) where !edge.isBudgeted && edge.from != edge.to && members.contains(edge.to) {
        guard !flow.isNavigation(edge) else { continue }
        return graph.way(aroundFrom: step, among: members) {
          !$0.isBudgeted && $0.from != $0.to && ($0.from != step || ($0.to == edge.to && $0.range == edge.range))
        }
      }
    }
    return way
  }

  /// Whether these steps only show screens: no call is made among them, and no way round goes without a person's press.
  private static func onlyNavigates(_ members: Set<Int>, _ graph: StepGraph, _ flow: Flow) -> Bool {
    func isInside(_ edge: StepGraph.Edge) -> Bool {
      !edge.isBudgeted && edge.to != edge.from && members.contains(edge.from) && members.contains(edge.to)
    }
    // Nor does anything act where an interrupt without an entry merely shows another screen.
    func isIdle(_ edge: StepGraph.Edge) -> Bool { edge.isOfUnlisted && edge.origin == .itself }
    return graph.edges.allSatisfy {
      !isInside($0) || $0.isOfTime || isIdle($0) || $0.origin == .exhausted || flow.isNavigation($0)
    } && graph.components(ofSeveral: true) { isInside($0) && !isIdle($0) && !flow.isNavigation($0) }.isEmpty
  }

  /// A step that asks or acts again and again.
  private static func loop(_ facts: StepFacts, _ graph: StepGraph, _ flow: Flow) -> Diagnostic? {
    let loops = graph.edges(from: facts.step.index).filter {
      $0.to == $0.from && !$0.isBudgeted && !flow.isNavigation($0)
    }
    guard !loops.isEmpty else { return nil }
    let isReported = UnboundedRetry.isUnbounded(facts, flow.contract)
    let edges = loops.filter { !(isReported && $0.origin == .answer) }
    guard let edge = edges.min(by: { $0.range < $1.range }) else { return nil }
    return finding(
      "nothing limits how often \(facts.step.quoted) can be repeated by this", at: edge.range, help: cure([edge], flow))
  }

  /// The budget that fits the first part of the way that can have one.
  private static func cure(_ way: [StepGraph.Edge], _ flow: Flow) -> String {
    for edge in way {
      if let cure = flow.steps[edge.from].cure(bounding: edge.origin) { return cure }
    }
    return way.contains { $0.origin == .exhausted }
      ? "once it is spent, lead to an end: `exhausted: \(flow.failureEnd)`"
      : "lead one of these outcomes to an end"
  }
}

extension Flow {
  /// Whether somebody has to do something for it each time.
  func isByPerson(_ edge: StepGraph.Edge) -> Bool {
    switch edge.origin {
    case .answer: true
    case .choice(let index): !steps[edge.from].autos.contains(index)
    case .call, .itself, .exhausted: false
    }
  }

  /// Whether a person goes this way by a button that makes no call.
  func isNavigation(_ edge: StepGraph.Edge) -> Bool {
    guard case .choice(let index) = edge.origin, !steps[edge.from].autos.contains(index),
      case .go = steps[edge.from].choices[index].action
    else { return false }
    return true
  }
}
