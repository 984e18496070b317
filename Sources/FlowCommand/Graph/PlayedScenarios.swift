// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import FlowGraph
import FlowPictures
import FlowRuntime
import FlowScenarios
import FlowStories
import FlowTesting
import LocalFiles
import SDKContract

/// The scenarios of files, played once in each language that their flows have.
struct PlayedScenarios {
  /// What came of a scenario on one device.
  struct Played: Sendable {
    let name: String
    let passed: Bool
    let program: Program
    let trace: [TraceEntry]
    /// What its user saw.
    let board: Storyboard
    /// The same in other languages, by their tags; empty where nobody asked.
    var boards: [String: Storyboard] = [:]
    fileprivate let scenario: SeenScenarios.Key
    /// As an index.
    fileprivate let device: Int
  }

  private(set) var played: [Played] = []
  /// How many need a program that is their SDK, which nobody gives here.
  private var needingProgram = 0
  private let plan: TestPlan
  private let report: TestReport

  /// The same, with boards in all the languages that the flows have.
  ///
  /// - Parameter compiled: flows that need not be compiled again, by their ``RelativePath/identity(of:)``.
  static func playInAllLanguages(
    _ paths: [String], named name: String? = nil, _ contract: Contract?, _ format: FindingFormat, _ streams: Streams,
    compiled: [String: Compilation] = [:], command: String
  ) async throws(UsageProblem) -> PlayedScenarios {
    var scenarios = try await play(paths, named: name, contract, format, streams, compiled: compiled, command: command)
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
          self.played.append(
            Played(
              name: seen.boards[device].title, passed: result.passed,
              program: plan.flows[planned.flows[device]].program, trace: run.trace, board: seen.boards[device],
              scenario: key, device: device))
        }
      }
    }
  }

  /// What `mfaflow test --own` says of the same files, by the names of the flows.
  func outcomes(of names: [String]) -> [String: FlowOutcome] {
    Dictionary(
      names.compactMap { name in report.outcome(ofFlow: name, plan).map { (name, $0) } },
      uniquingKeysWith: { one, _ in one })
  }

  /// What each run shows, in all languages side by side; those of one flow, or of all.
  func stories(of flow: Flow? = nil) -> [SpokenStory] {
    played.filter { flow == nil || $0.program.flow.name == flow?.name }.map { run in
      let languages = FlowWording.languages(of: run.program.flow)
      // In another language the same happens: only the words differ.
      let spoken = languages.map { run.boards[$0] ?? run.board }
      return SpokenStory(run.name + (run.passed ? "" : " (failed)"), spoken, in: languages)
    }
  }

  /// - Parameters:
  ///   - name: a text that the names of the scenarios hold; nil for all.
  ///   - language: the language in which the flows show their messages; nil for their own.
  ///   - compiled: flows that need not be compiled again, by their ``RelativePath/identity(of:)``.
  static func play(
    _ paths: [String], named name: String? = nil, in language: String? = nil, _ contract: Contract?,
    _ format: FindingFormat, _ streams: Streams, compiled: [String: Compilation] = [:], command: String
  ) async throws(UsageProblem) -> PlayedScenarios {
    var choice = ScenarioChoice(filter: name)
    choice.language = language
    let plan = TestPlanReader.read(
      PathWalker.find(paths), choice, contract: contract, streams.reading, naming: streams.readingNamed,
      compiled: compiled)
    for file in plan.files {
      guard case .broken(let broken) = file.state else { continue }
      streams.tell(broken.findings, in: broken.sources, format)
      throw .told(broken.isUnreadable ? .broken : .wrongInput)
    }
    let scenarios = await PlayedScenarios(plan)
    // Where a file skips all its scenarios, that is to be told.
    if scenarios.played.isEmpty, name != nil || plan.files.allSatisfy(\.isBlank) {
      throw UsageProblem(
        message: name.map { "no scenario has \(Diagnostic.quoting($0)) in its name" }
          ?? "there is no scenario in what is named",
        help: "`mfaflow test --verbose` shows all names", command: command)
    }
    return scenarios
  }

  /// Tells which scenarios are left out, since they need a program that is their SDK.
  ///
  /// - Throws: where that leaves none.
  func checkPrograms(_ streams: Streams, command: String) throws(UsageProblem) {
    guard needingProgram > 0 else { return }
    let what = needingProgram == 1 ? "1 scenario needs" : "\(needingProgram) scenarios need"
    let words = "\(what) a program as the SDK, which `\(command)` cannot start"
    let help = "with `sdk: byHand`, the events stand in the scenario, and it can be shown"
    guard !played.isEmpty else { throw UsageProblem(message: words, help: help, command: command) }
    streams.errors.write("mfaflow: \(words): \(needingProgram == 1 ? "it is" : "they are") left out; \(help)\n")
  }

  /// Those of one flow.
  func played(of flow: Flow) -> [Played] { played.filter { $0.program.flow.name == flow.name } }
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
