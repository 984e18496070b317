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
    var found: [(step: Int, finding: Diagnostic)] = []
    for (population, step, way) in stranded(context) {
      if let index = found.firstIndex(where: { $0.step == step }) {
        found[index].finding.notes.append(Note("nor does it for `\(population.name)`"))
      } else {
        found.append((step, finding(population, step, way, context.flow)))
      }
    }
    findings += found.map(\.finding)
  }

  /// The populations that some step strands, each with the first such step and a shortest way to it.
  static func stranded(_ context: CheckContext) -> [(population: Population, step: Int, way: [(Int, OwnActions.Act)])] {
    let flow = context.flow
    let sure = sureWays(context)
    guard !canEnd(flow.contract.populations[...], sure, context.steps),
      !flow.contract.populations.indices.allSatisfy({ canEnd(flow.contract.populations[$0...$0], sure, context.steps) })
    else { return [] }
    let actions = OwnActions(context.relation, context.moves)
    let start = Int(flow.start.index)
    return flow.contract.populations.compactMap { population in
      let ways = PopulationWays(population, of: flow.contract, actions)
      let way = ways.way(from: start, entering: flow.steps[start].awaited, notTo: ways.canEnd())
      return way.map { (population, $0.step, $0.way) }
    }
  }

  private static func finding(
    _ population: Population, _ step: Int, _ way: [(Int, OwnActions.Act)], _ flow: Flow
  ) -> Diagnostic {
    let who = population.meaning.isEmpty ? [] : [Note("`\(population.name)`: \(population.meaning)")]
    return finding(
      "nothing that `\(population.name)` can do at \(flow.steps[step].quoted) leads to an end",
      at: flow.steps[step].name.range,
      help: "add a choice that leads on or to an end, such as `cancel: { to: \(flow.endForLeaving) }`"
        + flow.endForLeavingToAdd, notes: who,
      way: way.map { from, way in
        let to = way.to ?? from
        let words =
          from == to
          ? "\(flow.steps[from].quoted) goes on"
          : "\(flow.steps[from].quoted) leads to \(flow.steps[to].quoted)"
        return WayStep(words, at: way.range)
      })
  }

  /// A way that surely leads on from a step: a choice, or what a call of the step itself leads to.
  private struct SureWay {
    let from: Int
    /// Nil for an end, and back to what was interrupted.
    let to: Int?
    /// The call that somebody has to make just as it is written; nil for a way that is open to everybody.
    let call: CallFacts?
  }

  private static func sureWays(_ context: CheckContext) -> [SureWay] {
    var ways: [SureWay] = []
    ways.reserveCapacity(context.steps.count * 4)
    for facts in context.steps where !facts.step.isInterrupt {
      context.moves.forEachOwnMove(at: facts.step.index) { move in
        let to: Int?
        switch move.target {
        case .end, .resume: to = nil
        case .place(let place): to = place.step
        case .unhandled: return
        }
        switch move.cause {
        case .modules where !move.makesCall, .person where !move.makesCall && move.line == nil:
          ways.append(SureWay(from: facts.step.index, to: to, call: nil))
        case .event(let signal):
          guard !signal.outcome.isError, !(move.line?.trigger.isOtherwise ?? true) else { return }
          for call in facts.calls
          where call.origin == move.origin && call.arrivals.contains(where: { $0.event == signal.event }) {
            ways.append(SureWay(from: facts.step.index, to: to, call: call))
          }
        case .modules, .person, .time, .flow: return
        }
      }
    }
    return ways
  }

  /// Whether some populations can come to an end from every step by ways that are open to all of them.
  ///
  /// So it is in most flows for all that there are, and quickly told.
  private static func canEnd(
    _ populations: ArraySlice<Population>, _ ways: [SureWay], _ steps: [StepFacts]
  ) -> Bool {
    let ways = ways.filter { way in
      guard let use = way.call?.use else { return true }
      return populations.indices.allSatisfy { populations[$0].surelyMakes(use) }
    }
    var canEnd = steps.map { $0.step.isInterrupt }
    var isNew = true
    while isNew, canEnd.contains(false) {
      isNew = false
      // Backwards, since most flows are written in the order of their steps.
      for index in ways.indices.reversed() {
        let (from, to) = (ways[index].from, ways[index].to)
        guard !canEnd[from], to.map({ canEnd[$0] }) ?? true else { continue }
        canEnd[from] = true
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
