// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

extension Step {
  /// A budget and whose it is, such as `tries: 5` of `verify`.
  func words(budget origin: Origin, _ number: Int) -> String {
    let scoped = scopedLimit(of: origin)
    let limit = scoped.map { "{ count: \($0.count.value), per: \($0.scope.rawValue) }" } ?? "\(number)"
    if let shared = sharedBudget(of: origin) { return "`\(shared): \(limit)` below `budgets:`" }
    return switch origin {
    case .answer: "`tries: \(limit)` of \(quoted)"
    case .choice(let index): "`max: \(limit)` of \(Diagnostic.quoting(choices[index].name.value)) at \(quoted)"
    case .call, .itself, .exhausted: "`max: \(limit)` of \(quoted)"
    }
  }
}
