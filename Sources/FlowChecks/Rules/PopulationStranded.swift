// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract
import Values

/// People whom the flow comes to deal with, such as those whose account is blocked, and a step from which nothing that they
/// can do leads to an end.
enum PopulationStranded: Rule {
  static let code = DiagnosticCode("MFA408", "population-stranded", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    // A way that is wrong for another reason may be why there is none.
    guard flow.isWhole, !flow.contract.populations.isEmpty, !findings.hasErrors, !isPlain(context) else { return }
    let actions = OwnActions(flow, context.steps)
    var found: [(step: Int, finding: Diagnostic)] = []
    for population in flow.contract.populations {
      let ways = PopulationWays(population, of: flow.contract, actions)
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

  /// Whether anybody, whoever they are, can come to an end from every step: by choices without a call, and by calls whose
  /// replies no population lacks.
  ///
  /// Most flows are told so, at a small part of the cost.
  private static func isPlain(_ context: CheckContext) -> Bool {
    let contract = context.flow.contract
    var isFine = context.steps.map { $0.step.isInterrupt }
    var left = isFine.count { !$0 }
    func leadsOn(_ target: Target) -> Bool {
      switch target.move {
      case .end, .resume: true
      case .step(let id): isFine[Int(id.index)]
      case .stay, .retry: false
      }
    }
    func isOf(everybody call: CallFacts) -> Bool {
      for index in contract.populations.indices {
        if contract.populations[index].never.contains(call.use.call) { return false }
        for field in contract.populations[index].given.fields
        where call.use.arguments.contains(where: { $0.name == field.name }) { return false }
      }
      return true
    }
    while left > 0 {
      let before = left
      for index in isFine.indices where !isFine[index] {
        let facts = context.steps[index]
        var isWay = false
        for choice in facts.step.choices {
          if case .go(let target) = choice.action, leadsOn(target) { isWay = true }
        }
        for line in facts.step.transitions where !isWay && facts.step.isGate { isWay = leadsOn(line.target) }
        for call in facts.calls where !isWay {
          call.forEachLine(of: facts.step) { line in
            guard !isWay, case .event(_, _, let outcome) = line.trigger, !outcome.isError, leadsOn(line.target),
              call.mayTake(line.trigger)
            else { return }
            isWay = isOf(everybody: call) && call.departure == nil
          }
        }
        for line in facts.step.transitions where !isWay && facts.step.waitsForMore {
          guard case .event(_, _, let outcome) = line.trigger, !outcome.isError, leadsOn(line.target) else { continue }
          isWay = context.steps.contains { $0.calls.contains { $0.mayTake(line.trigger) && isOf(everybody: $0) } }
        }
        if isWay {
          isFine[index] = true
          left -= 1
        }
      }
      if left == before { return false }
    }
    return true
  }
}
