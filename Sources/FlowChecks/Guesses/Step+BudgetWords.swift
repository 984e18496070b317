// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

extension Step {
  /// A budget and whose it is, such as `tries: 5` of `verify`.
  func words(budget origin: Origin, _ number: Int) -> String {
    if let shared = sharedBudget(of: origin) {
      let isOfRun = origin != .answer || triesScope == .run
      let per = isOfRun ? "\(number)" : "{ count: \(tries?.value ?? number), per: \(triesScope.rawValue) }"
      return "`\(shared): \(per)` below `budgets:`"
    }
    return switch origin {
    case .answer where triesScope != .run:
      "`tries: { count: \(tries?.value ?? number), per: \(triesScope.rawValue) }` of \(quoted)"
    case .answer: "`tries: \(number)` of \(quoted)"
    case .choice(let index): "`max: \(number)` of \(Diagnostic.quoting(choices[index].name.value)) at \(quoted)"
    case .call, .itself, .exhausted: "`max: \(number)` of \(quoted)"
    }
  }
}
