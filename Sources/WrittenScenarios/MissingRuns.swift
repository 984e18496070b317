// SPDX-License-Identifier: Apache-2.0

import FlowExploration
import FlowGraph
package import FlowRuntime
package import FlowScenarios

/// The scenarios that take what no scenario of a flow takes, each by the shortest way there.
package struct MissingRuns {
  private let program: Program
  /// The files of the flow and its contract, as the scenario file names them.
  private let flow: String
  private let contract: String?
  /// The first lines of the file.
  private let comments: [String]
  /// Whether each says how it does come out; else that is left to the author.
  private let isFilled: Bool

  package init(_ program: Program, flow: String, contract: String?, comments: [String], isFilled: Bool = false) {
    self.program = program
    self.flow = flow
    self.contract = contract
    self.comments = comments
    self.isFilled = isFilled
  }

  /// The scenarios, and what none of them takes.
  package func scenarios(
    adding coverage: Coverage
  ) async -> (scenarios: [ScenarioText], left: [Coverage.Item]) {
    var found = coverage
    let runs = WitnessSearch(program).runs(adding: &found)
    let nothing = Coverage(of: program)
    var taken = coverage
    var kept: [(place: Int, scenario: ScenarioText)] = []
    // Why the longest first: a way to a branch takes the step that the branch is of.
    for (place, run) in runs.enumerated().sorted(by: { $0.element.run.count > $1.element.run.count }) {
      let left = Set(taken.untaken)
      guard run.items.contains(where: left.contains) else { continue }
      let transcript = RunTranscript(run.run, program)
      var scenario = ScenarioText(
        flow: flow, contract: contract, name: Self.name(of: run.items.filter(left.contains)))
      scenario.comments = comments
      scenario.items = transcript.items
      scenario.denial = transcript.denial
      scenario.isOpen = true
      guard let more = await played(scenario, on: taken)?.coverage, more.untaken.count < left.count,
        let own = await played(scenario, on: nothing)
      else { continue }
      // With less data a run may still take the same, and go another way from there.
      await scenario.shortenEvents(for: program.flow.contract, keepingUsers: false) { draft in
        guard let shorter = await played(draft, on: nothing) else { return false }
        return shorter.turns == own.turns && shorter.coverage.untaken == own.coverage.untaken
      }
      if isFilled {
        guard let filled = await scenario.filled(on: program) else { continue }
        scenario = filled
      }
      taken = more
      kept.append((place, scenario))
    }
    return (Self.told(apart: kept.sorted { $0.place < $1.place }.map(\.scenario)), taken.untaken)
  }

  /// Scenarios of which no two have the same name.
  private static func told(apart scenarios: [ScenarioText]) -> [ScenarioText] {
    var counts: [String: Int] = [:]
    return scenarios.map { scenario in
      let count = counts[scenario.name, default: 0] + 1
      counts[scenario.name] = count
      return count == 1 ? scenario : scenario.named("\(scenario.name), another way (\(count))")
    }
  }

  /// Such as `branch verify: getPassword 102`, of the last of what it is the first to take.
  private static func name(of items: [Coverage.Item]) -> String {
    let order: [Coverage.Kind] = [.branch, .choice, .interrupt, .step]
    let sorted = order.flatMap { kind in items.filter { $0.kind == kind } }
    let more = sorted.count > 1 ? " and \(sorted.count - 1) more" : ""
    return (sorted.first.map { "\($0.kind.rawValue) \($0.name)" } ?? "") + more
  }

  /// What is taken when it is played, too, and its turns; nil if not all of it happens.
  private func played(_ scenario: ScenarioText, on taken: Coverage) async -> (coverage: Coverage, turns: [String])? {
    guard let result = await scenario.played(on: program), result.isOnlyOpen else { return nil }
    let trace = result.runs.first?.trace ?? []
    var coverage = taken
    for entry in trace { coverage.note(entry) }
    return (coverage, trace.turns)
  }
}
