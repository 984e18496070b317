// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// A way round that nothing bounds: whoever guesses may do so for ever, and a step that acts by itself never stops.
enum UnbudgetedCycle: Rule {
  static let code = DiagnosticCode("MFA304", "unbudgeted-cycle")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph, graph.edges.contains(where: { !$0.isBudgeted }) else { return }
    let cycles = graph.components(ofSeveral: true) { !$0.isBudgeted }
    findings += cycles.map { cycle($0, graph, context.flow) }
    let onCycles = Set(cycles.joined())
    for step in 0..<graph.count where !onCycles.contains(step) {
      if let loop = loop(context.steps[step], graph, context.flow) { findings.append(loop) }
    }
  }

  /// Several steps that lead to each other.
  private static func cycle(_ component: [Int], _ graph: StepGraph, _ flow: Flow) -> Diagnostic {
    let way = graph.way(aroundFrom: component[0], among: Set(component)) { !$0.isBudgeted && $0.from != $0.to }
    let first = flow.steps[component[0]]
    return finding(
      "nothing bounds how often \(first.quoted) leads back to itself", at: first.name.range, help: cure(way, flow),
      way: way.map { WayStep("\(flow.steps[$0.from].quoted) leads to \(flow.steps[$0.to].quoted)", at: $0.range) })
  }

  /// A step that asks or acts again and again.
  private static func loop(_ facts: StepFacts, _ graph: StepGraph, _ flow: Flow) -> Diagnostic? {
    let loops = graph.edges(from: facts.step.index).filter { $0.to == $0.from && !$0.isBudgeted }
    guard !loops.isEmpty else { return nil }
    let isReported = UnboundedRetry.isUnbounded(facts, flow.contract)
    let edges = loops.filter { !(isReported && $0.origin == .answer) }
    guard let edge = edges.min(by: { $0.range < $1.range }) else { return nil }
    return finding(
      "nothing bounds how often \(facts.step.quoted) can be repeated by this", at: edge.range, help: cure([edge], flow))
  }

  /// The budget that fits the first part of the way that can have one.
  private static func cure(_ way: [StepGraph.Edge], _ flow: Flow) -> String {
    for edge in way {
      let step = flow.steps[edge.from]
      switch edge.origin {
      case .answer: return "add `tries: 5` to `\(step.name.value)`"
      case .choice(let index): return "add `max: 5` to the choice `\(step.choices[index].name.value)`"
      case .call: return "add `max: 5` to `\(step.name.value)`"
      case .itself, .exhausted: continue
      }
    }
    return way.contains { $0.origin == .exhausted }
      ? "lead to an end once the tries are spent: add `exhausted: \(flow.failureEnd)`"
      : "lead one of these outcomes to an end"
  }
}
