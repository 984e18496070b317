// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// People whom the flow comes to deal with, such as those whose account is blocked, and a step from which nothing that they
/// can do leads to an end.
enum PopulationStranded: Rule {
  static let code = DiagnosticCode("MFA408", "population-stranded", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    let actions = OwnActions(flow, context.steps)
    let everybody = flow.contract.populations.map { PopulationWays($0, of: flow.contract, actions) }
    let canEnd = actions.canEnd { way in everybody.allSatisfy { $0.isOpen(way) } }
    // Most flows lead everybody on by the same ways.
    guard !context.steps.allSatisfy({ $0.step.isInterrupt || canEnd[$0.step.index] }) else { return }
    var found: [(step: Int, finding: Diagnostic)] = []
    for (population, ways) in zip(flow.contract.populations, everybody) {
      let start = Int(flow.start.index)
      guard let (step, way) = ways.way(from: start, entering: flow.steps[start].awaited, notTo: ways.canEnd()) else {
        continue
      }
      if let index = found.firstIndex(where: { $0.step == step }) {
        found[index].finding.notes.append(Note("nor can `\(population.name)`"))
      } else {
        found.append((step, finding(population, step, way, flow)))
      }
    }
    findings += found.map(\.finding)
  }

  private static func finding(
    _ population: Population, _ step: Int, _ way: [(Int, OwnActions.Way)], _ flow: Flow
  ) -> Diagnostic {
    let who = population.meaning.isEmpty ? [] : [Note("`\(population.name)`: \(population.meaning)")]
    return finding(
      "from \(flow.steps[step].quoted) `\(population.name)` can come to no end by what they do",
      at: flow.steps[step].name.range,
      help: "add a choice that leads on or to an end, such as `cancel: { to: \(flow.failureEnd) }`", notes: who,
      way: way.map { from, way in
        let to = way.to ?? from
        let words =
          from == to
          ? "\(flow.steps[from].quoted) goes on"
          : "\(flow.steps[from].quoted) leads to \(flow.steps[to].quoted)"
        return WayStep(words, at: way.range)
      })
  }
}
