// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage
import YAMLTree

/// `tries:`: how many answers of a step the SDK may take.
package enum TriesSyntax: Sendable {
  /// A budget of the step's own.
  case own(BudgetSyntax)
  /// The name of one below `budgets:`, on which other steps draw, too.
  case shared(Spanned<String>)
}

/// `max:`: how often a choice, or the call of a step, may be made.
package enum MaxSyntax: Sendable {
  /// So often in a run.
  case plain(Spanned<Int>)
  /// So often in a session or by a user, or with success.
  case scoped(BudgetSyntax)
  /// The name of one below `budgets:`, on which others draw, too.
  case shared(Spanned<String>)

  /// With another name of the budget that is shared.
  package func naming(_ budgets: (Spanned<String>) -> Spanned<String>) -> MaxSyntax {
    if case .shared(let name) = self { .shared(budgets(name)) } else { self }
  }
}

/// `3`, or `{ count: 3, per: session }`.
package struct BudgetSyntax: Sendable {
  /// How many answers.
  package var count: Spanned<Int>
  /// What they are counted for: `run`, `session` or `user`; nil for a run.
  package var per: Spanned<String>?
  /// Which uses of a choice count: `calls` or `successes`; nil for calls.
  package var of: Spanned<String>?
  /// How often at all in a run; nil for no such limit.
  package var total: Spanned<Int>?
}

/// `budgets: { passwords: 5 }`, one of them.
package struct SharedBudgetSyntax: Sendable {
  /// As `tries:` and `max:` name it.
  package var name: Spanned<String>
  /// What it holds.
  package var budget: BudgetSyntax
}

extension DocumentDecoder {
  /// A budget that is larger bounds nothing: nobody is asked so often.
  static let mostUses = 10_000

  /// `tries: 3`, `tries: { count: 3, per: session }`, or `tries: passwords`.
  mutating func tries(_ node: YAMLNode) -> TriesSyntax? {
    if let text = node.text, text.isName { return .shared(Spanned(text, node.range)) }
    return budget(node, "`tries`").map { .own($0) }
  }

  /// What stands below `budgets:`.
  mutating func budgets(_ map: YAMLMapping) -> [SharedBudgetSyntax] {
    map["budgets"]?.mapping("`budgets`", &findings)?.compactMap { entry in
      guard let name = name(entry.key, "a budget") else { return nil }
      return budget(entry.value, "`\(name.value)`").map { SharedBudgetSyntax(name: name, budget: $0) }
    } ?? []
  }

  /// `max: 3`, or `max: resends`, of a `call:` step.
  mutating func maxOfCall(_ node: YAMLNode) -> MaxSyntax? {
    if let text = node.text, text.isName { return .shared(Spanned(text, node.range)) }
    return node.count("`max`", atMost: Self.mostUses, &findings).map { .plain($0) }
  }

  /// `max: 3`, `max: resends`, or `max: { count: 3, per: session, of: successes }` of a choice.
  mutating func max(_ node: YAMLNode) -> MaxSyntax? {
    if let text = node.text, text.isName { return .shared(Spanned(text, node.range)) }
    guard let budget = budget(node, "`max`", Self.limitKeys) else { return nil }
    let isPlain = (budget.per?.value ?? "run") == "run" && (budget.of?.value ?? "calls") == "calls"
    // What is misspelt is told already, and means something else.
    let isRead = (budget.of != nil || node["of"] == nil) && (budget.per != nil || node["per"] == nil)
    if isPlain, isRead, let total = budget.total {
      report(
        SyntaxRules.misplacedKey, "`total` says what `count` says already", total.range,
        help: "take it out, or count with `per: session` or `of: successes`")
    }
    return isPlain ? .plain(budget.count) : .scoped(budget)
  }

  static let budgetKeys = Shape.budget.words
  private static let limitKeys = Shape.limit.words
  private static let periods = Shape.budget.words(behind: "per")
  private static let counted = Shape.limit.words(behind: "of")

  mutating func budget(
    _ node: YAMLNode, _ what: String, _ keys: [StaticString] = budgetKeys
  ) -> BudgetSyntax? {
    guard case .mapping = node.kind else {
      return node.count(what, atMost: Self.mostUses, &findings).map { BudgetSyntax(count: $0) } ?? standIn(node)
    }
    guard let map = mapping(node, what, keys) else { return nil }
    let per = map["per"].flatMap { word($0, "`per`", among: Self.periods) }
    let count = require("count", of: what, in: map, keys)?.count("`count`", atMost: Self.mostUses, &findings)
    let of = map["of"].flatMap { word($0, "`of`", among: Self.counted) }
    let total = map["total"]?.count("`total`", atMost: Self.mostUses, &findings)
    return count.map { BudgetSyntax(count: $0, per: per, of: of, total: total) } ?? standIn(node)
  }

  /// What stands for a number that is reported already: nobody is told as well that there is none.
  private func standIn(_ node: YAMLNode) -> BudgetSyntax { BudgetSyntax(count: Spanned(1, node.range)) }
}
