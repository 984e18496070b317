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
    let contract = context.flow.contract
    for facts in context.steps where facts.step.to == nil {
      let step = facts.step
      if let call = facts.callThatNothingEnds(contract) {
        findings.append(
          finding(
            "nothing ends how long \(step.quoted) waits if nothing comes of `\(contract[call.use.call].name)`",
            at: call.use.range, help: "add `within: 60s` and a line `timeout:`, or state `patience:` in the contract"))
        continue
      }
      let losing = step.within == nil || facts.waitsOnAfterItsTime ? [nil] : facts.choicesThatLoseTime(contract)
      guard !losing.isEmpty else { continue }
      switch step.kind {
      case .call, .gate: continue
      case .wait where !context.mayCome(to: step, graph) && !(facts.timeoutLine?.target.asksAgain ?? false): continue
      case .challenge, .event, .interrupt, .wait: break
      }
      // A step that can neither ask nor wait goes on by itself, and one that nothing can end has a rule of its own.
      guard !step.mayOfferNothing, !NoAnswer.holdsFast(facts),
        losing.contains(where: { facts.mayHaveNothingLeft(context, &visits, using: $0) })
      else { continue }
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
  ///
  /// - Parameter used: a choice that was offered, and that is used up; nil for none.
  func mayHaveNothingLeft(_ context: CheckContext, _ visits: inout VisitBounds?, using used: Int? = nil) -> Bool {
    guard step.answer == nil || step.pickCount > 0, let graph = context.graph else { return false }
    var hidden: [(Guard, Bool)] = []
    for (index, choice) in step.choices.enumerated() {
      if index == used {
        if let when = choice.when { hidden.append((when, true)) }
        continue
      }
      // What others draw on may be spent by them.
      if choice.scopedMax != nil || choice.sharedMax != nil { continue }
      if let max = choice.max?.value {
        if step.within == nil
          ? asksAgain(after: .choice(index), context.relation) : mayBeSpent(index, context.flow.contract)
        {
          continue
        }
        let bounds = visits ?? VisitBounds(context, graph)
        visits = bounds
        // One that leads away each time is spent only where the flow comes back more often; a step that is never come to from
        // outside its cycle has one visit too many in the bounds.
        if bounds[step] - 1 > max { continue }
      }
      guard let when = choice.when else { return false }
      hidden.append((when, false))
    }
    let facts = facts(context.flow.contract)
    // A condition that errs hides its choice, too.
    return used == nil ? Guard.mayAllFail(hidden.map(\.0), knowing: facts) : Guard.canAllBe(hidden, knowing: facts)
  }

  /// Whether a choice may be used up at its step: the SDK does what it is asked and the flow stays there, or it is silent once.
  private func mayBeSpent(_ index: Int, _ contract: Contract) -> Bool {
    let choice = step.choices[index]
    switch choice.action {
    case .go(let target): return target.staysAtStep(of: step)
    case .call(_, let lines):
      let stays = (lines + step.transitions).contains { line in
        switch line.trigger {
        case .accepted, .event: line.target.staysAtStep(of: step)
        default: false
        }
      }
      return stays
        || choice.max?.value == 1
          && calls.contains { call in
            call.origin == .choice(index) && lineThatWaitsOn(after: call, contract) != nil
          }
    }
  }

  /// Whether the step is kept when its own time is over: no other time begins.
  fileprivate var waitsOnAfterItsTime: Bool { step.within != nil && timeoutLine?.target.asksAgain ?? false }

  /// The choices that may be used up by a call after whose time the step has none any more.
  fileprivate func choicesThatLoseTime(_ contract: Contract) -> [Int?] {
    calls.compactMap { call in
      guard case .choice(let index) = call.origin, mayBeSpent(index, contract), step.choices[index].max != nil,
        lineThatWaitsOn(after: call, contract) != nil
      else { return nil }
      return index
    }
  }

  /// A call at which the flow waits for the SDK, though neither the flow nor the contract says for how long.
  fileprivate func callThatNothingEnds(_ contract: Contract) -> CallFacts? {
    guard step.within == nil else { return nil }
    return calls.first { call in
      if case .choice(let index) = call.origin, step.choices[index].within != nil { return false }
      let spec = contract[call.use.call]
      return call.departure == nil && !spec.replies.isEmpty && spec.patience == nil
        && !call.lines.contains { $0.trigger.isAccepted }
    }
  }

  /// The line that keeps the step after its time is over, or that of one of its calls: no other time begins.
  func lineThatWaitsOn(_ contract: Contract) -> Transition? {
    if waitsOnAfterItsTime { return timeoutLine }
    return calls.lazy.compactMap { self.lineThatWaitsOn(after: $0, contract) }.first
  }

  /// The line that keeps the step when nothing comes of a call in time.
  private func lineThatWaitsOn(after call: CallFacts, _ contract: Contract) -> Transition? {
    guard call.departure == nil, !contract[call.use.call].replies.isEmpty,
      step.within != nil || timesOutEachTime(call, contract),
      let line = call.lines.first(where: { $0.trigger == .timeout }) ?? call.otherwise, line.target.asksAgain
    else { return nil }
    return line
  }

  /// The line that is taken when the step's time is over.
  var timeoutLine: Transition? {
    step.transitions.first { $0.trigger == .timeout } ?? otherwise
  }
}
