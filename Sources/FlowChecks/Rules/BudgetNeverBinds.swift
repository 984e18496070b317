// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A budget that is never spent, since the flow comes there less often than it allows: its author believes in more
/// tries, or in a way back, that there is not.
enum BudgetNeverBinds: Rule {
  static let code = DiagnosticCode("MFA314", "budget-never-binds", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    let flow = context.flow
    var bounds: VisitBounds?
    for facts in context.steps where facts.step.name.range.file == flow.range.file && !facts.step.isOpenForLong {
      for (budget, leaves) in facts.budgets(flow.contract) where leaves && budget.value > 1 {
        let known = bounds ?? VisitBounds(context, graph)
        bounds = known
        let most = known[facts.step]
        guard most < budget.value else { continue }
        findings.append(
          finding(
            most == 1
              ? "this is never spent: the flow comes to \(facts.step.quoted) only once"
              : "this is never spent: the flow comes to \(facts.step.quoted) \(most) times at most",
            at: budget.range,
            help: "make it \(most), or lead an outcome back to \(facts.step.quoted)\(facts.wayBack(flow.contract))"))
      }
    }
    for budget in flow.budgets where budget.name.range.file == flow.range.file && budget.scope == .run {
      let sharing = context.steps.flatMap { $0.parts(sharing: budget.name.value, flow.contract) }
      guard !sharing.isEmpty, sharing.allSatisfy(\.leaves) else { continue }
      let known = bounds ?? VisitBounds(context, graph)
      bounds = known
      let most = sharing.reduce(0) { min($0 + known[$1.step], VisitBounds.many) }
      guard most < budget.count.value else { continue }
      findings.append(
        finding(
          "this is never spent: the flow comes \(most == 1 ? "once" : "\(most) times") at most to all that share it",
          at: budget.count.range, help: "make it \(most), or lead an outcome back to one of them")
      )
    }
  }
}

extension StepFacts {
  /// How an outcome is led back to the step, where it can be said; empty where it cannot.
  fileprivate func wayBack(_ contract: Contract) -> String {
    if case .call = step.kind { return " by its name" }
    guard let own = step.awaited else { return "" }
    let again = calls.lazy.filter { $0.departure == nil }.flatMap(\.arrivals).first { arrival in
      arrival.event == own.event && (own.mode == nil || arrival.mode == nil || arrival.mode == own.mode)
        && (own.code == nil || arrival.outcome == .code(own.code ?? 0)) && arrival.outcome != .success
    }
    guard let again else { return "" }
    let trigger = Trigger.event(again.event, mode: again.mode, outcome: again.outcome)
    return ", such as with `\(trigger.words(contract)): retry`"
  }

  /// Each budget that the step has to itself, and whether each use of it leads away from the step.
  fileprivate func budgets(_ contract: Contract) -> [(Spanned<Int>, leaves: Bool)] {
    parts(sharing: nil, contract).compactMap { part in
      // What counts for each user may be spent by one of them.
      guard let budget = step.budget(of: part.origin), budget.range != step.scopedLimit(of: part.origin)?.count.range
      else { return nil }
      return (budget, part.leaves)
    }
  }
}
