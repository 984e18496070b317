// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLinking
import FlowSyntax

extension Resolver {
  /// The budgets that steps share.
  var sharedBudgets: [SharedBudget] {
    document.budgets.map { SharedBudget(name: $0.name, count: $0.budget.count, scope: $0.budget.scope) }
  }

  /// The tries of a step; nil, with a finding, if the budget that it names is not there.
  mutating func tries(_ syntax: TriesSyntax) -> Tries? {
    switch syntax {
    case .own(let budget): Tries(count: budget.count, scope: budget.scope, shared: nil)
    case .shared(let name):
      shared(name).map { Tries(count: $0.count, scope: $0.scope, shared: name) }
    }
  }

  /// How often a choice may be made; nil, with a finding, if the budget that it names is not there.
  mutating func max(_ syntax: MaxSyntax) -> Max? {
    switch syntax {
    case .plain(let count): return Max(plain: count)
    case .scoped(let budget):
      let isOfSuccesses = budget.of?.value == "successes"
      return Max(
        plain: budget.total,
        scoped: ScopedLimit(count: budget.count, scope: budget.scope, isOfSuccesses: isOfSuccesses))
    case .shared(let name):
      guard let budget = shared(name) else { return nil }
      if budget.scope == .run { return Max(plain: budget.count, shared: name) }
      let limit = ScopedLimit(count: budget.count, scope: budget.scope, isOfSuccesses: false)
      return Max(scoped: limit, shared: name)
    }
  }

  /// How often a step may make its own call: a count of the run.
  mutating func maxOfCall(_ syntax: MaxSyntax) -> Max? {
    guard let max = max(syntax) else { return nil }
    guard let name = max.shared, let scoped = max.scoped else { return max }
    isDamaged = true
    report(
      GraphRules.budgetOfAnotherCount,
      "the budget `\(name.value)` is counted for each \(scoped.scope.rawValue), and this for the run", name.range,
      help: "name a budget without `per:`, or write a number")
    return nil
  }

  private mutating func shared(_ name: Spanned<String>) -> BudgetSyntax? {
    if let budget = document.budgets.first(where: { $0.name.value == name.value })?.budget { return budget }
    isDamaged = true
    guard !document.unreadBudgets.contains(name.value), !document.lacksBudgets, !document.lacksParts else { return nil }
    let message = "there is no budget `\(name.value)`"
    // A budget is shared: misspelt where it is defined, it is missed wherever it is used.
    let known = findings.firstIndex { $0.code == GraphRules.unknownBudget && $0.message == message }
    if let known {
      findings[known].notes.append(Note("it is used here, too", at: name.range))
      // Mending one place would leave the others.
      findings[known].cure?.change = nil
      return nil
    }
    report(
      GraphRules.unknownBudget, message, name.range,
      help: WrittenNumber.cure(for: name.value)
        ?? suggestion(name.value, document.budgets.map(\.name.value))
        ?? Cure(
          "add it below `\(linked.hasBase ? "add" : "budgets"):`, such as "
            + "`\(linked.hasBase ? "budgets." : "")\(name.value): 5`, or write a number"),
      missing: name.value)
    return nil
  }
}

extension BudgetSyntax {
  fileprivate var scope: BudgetScope { per.flatMap { BudgetScope(rawValue: $0.value) } ?? .run }
}
