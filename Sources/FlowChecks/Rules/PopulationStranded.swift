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
    guard !flow.contract.populations.allSatisfy({ canEnd($0, context) }) else { return }
    let actions = OwnActions(flow, context.steps)
    var found: [(step: Int, finding: Diagnostic)] = []
    for population in flow.contract.populations {
      let ways = PopulationWays(population, of: flow.contract, actions)
      let start = Int(flow.start.index)
      guard let (step, way) = ways.way(from: start, entering: flow.steps[start].awaited, notTo: ways.canEnd()) else {
        continue
      }
      if let index = found.firstIndex(where: { $0.step == step }) {
        found[index].finding.notes.append(Note("nor does it for `\(population.name)`"))
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
      "nothing that `\(population.name)` can do at \(flow.steps[step].quoted) leads to an end",
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

  /// Whether a population can come to an end from every step by choices, and by what the calls of the step itself lead to.
  ///
  /// So it is in most flows, and quickly told.
  private static func canEnd(_ population: Population, _ context: CheckContext) -> Bool {
    var canEnd = context.steps.map { $0.step.isInterrupt }
    func leadsOn(_ move: Move, from facts: StepFacts) -> Bool {
      switch move.target {
      case .end, .resume: break
      case .place(let place): guard canEnd[place.step] else { return false }
      case .unhandled: return false
      }
      switch move.cause {
      case .modules: return !move.makesCall
      case .person: return !move.makesCall && move.line == nil
      case .event(let signal):
        guard !signal.outcome.isError, !(move.line?.trigger.isOtherwise ?? true) else { return false }
        return facts.calls.contains { call in
          call.origin == move.origin && population.surelyMakes(call.use)
            && call.arrivals.contains { $0.event == signal.event }
        }
      case .time, .flow: return false
      }
    }
    var isNew = true
    while isNew, canEnd.contains(false) {
      isNew = false
      // Backwards, since most flows are written in the order of their steps.
      for facts in context.steps.reversed() where !canEnd[facts.step.index] {
        guard context.moves.contains(at: facts.step.index, where: { leadsOn($0, from: facts) }) else { continue }
        canEnd[facts.step.index] = true
        isNew = true
      }
    }
    return !canEnd.contains(false)
  }
}

extension Population {
  /// Whether people of it make a call just as it is written.
  fileprivate func surelyMakes(_ use: CallUse) -> Bool {
    guard !never.contains(use.call) else { return false }
    return given.fields.allSatisfy { field in
      use.arguments.allSatisfy { argument in
        guard argument.name == field.name else { return true }
        if case .literal(field.value) = argument.source { return true }
        return false
      }
    }
  }
}
