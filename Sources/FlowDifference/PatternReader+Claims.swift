// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

extension PatternReader {
  /// What is claimed where success ends of flows inside are passed, and not by the end that is reached; nil for nothing.
  func claim(_ target: Target) -> FacetValue? {
    let demand = flow.demand(claimed: target.claim)
    guard !demand.isEmpty else { return nil }
    func since(_ line: RequiredLine) -> String { String(line.text.dropFirst(line.textOfDemand.count)) }
    var goal = demand.goal
    // What the goal claims anyway is claimed with it.
    let reached = [RequiredLine]().implied(in: contract, with: goal, since: since)
    var lines = demand.requirements.flatMap(\.lines).filter { !reached.contains($0.text) }
    // What the end claims itself is told of the end.
    if case .end(let end) = target.move, flow.ends[Int(end.index)].outcome == .success {
      let own = flow.demand(at: end)
      let asked = own.requirements.flatMap(\.lines).implied(in: contract, with: own.goal, since: since)
      lines.removeAll { asked.contains($0.text) }
      if let mine = goal?.name, let theirs = own.goal?.name, mine <= theirs { goal = nil }
    }
    guard goal != nil || !lines.isEmpty else { return nil }
    let text = (goal.map { [$0.name] } ?? []) + Set(lines.map(\.text)).sorted()
    // Who claims a level claims those below it.
    let levels = goal.map { goal in Goal.levels.filter { $0 <= goal.name } } ?? []
    return FacetValue(
      text.joined(separator: ", "), items: lines.implied(in: contract, with: goal, since: since).union(levels))
  }
}
