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
    for facts in context.steps where facts.step.to == nil && (facts.step.within == nil || facts.lineThatWaitsOn != nil)
    {
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
          help: (step.within == nil
            ? "add `within: 60s` and a line `timeout:`" : "lead `timeout:` to another step or an end")
            + (step.choices.isEmpty
              ? ", or add a choice that leads away" : ", or add a choice without a condition and a limit")
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
      if choice.scopedMax != nil { continue }
      if let max = choice.max?.value {
        if step.within == nil ? asksAgain(after: .choice(index), context.relation) : staysOnceDone(choice) { continue }
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

  /// Whether a choice may be made and leave its step where it is, though the SDK does what it is asked.
  private func staysOnceDone(_ choice: Choice) -> Bool {
    switch choice.action {
    case .go(let target): return target.staysAtStep(of: step)
    case .call(_, let lines):
      return (lines + step.transitions).contains { line in
        switch line.trigger {
        case .accepted, .event: line.target.staysAtStep(of: step)
        default: false
        }
      }
    }
  }

  /// The line that keeps the step after its time is over: no other time begins.
  var lineThatWaitsOn: Transition? {
    guard step.within != nil, let line = timeoutLine, line.target.staysAtStep(of: step) else { return nil }
    if case .step = line.target.move { return nil }
    return line
  }

  /// The line that is taken when the step's time is over.
  var timeoutLine: Transition? {
    step.transitions.first { $0.trigger == .timeout } ?? otherwise
  }
}
