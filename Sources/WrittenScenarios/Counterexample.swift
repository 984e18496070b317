// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowExploration
import FlowGraph
package import FlowRuntime
package import FlowScenarios
import SDKContract
import Values

/// A run that shows a finding, as a scenario that was played and does come to it.
package struct Counterexample {
  package let finding: Diagnostic
  /// The step at which the run shows it; nil before the first.
  let step: String?
  /// The scenario, but for its comments.
  package let scenario: ScenarioText

  /// The file, beginning with a comment of its writer's.
  package func text(beginningWith line: String) -> String {
    var scenario = scenario
    scenario.comments = [
      line, "It fails as long as the flow lets this run come about, and passes once the flow goes another way.",
    ]
    return scenario.text
  }

  /// What the file is called, without what every scenario file ends in.
  package func name(inFlow flow: String) -> String {
    let name = [flow, finding.code.id, step ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
    return String(name.map { $0 == "/" ? "-" : $0 })
  }
}

/// Why there is no scenario for a finding.
package struct NoCounterexample: Error {
  package let reason: String
}

/// Looks for runs that show what is wrong with one flow, and writes them down as scenarios.
package struct CounterexampleSearch {
  private let program: Program
  private let search: WitnessSearch
  /// The flow's file and the contract's, as the scenario files name them.
  private let names: (flow: String, contract: String?)

  /// - Parameter program: of a flow that may be unsound.
  package init(_ program: Program, flow: String, contract: String?) {
    self.program = program
    search = WitnessSearch(program)
    names = (flow, contract)
  }

  /// A run that shows it, written down and played.
  package func counterexample(to finding: Diagnostic) async throws(NoCounterexample) -> Counterexample {
    var (run, goal, countsUsers) = try run(showing: finding)
    let step = program.trace(of: run).path.last
    // A run that goes on where it must not is told from others by what it asks.
    let goesOn = if case .transition = goal { true } else { false }
    if goesOn { run += search.onToQuestion(behind: run) }
    let transcript = RunTranscript(run, program)
    var scenario = ScenarioText(flow: names.flow, contract: names.contract, name: finding.message)
    scenario.items = transcript.items
    scenario.denial = transcript.denial
    if goesOn, let asking = transcript.asking { scenario.items.append(.expect(step: asking)) }
    guard let written = await written(scenario, transcript.turns, goal, keepingUsers: countsUsers) else {
      throw NoCounterexample(reason: "the run that shows it cannot be written as a scenario")
    }
    return Counterexample(finding: finding, step: step, scenario: written)
  }

  /// A run that shows it, and what it comes to: nil for a number, which may be one over all users.
  private func run(
    showing finding: Diagnostic
  ) throws(NoCounterexample) -> (run: [Moment], goal: WitnessGoal?, countsUsers: Bool) {
    switch ShownFinding(finding, of: program.flow) {
    case .by(let goal):
      guard let run = search.run(showing: goal, along: finding.way.map(\.range)) else {
        throw NoCounterexample(reason: "none of the runs that were tried comes to it")
      }
      return (run, goal, false)
    case .counted(let calls, let times, let isOverAccounts):
      let worst = WorstRunSearch(program, counting: calls, isOverAccounts: isOverAccounts).run(upTo: times)
      guard worst.count >= times else {
        throw NoCounterexample(
          reason: worst.isWorst
            ? "no run does it more than \(worst.count) times"
            : "a run was found that does it \(worst.count) times, and not every run was looked at")
      }
      return (worst.run, nil, isOverAccounts)
    case .never(let reason): throw NoCounterexample(reason: reason)
    }
  }

  /// The scenario with how its run comes out, and no more data in its events than the run needs; nil if it takes other
  /// turns than those of the run that was found.
  ///
  /// - Parameter keepsUsers: whether the events go on naming users.
  private func written(
    _ draft: ScenarioText, _ turns: [String], _ goal: WitnessGoal?, keepingUsers keepsUsers: Bool
  ) async -> ScenarioText? {
    var scenario = draft
    scenario.never.end = RunEnd.unhandled.name(in: program.flow)
    guard let played = await play(scenario), played.turns.starts(with: turns), let ending = played.ending else {
      return nil
    }
    scenario.never = ending
    await scenario.shortenEvents(for: program.flow.contract, keepingUsers: keepsUsers) { draft in
      guard let shorter = await play(draft) else { return false }
      return shorter.comesAbout && shorter.turns == played.turns
    }
    switch goal {
    // That nobody may come there short of the goal holds of each way.
    case .shortfall: (scenario.never.path, scenario.never.called) = (nil, nil)
    case .transition, .leaving: scenario.never.called = nil
    // What counts is how often a call was made.
    case nil: scenario.never.path = nil
    case .call, .callOutOfPhase: break
    }
    return await play(scenario)?.comesAbout ?? false ? scenario : nil
  }

  /// What came of a scenario.
  private struct Played {
    /// Nil where the SDK broke off.
    var ending: ScenarioText.Ending?
    let turns: [String]
    /// Whether the run comes to what it must not come to.
    let comesAbout: Bool
  }

  /// Nil if it is no scenario of this flow.
  private func play(_ scenario: ScenarioText) async -> Played? {
    guard let result = await scenario.played(on: program) else { return nil }
    guard let run = result.runs.first else { return nil }
    var ending = ScenarioText.Ending()
    ending.path = run.trace.path
    ending.called = run.trace.filter { $0.kind == "call" }.compactMap { $0.text("call") }
    let comesAbout = !result.passed && result.departure == nil
    switch run.result.ending {
    case .ended(let name, _, _): ending.end = name
    case .waiting(let step): ending.waiting = step
    case .failed: return Played(turns: run.trace.turns, comesAbout: false)
    }
    return Played(ending: ending, turns: run.trace.turns, comesAbout: comesAbout)
  }
}
