// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowRuntime
import FlowScenarios
import FlowTesting
import LocalFiles

/// Writes scenarios that take what no scenario takes: the shortest way there, and an expectation that is left open.
struct MissingScenarios {
  private var folder: ScenarioFolder
  /// The contract of the command line; nil for none.
  private let contract: String?
  private let streams: Streams

  /// The first lines of such a file.
  private static let comments = [
    "Written by `mfaflow test --write-missing`: each scenario takes what no other one takes, by the shortest way.",
    "Write how it must come out in the place of `todo`; until then it fails.",
  ]

  init(_ folder: ScenarioFolder, contract: String?, _ streams: Streams) {
    self.folder = folder
    self.contract = contract
    self.streams = streams
  }

  /// - Returns: false, and said why, if a file could not be written.
  mutating func write(_ flows: [(flow: PlannedFlow, coverage: Coverage)]) async -> Bool {
    var isWritten = true
    for (flow, coverage) in flows where !coverage.untaken.isEmpty {
      if let reason = folder.make() {
        tell("\(Diagnostic.quoting(path: folder.path)) cannot be made: \(reason)")
        return false
      }
      let (scenarios, left) = await scenarios(of: flow, coverage)
      if !scenarios.isEmpty {
        let name = flow.program.flow.name + ".missing"
        let (path, failure) = folder.write(ScenarioText.file(scenarios), named: name)
        if let failure {
          tell("\(Diagnostic.quoting(path: path)) cannot be written: \(failure)")
          isWritten = false
        } else {
          tell("\(path) has \(scenarios.count) scenario\(scenarios.count == 1 ? "" : "s") for \(flow.path)")
        }
      }
      guard !left.isEmpty else { continue }
      let names = left.prefix(5).map { "\($0.kind.rawValue) `\($0.name)`" }.joined(separator: ", ")
      tell("no way was found in \(flow.path) to \(names)\(left.count > 5 ? " and \(left.count - 5) more" : "")")
    }
    return isWritten
  }

  /// The scenarios, and what none of them takes.
  private func scenarios(
    of flow: PlannedFlow, _ coverage: Coverage
  ) async -> (scenarios: [ScenarioText], left: [Coverage.Item]) {
    var found = coverage
    let runs = WitnessSearch(flow.program).runs(adding: &found)
    let nothing = Coverage(of: flow.program)
    var taken = coverage
    var kept: [(place: Int, scenario: ScenarioText)] = []
    // Why the longest first: a way to a branch takes the step that the branch is of.
    for (place, run) in runs.enumerated().sorted(by: { $0.element.run.count > $1.element.run.count }) {
      let left = Set(taken.untaken)
      guard run.items.contains(where: left.contains) else { continue }
      let transcript = RunTranscript(run.run, flow.program)
      var scenario = ScenarioText(
        flow: RelativePath.path(from: folder.path, to: flow.path),
        contract: (flow.contract ?? contract).map { RelativePath.path(from: folder.path, to: $0) },
        name: Self.name(of: run.items.filter(left.contains)))
      scenario.comments = Self.comments
      scenario.items = transcript.items
      scenario.denial = transcript.denial
      scenario.isOpen = true
      guard let more = await self.coverage(by: scenario, flow.program, on: taken), more.untaken.count < left.count,
        let own = await self.coverage(by: scenario, flow.program, on: nothing)?.untaken
      else { continue }
      taken = more
      await scenario.shortenEvents(for: flow.program.flow.contract, keepingUsers: false) { draft in
        await self.coverage(by: draft, flow.program, on: nothing)?.untaken == own
      }
      kept.append((place, scenario))
    }
    return (kept.sorted { $0.place < $1.place }.map(\.scenario), taken.untaken)
  }

  /// Such as `branch verify: getPassword 102`, of the last of what it is the first to take.
  private static func name(of items: [Coverage.Item]) -> String {
    let order: [Coverage.Kind] = [.branch, .choice, .interrupt, .step]
    let sorted = order.flatMap { kind in items.filter { $0.kind == kind } }
    let more = sorted.count > 1 ? " and \(sorted.count - 1) more" : ""
    return (sorted.first.map { "\($0.kind.rawValue) \($0.name)" } ?? "") + more
  }

  /// What is taken when it is played, too; nil if not all of it happens.
  private func coverage(by scenario: ScenarioText, _ program: Program, on taken: Coverage) async -> Coverage? {
    guard let result = await scenario.played(on: program), result.isOnlyOpen else { return nil }
    var coverage = taken
    for entry in result.runs.first?.trace ?? [] { coverage.note(entry) }
    return coverage
  }

  private func tell(_ words: String) { streams.errors.write("mfaflow: \(words.onOneLine)\n") }
}
