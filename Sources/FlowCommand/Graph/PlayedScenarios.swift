// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowGraph
import FlowPictures
import FlowRuntime
import FlowScenarios
import FlowStories
import FlowTesting
import LocalFiles
import SDKContract
import Synchronization

/// The scenarios of files, played.
struct PlayedScenarios {
  /// What came of a scenario on one device.
  struct Played: Sendable {
    let name: String
    let passed: Bool
    let program: Program
    let trace: [TraceEntry]
    /// What its user saw.
    let board: Storyboard
  }

  let played: [Played]
  private let plan: TestPlan
  /// By language, the boards of the same runs in it; empty where nobody asked, or no flow has several languages.
  private var boards: [String: [Storyboard]] = [:]

  /// The same, with boards in all the languages that the flows have.
  static func playInAllLanguages(
    _ paths: [String], named name: String? = nil, _ contract: Contract?, _ format: FindingFormat, _ streams: Streams,
    command: String
  ) async throws(UsageProblem) -> PlayedScenarios {
    var scenarios = try await play(paths, named: name, contract, format, streams, command: command)
    let languages = scenarios.played.map { FlowWording.languages(of: $0.program.flow) }.filter { $0.count > 1 }
    for language in Set(languages.joined()).sorted() where language != FlowWording.own {
      scenarios.boards[language] = try await play(
        paths, named: name, in: language, contract, format, streams, command: command
      ).played.map(\.board)
    }
    return scenarios
  }

  private init(played: [Played], _ plan: TestPlan) {
    self.played = played
    self.plan = plan
  }

  /// What `mfaflow test --own` says of the same files, by the names of the flows.
  func outcomes(of names: [String]) async -> [String: FlowOutcome] {
    var settings = TestSettings()
    settings.isOwn = true
    let (played, coverage) = await TestWorkers.play(plan)
    let report = TestReport(plan, played, coverage, settings)
    return Dictionary(
      names.compactMap { name in report.outcome(ofFlow: name, plan).map { (name, $0) } },
      uniquingKeysWith: { one, _ in one })
  }

  /// What each run shows, in all languages side by side; those of one flow, or of all.
  func stories(of flow: Flow? = nil) -> [SpokenStory] {
    played.indices.filter { flow == nil || played[$0].program.flow.name == flow?.name }.map { index in
      let run = played[index]
      let languages = FlowWording.languages(of: run.program.flow)
      // In another language the same happens: only the words differ.
      let spoken = languages.map { language -> Storyboard in
        guard let all = boards[language], all.count == played.count else { return run.board }
        return all[index]
      }
      return SpokenStory(run.name + (run.passed ? "" : " (failed)"), spoken, in: languages)
    }
  }

  /// - Parameters:
  ///   - name: a text that the names of the scenarios hold; nil for all.
  ///   - language: the language in which the flows show their messages; nil for their own.
  static func play(
    _ paths: [String], named name: String? = nil, in language: String? = nil, _ contract: Contract?,
    _ format: FindingFormat, _ streams: Streams, command: String
  ) async throws(UsageProblem) -> PlayedScenarios {
    var choice = ScenarioChoice(filter: name)
    choice.language = language
    let plan = TestPlanReader.read(
      PathWalker.find(paths), choice, contract: contract, streams.reading, naming: streams.readingNamed)
    var played: [Played] = []
    for file in plan.files {
      switch file.state {
      case .broken(let broken):
        streams.errors.write(format.render(broken.findings, in: broken.sources))
        throw .told(broken.isUnreadable ? .broken : .wrongInput)
      case .sound(let sound):
        let programs = sound.flows.map { plan.flows[$0].program }
        for scenario in sound.scenarios where sound.unplayable[scenario.name.value] == nil && scenario.never == nil {
          played += await play(scenario, programs, sound.devices)
        }
      }
    }
    // Where a file skips all its scenarios, that is to be told.
    if played.isEmpty, name != nil || plan.files.allSatisfy(\.isBlank) {
      throw UsageProblem(
        message: name.map { "no scenario has \(Diagnostic.quoting($0)) in its name" }
          ?? "there is no scenario in what is named",
        help: "`mfaflow test --verbose` shows all names", command: command)
    }
    return PlayedScenarios(played: played, plan)
  }

  private static func play(
    _ scenario: Scenario, _ programs: [Program], _ devices: [ScenarioDevice]
  ) async -> [Played] {
    let name = scenario.name.value
    let boards = Mutex(
      devices.map { device in
        (board: Storyboard(device.name.map { "\(name) (\($0.value))" } ?? name), request: 0)
      })
    let runner = ScenarioRunner(
      programs, on: devices, backends: nil,
      watch: { device, seen in
        boards.withLock { boards in
          switch seen {
          case .happened(let entry): boards[device].board.note(entry)
          case .asked(let question, let time):
            guard boards[device].request != question.request else { return }
            boards[device].request = question.request
            boards[device].board.show(Screen(question, at: time))
          }
        }
      })
    let result = await runner.run(scenario)
    return result.runs.enumerated().map { device, run in
      var board = boards.withLock { $0[device].board }
      if case .ended(let end, let outcome, _) = run.result.ending {
        board.end(end, outcome.rawValue, run.result.saidAtEnd)
      }
      board.finish()
      return Played(
        name: board.title, passed: result.passed, program: programs[device], trace: run.trace, board: board)
    }
  }

  /// Those of one flow.
  func played(of flow: Flow) -> [Played] { played.filter { $0.program.flow.name == flow.name } }
}

extension FlowPicture {
  /// The ways and the steps that some runs took.
  ///
  /// - Parameter program: that of the runs, whose flow is written in the same files as the one that is drawn.
  func taken(by trace: [TraceEntry], of program: Program) -> (ways: Set<Int>, steps: Set<Int>) {
    var (taken, steps): (Set<Int>, Set<Int>) = ([], [])
    let hops = Set(trace.compactMap { $0.hop(in: program) })
    for entry in trace { if let step = entry.stepAtWork { steps.insert(Int(step.index)) } }
    for (index, way) in ways.enumerated() where hops.contains(where: { way.isTaken(by: $0) }) { taken.insert(index) }
    return (taken, steps)
  }
}

extension Way {
  /// Whether a transition that a run took is this way.
  func isTaken(by hop: WrittenHop) -> Bool {
    guard step == Int(hop.step.index), range == hop.target else { return false }
    if case .line(let trigger, _) = cause { return trigger == hop.trigger && key == hop.key }
    return hop.key == nil
  }
}
