// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowRuntime
import FlowScenarios
import FlowTesting
import FlowTrials
import LocalFiles
import ProcessBackend

/// One run of `mfaflow twin` with the scenarios of a file.
struct TwinScenarioRun {
  private let sides: [TwinSide]
  private let streams: Streams
  private let isJSON: Bool
  private let format: FindingFormat
  private let invocation: Invocation

  init(_ sides: [TwinSide], _ invocation: Invocation, _ streams: Streams) {
    self.sides = sides
    self.streams = streams
    isJSON = invocation.value(of: .twinFormat) == "json"
    self.invocation = invocation
    format = .text(color: FindingFormat.color(invocation, streams.errors, streams))
  }

  /// Whether a path is that of scenarios, and not of a flow.
  static func isMeant(_ path: String) -> Bool { FilePath.isScenarios(path) }

  func perform(_ path: String) async throws(UsageProblem) -> ExitCode {
    if let option = [Option.world, .answers, .set, .module, .clock].first(where: invocation.has) {
      throw UsageProblem(
        message: "`\(option.name)` cannot be given with scenarios, which say all of it themselves",
        help: "take it out, or give a flow", command: "twin")
    }
    let contract = try invocation.value(of: .contract).map { path throws(UsageProblem) in
      try ContractFile.read(path, format, streams).contract
    }
    let filter = invocation.value(of: .filter)
    let plan = TestPlanReader.read(
      PathWalker.find([path]), ScenarioChoice(filter: filter), contract: contract, streams.reading)
    try invocation.checkWritten(against: plan.paths, of: "twin")
    switch plan.files.first?.state {
    case .sound(let sound)?:
      let scenarios = sound.scenarios
      let unknown = sound.unplayable.values.flatMap(\.self)
      guard unknown.isEmpty else {
        streams.tell(unknown.inReadingOrder(), in: sound.sources, format)
        return .wrongInput
      }
      if let filter, scenarios.isEmpty { throw .noScenario(ofFilter: filter, command: "twin") }
      let played = scenarios.filter { if case .byHand = $0.sdk { false } else { true } }
      guard !played.isEmpty else {
        streams.errors.write("mfaflow: there is no scenario that an SDK could play\n")
        return .wrongInput
      }
      let programs = played.filter(\.sdk.isProgram).map(\.name)
      guard programs.isEmpty || !sides.contains(where: \.choice.isSimulator) else {
        streams.tell([.needsProgram(programs)], in: sound.sources, format)
        return .wrongInput
      }
      return await play(played, on: sound.devices, sound.flows.map { plan.flows[$0].program })
    case .broken(let broken)?:
      streams.tell(broken.findings, in: broken.sources, format)
      return broken.isUnreadable ? .broken : .wrongInput
    case nil: return .wrongInput
    }
  }

  private func play(_ scenarios: [Scenario], on devices: [ScenarioDevice], _ programs: [Program]) async -> ExitCode {
    let played: (last: Scenario, outcome: TwinOutcome)?
    do throws(TwinScenarios.Obstacle) {
      played = try await TwinScenarios(scenarios, on: devices, programs).play(
        on: sides, in: ChildProcesses(in: streams))
    } catch {
      let (scenario, name) = (error.scenario.name.value.onOneLine, Diagnostic.quoting(error.side.name, limit: 60))
      streams.errors.write("mfaflow: \(scenario): \(name): \(error.failure.description.onOneLine)\n")
      return .broken
    }
    guard let (scenario, outcome) = played else { return .success }
    let code = ExitCode(outcome.verdict)
    let head =
      (outcome.verdict == .passed ? "✓ all of \(scenarios.count) scenarios; the last: " : "✗ in: ")
      + scenario.name.value.onOneLine + "\n"
    for (name, failure) in outcome.failures {
      streams.errors.write("mfaflow: \(Diagnostic.quoting(name, limit: 60)): \(failure.description.onOneLine)\n")
    }
    streams.output.write(
      isJSON ? outcome.report.json(exit: code.rawValue, scenario.name.value) : head + outcome.report.text)
    return code
  }
}
