// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// Ways, for a reader.
extension ProofStates {
  /// The places on the way from the start to a state.
  private func stops(to index: Int) -> [Episodes.Stop] {
    chain(to: index).flatMap(\.stops)
  }

  /// The states on the way from the start to one, that one among them.
  func chain(to index: Int) -> [State] {
    var chain: [State] = []
    var current = index
    while current >= 0 {
      chain.append(states[current])
      current = states[current].parent
    }
    return chain.reversed()
  }

  /// Whether a run can take the way to where something is claimed, however small the budgets are: it uses no step twice, and no
  /// budget is spent on it.
  func spendsNothing(on claim: Claim) -> Bool {
    let stops = (stops(to: claim.from) + claim.stops).filter { !$0.isLoss }
    var used: Set<Int> = [states[claim.from].place.step]
    let spent = relation.flow.steps.flatMap { step -> [SourceRange] in
      let hasLine = step.transitions.contains { $0.trigger == .exhausted }
      return step.transitions.filter { $0.trigger == .exhausted || !hasLine && $0.trigger == .otherwise }.map(
        \.target.range)
    }
    return relation.flow.budgets.isEmpty && !spent.contains(claim.range)
      && stops.allSatisfy { used.insert($0.step).inserted && !spent.contains($0.range) }
  }

  /// The way from the start to a state.
  func route(to index: Int, then more: [Episodes.Stop] = []) -> [WayStep] {
    let stops = stops(to: index) + more
    let last = more.isEmpty ? states[index].place.step : nil
    return relation.way(by: stops, to: last)
  }

  /// The way from the start to where something is claimed.
  func way(to claim: Claim) -> [WayStep] {
    let way = route(to: claim.from, then: claim.stops)
    guard case .end(let end) = claim.target else { return way }
    let from = claim.stops.last?.step ?? states[claim.from].place.step
    return way + [
      WayStep(
        "\(relation.flow.steps[from].quoted) leads to \(Diagnostic.quoting(relation.flow[end].name.value))",
        at: claim.range)
    ]
  }
}

extension Relation {
  /// A way for a reader.
  ///
  /// - Parameter last: the step that it leads to; nil for the last of the stops.
  func way(by stops: [Episodes.Stop], to last: Int?) -> [WayStep] {
    stops.indices.map { number in
      let stop = stops[number]
      let next = number + 1 < stops.count ? stops[number + 1].step : last ?? stop.step
      let (from, to) = (flow.steps[stop.step].quoted, flow.steps[next].quoted)
      if stop.isLoss { return WayStep("a call of \(from) takes away what was shown", at: stop.range) }
      return WayStep(from == to ? "\(from) goes on" : "\(from) leads to \(to)", at: stop.range)
    }
  }
}
