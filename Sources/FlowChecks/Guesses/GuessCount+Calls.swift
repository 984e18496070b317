// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// How often calls are made that are no guesses.
extension GuessCount {
  /// Every call that has something sent, in the order of the flow; empty if a name of the flow could not be resolved.
  static func sends(in context: CheckContext) -> [SendCount] {
    guard let graph = context.graph else { return [] }
    let flow = context.flow
    let isReached = graph.reached(from: flow.roots)
    let sending = context.steps.filter { isReached[$0.step.index] }.flatMap { facts in
      facts.calls.filter { flow.contract[$0.use.call].sends && context.callsMade.contains($0, at: facts.step) }
        .map { (step: facts.step, call: $0) }
    }
    guard !sending.isEmpty else { return [] }
    var count = GuessCount(context, graph)
    let byCall = Dictionary(grouping: sending) { $0.call.use.call }
    var totals: [CallID: GuessLimit] = [:]
    let all = byCall.count > 1 ? count.total(sending.map { ($0.step, $0.call.origin) }) : nil
    return sending.map { step, call in
      let (most, bounds) = count.limit(UseNetwork.Part(step: step.index, origin: call.origin))
      let same = byCall[call.use.call] ?? []
      let total = same.count > 1 ? totals[call.use.call] ?? count.total(same.map { ($0.step, $0.call.origin) }) : most
      totals[call.use.call] = total
      return SendCount(call, at: step, in: flow, most: most, total: total, all: all ?? total, bounds: bounds)
    }
  }

  /// How often parts can be used in a run, together.
  static func uses(of parts: [(step: Step, origin: Origin)], in it: CheckContext, _ graph: StepGraph) -> GuessLimit {
    var count = GuessCount(it, graph)
    return count.total(parts)
  }

  /// How often the flow lets a part make its call, in a run.
  static func limit(of part: UseNetwork.Part, in context: CheckContext, _ graph: StepGraph) -> GuessLimit {
    var count = GuessCount(context, graph)
    return count.limit(part).0
  }
}
