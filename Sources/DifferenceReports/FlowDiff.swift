// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowDifference
package import FlowExploration
import FlowGraph
package import FlowRuntime

/// What came of comparing one flow with another.
package struct FlowDiff {
  /// A difference with what the team says of it.
  package struct Item {
    package let difference: Difference
    package let run: JointRun?
    /// Why it is allowed; nil if it is not.
    package let allowance: String?
  }

  /// The path of the new flow, as it is shown.
  package let path: String
  package let old: Program
  package let new: Program
  package let sources: (old: SourceMap, new: SourceMap)
  package let comparison: FlowComparison
  /// What the contracts and the flows do not say and do alike: from the worst, and at the end what is allowed.
  package let items: [Item]
  /// Whether the old flow was written for another contract, or another version of it.
  private let hasOtherContract: Bool

  /// - Parameter contract: what the contracts do not say alike; nil where they are one and the same.
  package init(
    path: String, _ comparison: FlowComparison, _ old: Program, _ new: Program, _ sources: (SourceMap, SourceMap),
    contract: [String]? = nil, _ allowances: inout [DiffAllowance]
  ) {
    hasOtherContract = contract != nil
    self.path = path
    self.old = old
    self.new = new
    self.sources = (sources.0, sources.1)
    self.comparison = comparison
    var play = JointPlay(comparison, old, new)
    var items: [Item] = []
    let ofContract = (contract ?? []).map { (difference: Difference.ofContract($0), run: JointRun?.none) }
    let ofFlows = play.outcome().map { (difference: $0.difference, run: $0.run) }
    for (difference, run) in (ofContract + ofFlows).worstFirst(by: \.difference) {
      var reason: String?
      for index in allowances.indices where difference.words.contains(allowances[index].text) {
        allowances[index].isUsed = true
        reason = reason ?? allowances[index].reason
      }
      items.append(Item(difference: difference, run: run, allowance: reason))
    }
    self.items = items.filter { $0.allowance == nil } + items.filter { $0.allowance != nil }
  }

  func count(of verdict: SafetyVerdict) -> Int { items.count { $0.difference.verdict == verdict } }

  /// How the flow as a whole has become, in one word.
  var word: String {
    if items.isEmpty { return "equal" }
    if count(of: .weaker) > 0 { return SafetyVerdict.weaker.rawValue }
    if items.contains(where: { $0.difference.verdict == .notDecided && $0.difference.mayBeWeaker }) {
      return SafetyVerdict.notDecided.rawValue
    }
    return items.map(\.difference.possible).min()?.rawValue ?? "equal"
  }

  /// The steps of the old flow at which a saved run can be taken up under the new one, and those at which it cannot.
  var savedRuns: (fit: [String], others: [String]) {
    var (fit, others): ([String], [String]) = ([], [])
    for step in comparison.resting {
      if !hasOtherContract, comparison.mayTakeUp(at: step) {
        fit.append(comparison.old.steps[step].name.value)
      } else {
        others.append(comparison.old.steps[step].name.value)
      }
    }
    return (fit, others)
  }
}

/// What the team says of some differences: those whose line holds a text are allowed.
package struct DiffAllowance {
  package let text: String
  let reason: String
  package fileprivate(set) var isUsed = false

  /// A shorter text would allow nearly everything.
  private static let shortest = 8

  /// Such as "tries is 3 because the law wants it"; nil if no reason is given, or the text is too short.
  package init?(_ words: String) {
    guard let because = words.firstRange(of: " because ") else { return nil }
    text = String(words[..<because.lowerBound])
    reason = String(words[because.upperBound...])
    if text.count < Self.shortest || reason.isEmpty { return nil }
  }
}
