// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
import FlowMeaning

/// How often runs use what a limit of a step or a choice counts, as far as the flow tells.
package struct LimitUses {
  private let context: CheckContext
  private let graph: StepGraph

  /// Nil if a name of the flow could not be resolved.
  package init?(_ flow: Flow) {
    context = CheckContext(flow)
    guard let graph = context.graph else { return nil }
    self.graph = graph
  }

  /// Whether it is sure that no run uses something more often than that; false where it shares its limit, or begins to count anew.
  ///
  /// - Parameters:
  ///   - choice: the index of the choice; nil for the answer or the call of the step.
  ///   - step: the index of the step.
  package func areAtMost(_ count: Int, ofChoice choice: Int?, at step: Int) -> Bool {
    let facts = context.flow.steps[step]
    let origin = choice.map { Origin.choice($0) } ?? (facts.isCall ? .call : .answer)
    guard facts.sharedBudget(of: origin) == nil, facts.scopedLimit(of: origin) == nil else { return false }
    if case .choice(let index) = origin, facts.choices[index].scopedMax != nil { return false }
    let most = GuessCount.limit(of: UseNetwork.Part(step: step, origin: origin), in: context, graph)
    return most.number.map { $0 <= count } ?? false
  }
}
