// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
import FlowMeaning

/// Whether runs can use up a limit of a step or a choice, as far as the flow tells.
package struct LimitUses {
  private let context: CheckContext
  private let graph: StepGraph

  /// Nil if a name of the flow could not be resolved.
  package init?(_ flow: Flow) {
    context = CheckContext(flow)
    guard let graph = context.graph else { return nil }
    self.graph = graph
  }

  /// How often a run uses something at most, whatever its own limit; nil where that is not sure, where it shares that limit, or where it
  /// begins to count anew.
  ///
  /// - Parameters:
  ///   - choice: the index of the choice; nil for the answer or the call of the step.
  ///   - step: the index of the step.
  package func most(ofChoice choice: Int?, at step: Int) -> Int? {
    let facts = context.everyStep[step]
    let origin = choice.map { Origin.choice($0) } ?? (facts.step.isCall ? .call : .answer)
    guard facts.step.sharedBudget(of: origin) == nil, facts.step.scopedLimit(of: origin) == nil else { return nil }
    if case .choice(let index) = origin, facts.step.choices[index].scopedMax != nil { return nil }
    // Where it asks again at once, nothing but the limit bounds it.
    guard !facts.goesOnAsking(after: origin, context.relation) else { return nil }
    var counting = GuessCount(context, graph)
    let part = UseNetwork.Part(step: step, origin: origin)
    let asksOnceMore = facts.asksOnceMore(after: origin, context.relation)
    guard let most = counting.uses(part, timesOut: asksOnceMore), !most.bounds.contains(part) else {
      return nil
    }
    return most.uses
  }
}
