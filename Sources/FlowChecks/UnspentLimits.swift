// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// Which steps never run out of what they count, since a run comes there no more often than that, and each use leads away.
struct UnspentLimits {
  private var isUnspent: [Bool]

  init(_ context: CheckContext, _ graph: StepGraph) {
    let flow = context.flow
    isUnspent = Array(repeating: false, count: context.steps.count)
    var bounds: VisitBounds?
    for facts in context.steps {
      let step = facts.step
      let origin: Origin = step.isCall ? .call : .answer
      guard let count = step.budget(of: origin)?.value, step.isCall || step.triesScope == .run,
        !step.mayOfferNothing(flow.contract)
      else { continue }
      let name = step.sharedBudget(of: origin)
      if let name, flow.budgets.first(where: { $0.name.value == name })?.scope != .run { continue }
      let uses =
        name == nil
        ? facts.parts(sharing: nil, flow.contract).filter { $0.origin == origin }
        : context.steps.flatMap { $0.parts(sharing: name, flow.contract) }
      guard !uses.isEmpty, uses.allSatisfy(\.leaves) else { continue }
      let known = bounds ?? VisitBounds(context, graph)
      bounds = known
      isUnspent[step.index] = uses.reduce(0) { min($0 + known[$1.step], VisitBounds.many) } <= count
    }
  }

  /// Whether it is sure that a step never runs out.
  subscript(step: Step) -> Bool { isUnspent[step.index] }
}

extension Step {
  /// Whether it can be left and be as before, or offers its choices while a call is under way.
  var isOpenForLong: Bool {
    switch kind {
    case .wait, .interrupt: true
    case .challenge, .event, .call, .gate: false
    }
  }
}

extension StepFacts {
  /// The parts of the step that draw on a budget of the flow, and whether each use of them leads away from the step.
  ///
  /// - Parameter name: nil for those that share none.
  func parts(
    sharing name: String?, _ contract: Contract
  ) -> [(step: Step, origin: Origin, leaves: Bool)] {
    var parts: [(step: Step, origin: Origin, leaves: Bool)] = []
    for call in calls { parts.append((step, call.origin, !step.isOpenForLong && leaves(after: call, contract))) }
    for index in step.choices.indices {
      guard case .go(let target) = step.choices[index].action else { continue }
      parts.append((step, .choice(index), !step.isOpenForLong && !target.staysAtStep(of: step)))
    }
    return parts.filter { step.sharedBudget(of: $0.origin) == name }
  }

  private func leaves(after call: CallFacts, _ contract: Contract) -> Bool {
    if call.departure != nil { return true }
    if contract.leadsToNothing(call.use), case .call = step.kind {
      return !call.lines.contains { $0.trigger.isAccepted && $0.target.staysAtStep(of: step) }
    }
    if contract.leadsToNothing(call.use) { return false }
    return !call.lines.contains { line in
      guard line.target.staysAtStep(of: step) else { return false }
      return switch line.trigger {
      case .rejected, .exhausted: false
      case .event, .error, .accepted, .timeout, .otherwise, .allow, .deny: true
      }
    }
  }
}
