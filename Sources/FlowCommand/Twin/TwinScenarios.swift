// SPDX-License-Identifier: Apache-2.0

import Cassettes
import CheckPolicy
import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios
import FlowTesting
import LocalFiles
import ProcessBackend
import SDKContract
import Synchronization

/// The scenarios of a file, each played on both SDKs, in its own world.
struct TwinScenarios {
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
  static func isMeant(_ path: String) -> Bool { path.hasSuffix(".scenarios.yaml") }

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

  /// Stops at the first scenario in which the runs differ.
  private func play(
    _ scenarios: [Scenario], on devices: [ScenarioDevice], _ programs: [Program]
  ) async -> ExitCode {
    let children = ChildProcesses(in: streams)
    for (index, scenario) in scenarios.enumerated() {
      var outcomes: [TwinSide.Run] = []
      for side in sides {
        do throws(BackendFailure) {
          outcomes.append(try await run(scenario, side, devices, programs, children))
        } catch {
          let name = Diagnostic.quoting(side.name, limit: 60)
          streams.errors.write("mfaflow: \(scenario.name.value.onOneLine): \(name): \(error.description.onOneLine)\n")
          return .broken
        }
      }
      let failures = zip(sides, outcomes).compactMap { side, outcome in outcome.failure.map { (side.name, $0) } }
      let comparison = TwinComparison(outcomes[0].items, outcomes[1].items, programs[0].flow.contract)
      let isLast = index == scenarios.count - 1
      guard comparison.divergence != nil || !failures.isEmpty || isLast else { continue }
      let isSame = comparison.divergence == nil && failures.isEmpty
      let code: ExitCode = isSame ? .success : .failure
      let report = TwinReport(
        comparison, sides.map(\.name), outcomes[0].items.last?.words ?? "", haveFailed: !failures.isEmpty)
      let head =
        (isSame ? "✓ all of \(scenarios.count) scenarios; the last: " : "✗ in: ")
        + scenario.name.value.onOneLine + "\n"
      for (name, failure) in failures {
        streams.errors.write("mfaflow: \(Diagnostic.quoting(name, limit: 60)): \(failure.description.onOneLine)\n")
      }
      streams.output.write(isJSON ? report.json(code, scenario.name.value) : head + report.text)
      return code
    }
    return .success
  }

  private func run(
    _ scenario: Scenario, _ side: TwinSide, _ devices: [ScenarioDevice], _ programs: [Program],
    _ children: ChildProcesses
  ) async throws(BackendFailure) -> TwinSide.Run {
    let notes = TwinNotes()
    let recorders = Mutex<[CassetteRecorder]>([])
    let maker = side.choice.maker(side.limits, children) ?? PacedSimulator.maker
    let runner = ScenarioRunner(
      programs, on: devices,
      backends: { world, devices, contract, clock throws(BackendFailure) in
        guard let backend = devices.isEmpty ? try await maker(world, [], contract, clock).first : nil else {
          throw BackendFailure(.gone, "runs on several devices cannot be compared")
        }
        let recorder = CassetteRecorder(backend, contract, clock, most: FileReader.limit) { notes.note(recorded: $0) }
        recorders.withLock { $0.append(recorder) }
        return [recorder]
      }, heard: { notes.note($0) })
    let result = await runner.run(scenario)
    if let failure = result.backendFailure, failure.kind != .diverged { throw failure }
    let flow = programs[0].flow
    let identity = Cassette.Identity(
      contract: flow.contract.name, contractVersion: flow.contract.version, contractHash: flow.contract.fingerprint,
      flow: flow.name, flowVersion: flow.version, sources: "")
    guard let recorder = recorders.withLock({ $0.first }), let run = result.runs.first,
      let items = notes.items(
        recorder, identity,
        RunReport(TwinSide.whole(run.result, failingAtEnd: result.backendFailure).result, of: flow))
    else { throw BackendFailure(.gone, "the run cannot be compared") }
    return TwinSide.Run(items: items, failure: result.backendFailure)
  }
}
