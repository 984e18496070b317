// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract

/// A step at which nothing may be left to do, and no time ends it: what it waits for need not come.
enum WaitsForEver: Rule {
  static let code = DiagnosticCode("MFA330", "endless-wait", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    var visits: VisitBounds?
    var canEnd: [Bool]?
    for facts in context.steps where facts.step.within == nil && facts.step.to == nil {
      let step = facts.step
      switch step.kind {
      case .call, .gate: continue
      case .wait where !context.mayCome(to: step, graph): continue
      case .challenge, .event, .interrupt, .wait: break
      }
      // A step that can neither ask nor wait goes on by itself, and one that nothing can end has a rule of its own.
      guard !step.mayOfferNothing, !NoAnswer.holdsFast(facts), facts.mayHaveNothingLeft(context, &visits) else {
        continue
      }
      // Who cannot get to an end from here is caught by more than time.
      let ends = canEnd ?? graph.canEnd()
      canEnd = ends
      guard ends[step.index] else { continue }
      findings.append(
        finding(
          step.choices.isEmpty
            ? "nothing ends how long \(step.quoted) waits"
            : "nothing may be left to do at \(step.quoted), which waits for ever",
          at: step.name.range,
          help: "add `within: 60s` and a line `timeout:`"
            + (step.choices.isEmpty ? ", or a choice that leads away" : ", or a choice without a condition and a limit")
        ))
    }
  }
}

extension CheckContext {
  /// Whether a run may come to a `wait:` step with no call open, whose time would end it.
  fileprivate func mayCome(to step: Step, _ graph: StepGraph) -> Bool {
    if step.id == flow.start { return true }
    return graph.edges.contains { edge in
      guard edge.to == step.index, edge.from != edge.to else { return false }
      let call = everyStep[edge.from].calls.first { $0.origin == edge.origin }
      guard let call, flow.contract[call.use.call].patience != nil else { return true }
      return call.departure?.range != edge.range
    }
  }
}

extension StepFacts {
  /// Whether every choice may be hidden at once, and there is no answer to give.
  func mayHaveNothingLeft(_ context: CheckContext, _ visits: inout VisitBounds?) -> Bool {
    guard step.answer == nil || step.pickCount > 0, let graph = context.graph else { return false }
    var hidden: [(Guard, Bool)] = []
    for (index, choice) in step.choices.enumerated() {
      if let max = choice.max?.value {
        if asksAgain(after: .choice(index), context.relation) { continue }
        let bounds = visits ?? VisitBounds(context, graph)
        visits = bounds
        // One that leads away each time is spent only where the flow comes back more often; a step that is never come to from
        // outside its cycle has one visit too many in the bounds.
        if bounds[step] - 1 > max { continue }
      }
      guard let when = choice.when else { return false }
      hidden.append((when, false))
    }
    return Guard.canAllBe(hidden, knowing: facts(context.flow.contract))
  }
}
