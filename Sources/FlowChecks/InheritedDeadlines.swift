// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// The deadlines that `wait:` steps without a `within` inherit with the call that is open: *Entering a step*, Deadline, in Semantics.md.
struct InheritedDeadlines {
  /// By step, as an index: the least of them, in milliseconds; none where there is none.
  private var least: [Int: Int] = [:]

  init(_ relation: Relation, _ moves: MoveTable) {
    let flow = relation.flow
    for facts in relation.steps where facts.step.isWait && facts.step.within == nil {
      let step = facts.step.index
      for site in moves.places(of: step, relation).compactMap(\.site) where relation.sites[site].step != step {
        note(relation.steps[relation.sites[site].step].deadline(of: relation.sites[site].call, flow.contract), at: step)
      }
    }
    guard !least.isEmpty else { return }
    // Another `wait:` step on the way may have set one of its own.
    for facts in relation.steps where facts.step.isWait {
      guard let within = facts.step.within?.value else { continue }
      for (target, trigger) in facts.step.targets {
        guard case .step(let id) = target.move, least[Int(id.index)] != nil else { continue }
        switch trigger {
        case .event?, .error?, .timeout?, .otherwise?: continue
        case .accepted?, .rejected?, .exhausted?, .allow?, .deny?, nil: note(within, at: Int(id.index))
        }
      }
    }
  }

  /// That of a step; nil for none.
  subscript(step: Step) -> Int? { least[step.index] }

  private mutating func note(_ deadline: Int?, at step: Int) {
    guard let deadline else { return }
    least[step] = min(least[step] ?? .max, deadline)
  }
}

extension StepFacts {
  /// How long the step waits for what comes of one of its calls; nil for as long as it takes.
  func deadline(of call: CallFacts?, _ contract: Contract) -> Int? {
    var own = call.flatMap { contract[$0.use.call].patience }
    if case .choice(let index) = call?.origin { own = step.choices[index].within?.value ?? own }
    return [own, step.within?.value].compactMap(\.self).min()
  }
}
