// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowGraph
import FlowRuntime
import FlowTesting
import FlowTrials
import MessageLanguages
import ProcessBackend
import SDKContract

/// One run of `mfaflow test`.
struct TestRun {
  private let invocation: Invocation
  private let paths: [String]
  private let contract: String?
  private let settings: TestSettings
  private let outputs: ReportOutputs
  /// How findings of files are written to the error stream.
  private let findingFormat: FindingFormat
  private let streams: Streams
  private let backend: BackendChoice
  private let limits: ProcessLimits
  /// Where scenarios are written for what none takes; nil where nobody asks for them.
  private let missing: ScenarioFolder?

  init(_ invocation: Invocation, _ streams: Streams) throws(UsageProblem) {
    self.invocation = invocation
    paths = invocation.operands
    contract = invocation.value(of: .contract)
    settings = try TestSettings(invocation, streams)
    outputs = try ReportOutputs(invocation, .reportFormat, command: "test")
    findingFormat = .text(color: FindingFormat.color(invocation, streams.errors, streams))
    self.streams = streams
    backend = try BackendChoice.read(invocation, command: "test")
    limits = try ProcessLimits.read(invocation, command: "test")
    missing = invocation.value(of: .missing).map { ScenarioFolder($0, for: .missing, isRenewed: false) }
    try missing?.check(command: "test")
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    let contract = try self.contract.map { path throws(UsageProblem) in
      try ContractFile.read(path, findingFormat, streams).contract
    }
    let decisions = TeamDecisions(invocation, findingFormat, streams, knowsBaselines: false)
    let found = decisions.find(paths).found
    try decisions.check(command: "test")
    let plan = TestPlanReader.read(
      found, settings.choice, contract: contract, findsBare: settings.minimum != nil, streams.reading)
    try checkNotEmpty(plan)
    if let tag = settings.choice.language.flatMap({ LanguageTag($0) }) {
      // Of a base whose scenarios a file merely takes over nothing is said.
      for index in plan.namedFlows.sorted() { plan.flows[index].program.flow.tellMissing(tag, streams) }
    }
    let standIns = plan.flows.compactMap { ContractFile.standIn($0.program.flow.contract) }
    for line in Set(standIns).sorted() { streams.errors.write(line) }
    try invocation.checkWritten(against: plan.paths + decisions.all.compactMap(\.source), of: "test")
    if case .replay(let path) = backend {
      do throws(CassetteFile.Obstacle) {
        _ = try CassetteFile.read(path, for: nil)
      } catch {
        streams.tell([error.finding], in: error.sources, findingFormat)
        return error.code
      }
    }
    let children = ChildProcesses(in: streams)
    let total = plan.files.reduce(0) { $0 + $1.scenarios.count }
    let (played, coverage) = await ProgressLine.during("played", of: total, in: streams) { count in
      await TestWorkers.play(plan, backend.maker(limits, children), count)
    }
    // Programs that are ended with this one fail scenarios, and leave things untaken: nothing is told or written of that.
    guard !streams.stop.isEnding else { return .interrupted }
    var isWritten = true
    if let missing {
      var writer = MissingScenarios(missing, contract: self.contract, streams)
      let measured = settings.isOwn ? plan.crediting(coverage) : coverage
      // Nothing is written for a base whose scenarios a file merely takes over.
      let named = plan.namedFlows
      isWritten = await writer.write(
        zip(plan.flows, measured).enumerated().filter { named.contains($0.offset) }
          .map { (flow: $0.element.0, coverage: $0.element.1) })
    }
    let report = TestReport(plan, played, coverage, settings)
    // The other formats have a place for them.
    if outputs.format == "text" { tellObstacles(report) }
    isWritten =
      outputs.write(to: streams) { report.text(as: $0, exit: Int(ExitCode(report.verdict).rawValue)) } && isWritten
    let exit = isWritten ? ExitCode(report.verdict) : .broken
    if !invocation.has(.failuresAlone) || exit == .broken { streams.errors.write("mfaflow: \(report.summary)\n") }
    return exit
  }

  /// A test of nothing is no test that passed.
  private func checkNotEmpty(_ plan: TestPlan) throws(UsageProblem) {
    let isBroken = plan.files.contains { if case .broken = $0.state { true } else { false } }
    guard !isBroken, plan.files.allSatisfy(\.scenarios.isEmpty) else { return }
    // Of a flow without any scenario all is missing.
    if missing != nil, !plan.namedFlows.isEmpty { return }
    if plan.files.isEmpty {
      throw UsageProblem(
        message: "there is no scenario file in what is named",
        help: (plan.overlooked.first.map { "\(Diagnostic.quoting(path: $0)) holds scenarios, but " } ?? "")
          + "scenario files end in `.scenarios.yaml`; a file that is named itself is always taken", command: "test")
    }
    if plan.files.contains(where: { !$0.skipped.isEmpty }) {
      throw UsageProblem(
        message: "`--skip` leaves no scenario to be played", help: "name less in it", command: "test")
    }
    guard let filter = settings.choice.filter else {
      throw UsageProblem(
        message: "there is no scenario in what is named", help: "write one below `scenarios:`", command: "test")
    }
    throw .noScenario(ofFilter: filter, help: "; `--verbose` shows all names", command: "test")
  }

  /// What is wrong with files, or keeps scenarios from being played; each finding once, however many scenario files it
  /// concerns.
  private func tellObstacles(_ report: TestReport) {
    var told = ToldFindings()
    let new = report.files.map { file in
      (findings: file.obstacles.filter { told.isNew($0, in: file.sources) }, sources: file.sources)
    }
    for (findings, sources) in new where !findings.isEmpty {
      streams.tell(findings, in: sources, findingFormat)
      streams.errors.write("\n")
    }
  }
}

extension UsageProblem {
  /// - Parameter help: where names can be seen, behind how they are compared.
  static func noScenario(ofFilter filter: String, help: String = "", command: String) -> UsageProblem {
    UsageProblem(
      message: "no scenario has \(Diagnostic.quoting(filter)) in its name",
      help: "`--filter` is case-sensitive" + help, command: command)
  }
}
