// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// A step, or a group of steps, from which no end can be reached by any outcome: a user who gets there is caught.
enum DeadEnd: Rule {
  static let code = DiagnosticCode("MFA303", "dead-end", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    let canEnd = graph.canEnd()
    guard canEnd.contains(false) else { return diagnoseRuns(context, graph, &findings) }
    let flow = context.flow
    let isReached = graph.reached(from: context.relation.roots(graph))
    findings += graph.components { !canEnd[$0.from] }
      .filter { !canEnd[$0[0]] && isReached[$0[0]] && isLast($0, graph) && isRootCause($0, context) }
      .map { component in
        let step = flow.steps[component[0]]
        return finding(
          "no end can be reached from \(step.quoted)", at: step.name.range,
          help: cure(context.everyStep[component[0]], flow),
          notes: component.dropFirst().prefix(4).map {
            Note("nor from \(flow.steps[$0].quoted)", at: flow.steps[$0].name.range)
          })
      }
  }

  private static func cure(_ facts: StepFacts, _ flow: Flow) -> String {
    guard let otherwise = facts.otherwise, case .end = otherwise.target.move else {
      return "lead one of its outcomes to an end, such as `else: \(flow.failureEnd)`" + flow.failureEndToAdd
    }
    return "add a choice that leads away, or `within:`: `else` takes only what the SDK sends unasked"
  }

  /// Where every step has a way out, and a run may come to where none is open any more.
  private static func diagnoseRuns(_ context: CheckContext, _ graph: StepGraph, _ findings: inout [Diagnostic]) {
    guard context.mayCatch, !mayLackWay(context, graph) else { return }
    let caught = CaughtRuns(context)
    guard let index = caught.step else { return }
    let step = context.flow.steps[index]
    findings.append(
      finding(
        "a run may come to \(step.quoted) with no way on to any end", at: step.name.range,
        help:
          "what leads away from it is spent, or is a call that the phase does not allow: add a choice that goes, or `within:`",
        way: context.relation.way(by: caught.way, to: index)))
  }

  /// Whether a line that is missing, or one that should lead to a step out of reach, may be the way out.
  private static func mayLackWay(_ context: CheckContext, _ graph: StepGraph) -> Bool {
    context.steps.contains { MissingElse.isMissing($0, context) }
      || !UnreachableStep.firstSteps(context.flow, graph).isEmpty
  }

  /// Steps that lead to other dead ends are no dead ends by themselves.
  private static func isLast(_ component: [Int], _ graph: StepGraph) -> Bool {
    let members = Set(component)
    return component.allSatisfy { graph.edges(from: $0).allSatisfy { members.contains($0.to) } }
  }

  /// An `else` that is missing, or an answer, may well be the way out.
  private static func isRootCause(_ component: [Int], _ context: CheckContext) -> Bool {
    component.allSatisfy {
      !MissingElse.isMissing(context.steps[$0], context) && !NoAnswer.holdsFast(context.steps[$0])
    }
  }
}
