// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// A budget that steps share, and that every way to a success end spends before it gets there: nobody can come to that end.
enum SpentBeforeSuccess: ProofRule {
  static let code = DiagnosticCode("MFA334", "spent-before-success", isNeverAllowed: true)

  static func diagnose(_ proofs: ProofFacts, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    let states = proofs.states
    let count = findings.count
    diagnoseRun(states, context, &findings)
    if findings.count == count { diagnoseEach(states, context, &findings) }
  }

  /// Small budgets of the whole run, all of them together.
  private static func diagnoseRun(
    _ states: ProofStates, _ context: CheckContext, _ findings: inout [Diagnostic]
  ) {
    let shared = context.flow.budgets.filter { $0.scope == .run && $0.count.value < CountedBudgets.fromHereUncounted }
    guard let budget = shared.min(by: { $0.count.value < $1.count.value }) else { return }
    let isCounted = !states.relation.budgets.isEmpty
    // Mostly every end is reached before long, and nothing more has to be followed.
    let ends = context.flow.ends.indices.filter { context.flow.ends[$0].outcome == .success }.map { EndID($0) }
    guard let counted = isCounted ? states : states.counting(until: Set(ends)), !counted.isCut else { return }
    let reached = counted.successes
    guard !ends.allSatisfy(reached.contains) else { return }
    let plain = isCounted ? ProofStates(context.relation, context.moves) : states
    guard !plain.isCut else { return }
    tell(plain.successes.filter { !reached.contains($0) }, reached.isEmpty, budget, shared, context, &findings)
  }

  /// Budgets that begin again, and large ones, each for itself.
  private static func diagnoseEach(
    _ states: ProofStates, _ context: CheckContext, _ findings: inout [Diagnostic]
  ) {
    let budgets = context.flow.budgets.filter {
      $0.scope != .run || $0.count.value >= CountedBudgets.fromHereUncounted
    }
    guard !budgets.isEmpty else { return }
    let plain = states.relation.budgets.isEmpty ? states : ProofStates(context.relation, context.moves)
    let successes = plain.successes
    guard !plain.isCut, !successes.isEmpty else { return }
    for budget in budgets {
      guard let ends = RefilledBudget.reachedEnds(counting: budget, context) else { continue }
      let lost = successes.filter { ends.without.contains($0) && !ends.with.contains($0) }
      tell(lost, lost.count == successes.count, budget, [budget], context, &findings)
    }
  }

  private static func tell(
    _ lost: [EndID], _ isEveryEnd: Bool, _ budget: SharedBudget, _ shared: [SharedBudget], _ context: CheckContext,
    _ findings: inout [Diagnostic]
  ) {
    guard !lost.isEmpty else { return }
    let name = Diagnostic.quoting(budget.name.value)
    guard !isEveryEnd else {
      findings.append(
        finding(
          "\(name) is spent on every way before a success end can be reached",
          at: budget.count.range,
          help: "make it as many as the steps of the way to that end need, and more for mistakes"))
      return
    }
    for lost in lost {
      let spent = shared.count == 1 ? name : "a budget that steps share"
      findings.append(
        finding(
          "nobody comes to the success end \(Diagnostic.quoting(context.flow[lost].name.value)): \(spent) is spent on every "
            + "way there",
          at: context.flow[lost].name.range,
          help: "make \(name) as many as the steps of the way to that end need, and more for mistakes",
          notes: shared.prefix(3).map { Note("shared by steps", at: $0.count.range) }))
    }
  }
}

extension ProofStates {
  /// The success ends that some run comes to, in the order in which they are found.
  fileprivate var successes: [EndID] {
    var ends: [EndID] = []
    for case .end(let end) in claims.map(\.target) where !ends.contains(end) { ends.append(end) }
    return ends
  }
}
