// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import ProcessBackend
import SDKContract

/// One run of `mfaflow test`.
struct TestRun {
  private let paths: [String]
  private let contract: String?
  private let settings: TestSettings
  /// How findings of files are written to the error stream.
  private let findingFormat: FindingFormat
  private let streams: Streams
  private let backend: BackendChoice
  private let limits: ProcessLimits

  init(_ invocation: Invocation, _ streams: Streams) throws(UsageProblem) {
    paths = invocation.operands
    contract = invocation.value(of: .contract)
    settings = try TestSettings(invocation, streams)
    findingFormat = .text(color: FindingFormat.color(invocation, streams.errors, streams))
    self.streams = streams
    backend = try BackendChoice.read(invocation, command: "test")
    limits = try ProcessLimits.read(invocation, command: "test")
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    var contract: Contract?
    if let path = self.contract {
      guard let file = ContractFile.read(path, findingFormat, streams) else { return .wrongInput }
      contract = ContractReader.read(file).value
    }
    let plan = TestPlanReader.read(PathWalker.find(paths), filter: settings.filter, contract: contract, streams)
    try checkNotEmpty(plan)
    let standIns = plan.flows.compactMap { ContractFile.standIn($0.program.flow.contract) }
    for line in Set(standIns).sorted() { streams.errors.write(line) }
    if let path = settings.reportPath {
      try WrittenFile(path: path, option: .reportFile).check(
        against: plan.paths + backend.paths + [self.contract].compactMap { $0 }, of: "test")
    }
    if case .replay(let path) = backend {
      do throws(CassetteFile.Obstacle) {
        _ = try CassetteFile.read(path, for: nil)
      } catch {
        streams.errors.write(findingFormat.render([error.finding], in: error.sources))
        return error.code
      }
    }
    let children = ChildProcesses(endingWith: streams.stop)
    let total = plan.files.reduce(0) { $0 + $1.scenarios.count }
    let (played, coverage) = await ProgressLine.during("played", of: total, in: streams) { count in
      await TestWorkers.play(plan, backend.maker(limits, children), count)
    }
    let report = TestReport(plan, played, coverage, settings)
    tellObstacles(report)
    let isWritten = write(report)
    streams.errors.write(report.summary + "\n")
    return isWritten ? report.exitCode : .broken
  }

  /// A test of nothing is no test that passed.
  private func checkNotEmpty(_ plan: TestPlan) throws(UsageProblem) {
    let isBroken = plan.files.contains { if case .broken = $0.state { true } else { false } }
    guard !isBroken, plan.files.allSatisfy(\.scenarios.isEmpty) else { return }
    if plan.files.isEmpty {
      throw UsageProblem(
        message: "there is no scenario file in what is named",
        help: "scenario files end in `.scenarios.yaml`; a file that is named itself is always taken", command: "test")
    }
    guard let filter = settings.filter else {
      throw UsageProblem(
        message: "there is no scenario in what is named", help: "write one below `scenarios:`", command: "test")
    }
    throw .noScenario(ofFilter: filter, help: "; `--verbose` shows all names", command: "test")
  }

  /// What is wrong with files, or keeps scenarios from being played; each finding once, however many scenario files it
  /// concerns.
  private func tellObstacles(_ report: TestReport) {
    var told: Set<String> = []
    let texts = report.files.map { findingFormat.render($0.obstacles, in: $0.sources) }
    let new = texts.filter { !$0.isEmpty && told.insert($0).inserted }
    if !new.isEmpty { streams.errors.write(new.joined(separator: "\n") + "\n") }
  }

  /// False, and said so, if the report is not where it should be.
  private func write(_ report: TestReport) -> Bool {
    let text =
      switch settings.format {
      case .text: TestTextReport(report).text
      case .json: TestJSONReport(report).text
      case .junit: TestJUnitReport(report).text
      }
    guard let path = settings.reportPath else {
      streams.output.write(text)
      return true
    }
    streams.output.write(TestTextReport(report).text)
    guard let reason = ReportFile.write(text, to: path) else { return true }
    streams.errors.write("mfaflow: \(Diagnostic.quoting(path)) cannot be written: \(reason)\n")
    return false
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
