// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowCompiler
package import FlowGraph
package import FlowRuntime
import FlowScenarios
package import FlowStories
package import FlowTesting
package import LocalFiles
package import SDKContract

/// The scenarios of files, played once in each language that their flows have.
package struct PlayedScenarios {
  /// What came of a scenario on one device.
  package struct Played: Sendable {
    package let name: String
    package let passed: Bool
    package let program: Program
    package let trace: [TraceEntry]
    /// What its user saw.
    package let board: Storyboard
    /// The same in other languages, by their tags; empty where nobody asked.
    var boards: [String: Storyboard] = [:]
    fileprivate let flow: ValidFlow
    fileprivate let scenario: SeenScenarios.Key
    /// As an index.
    fileprivate let device: Int

    /// The name, and whether it failed.
    fileprivate var title: String { name + (passed ? "" : " (failed)") }
  }

  package private(set) var played: [Played] = []
  /// How many need a program that is their SDK, which nobody gives here: they are left out.
  package private(set) var needingProgram = 0
  private let plan: TestPlan
  private let report: TestReport

  /// Why there are no such scenarios.
  package enum Obstacle: Error {
    /// A file of scenarios is wrong, or what it names.
    case broken(BrokenFile)
    /// There is none, or none has the text in its name.
    case noScenario
  }

  /// The same, with boards in all the languages that the flows have.
  ///
  /// - Parameters:
  ///   - readFile: how the text of a file is had.
  ///   - compiled: flows that need not be compiled again, by their ``RelativePath/identity(of:)``.
  package static func playInAllLanguages(
    _ paths: [String], named name: String? = nil, _ contract: Contract?, _ readFile: @escaping FileReader.Reading,
    compiled: [String: Compilation] = [:]
  ) async throws(Obstacle) -> PlayedScenarios {
    var scenarios = try await play(paths, named: name, contract, readFile, compiled: compiled)
    let others = scenarios.played.flatMap { FlowWording.languages(of: $0.program.flow).dropFirst() }
    for language in Set(others).sorted() {
      let spoken = await SeenScenarios.play(scenarios.plan.speaking(language)).seen
      for index in scenarios.played.indices {
        let run = scenarios.played[index]
        scenarios.played[index].boards[language] = spoken[run.scenario]?.boards[run.device]
      }
    }
    return scenarios
  }

  /// - Parameters:
  ///   - name: a text that the names of the scenarios hold; nil for all.
  ///   - language: the language in which the flows show their messages; nil for their own.
  ///   - readFile: how the text of a file is had.
  ///   - compiled: flows that need not be compiled again, by their ``RelativePath/identity(of:)``.
  package static func play(
    _ paths: [String], named name: String? = nil, in language: String? = nil, _ contract: Contract?,
    _ readFile: @escaping FileReader.Reading, compiled: [String: Compilation] = [:]
  ) async throws(Obstacle) -> PlayedScenarios {
    var choice = ScenarioChoice(filter: name)
    choice.language = language
    // No file that another one names is standard input.
    let readNamed: FileReader.Reading = { path throws(FileProblem) in
      path == "-" ? try FileReader.file(path) : try readFile(path)
    }
    let plan = TestPlanReader.read(
      PathWalker.find(paths), choice, contract: contract, readFile, naming: readNamed, compiled: compiled)
    for file in plan.files {
      if case .broken(let broken) = file.state { throw .broken(broken) }
    }
    let scenarios = await PlayedScenarios(plan)
    // Where a file skips all its scenarios, that is to be told.
    if scenarios.played.isEmpty, name != nil || plan.files.allSatisfy(\.isBlank) { throw .noScenario }
    return scenarios
  }

  private init(_ plan: TestPlan) async {
    self.plan = plan
    let (played, coverage, seen) = await SeenScenarios.play(plan)
    var settings = TestSettings()
    settings.isOwn = true
    report = TestReport(plan, played, coverage, settings)
    for (file, planned) in plan.files.enumerated() {
      for number in planned.scenarios.indices where planned.isPlayed(number) {
        let key = SeenScenarios.Key(file: file, number: number)
        guard let seen = seen[key], let result = seen.result else { continue }
        if result.needsProgram { needingProgram += 1 }
        for (device, run) in result.runs.enumerated() {
          let flow = plan.flows[planned.flows[device]]
          self.played.append(
            Played(
              name: seen.boards[device].title, passed: result.passed, program: flow.program, trace: run.trace,
              board: seen.boards[device], flow: flow.valid, scenario: key, device: device))
        }
      }
    }
  }

  /// Those of one flow.
  package func played(of flow: Flow) -> [Played] { played.filter { $0.program.flow.name == flow.name } }

  /// What `mfaflow test --own` says of the same files, by the names of the flows.
  package func outcomes(of names: [String]) -> [String: FlowOutcome] {
    Dictionary(
      names.compactMap { name in report.outcome(ofFlow: name, plan).map { (name, $0) } },
      uniquingKeysWith: { one, _ in one })
  }

  /// What each run shows, in all languages side by side; those of one flow, or of all.
  package func stories(of flow: Flow? = nil) -> [SpokenStory] {
    var wordings: [String: FlowWording] = [:]
    return (flow.map(played(of:)) ?? played).map { run in
      let languages = FlowWording.languages(of: run.program.flow)
      // In another language the same happens: only the words differ.
      return SpokenStory(
        run.title, languages.map { run.boards[$0] ?? run.board }, in: languages,
        Self.wording(of: run, in: languages, &wordings))
    }
  }

  /// What each run shows, in some languages side by side.
  ///
  /// - Parameter byLanguage: the same scenarios, played in each of the languages.
  package static func stories(_ byLanguage: [PlayedScenarios], in languages: [String]) -> [SpokenStory] {
    var wordings: [String: FlowWording] = [:]
    return (byLanguage.first?.played ?? []).enumerated().map { index, run in
      // In another language the same happens: only the words differ.
      let boards = byLanguage.map(\.played).filter { $0.count > index }.map { $0[index].board }
      return SpokenStory(run.title, boards, in: languages, wording(of: run, in: languages, &wordings))
    }
  }

  /// The texts of the flow of a run; those that are known, by the names of their flows.
  private static func wording(
    of run: Played, in languages: [String], _ known: inout [String: FlowWording]
  ) -> FlowWording {
    let name = run.flow.flow.name
    let wording = known[name] ?? FlowWording(run.flow, in: languages, seen: [], isComplete: false)
    known[name] = wording
    return wording
  }
}

extension PlannedFile {
  private var sound: SoundFile? { if case .sound(let sound) = state { sound } else { nil } }

  /// Those of the devices, as indices.
  fileprivate var flows: [Int] { sound?.flows ?? [] }

  /// Whether a scenario is played, and tells of a run that is to come about.
  fileprivate func isPlayed(_ number: Int) -> Bool {
    guard let sound else { return false }
    let scenario = sound.scenarios[number]
    return sound.unplayable[scenario.name.value] == nil && scenario.never == nil
  }
}
