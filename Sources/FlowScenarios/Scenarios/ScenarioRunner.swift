// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowGraph
package import FlowRuntime
import SDKContract
import SimulatedWorlds
import Values

/// How a scenario came out.
package struct ScenarioResult: Sendable {
  /// What came of one device.
  package struct Run: Sendable {
    /// Everything that happened.
    package let trace: [TraceEntry]
    /// How it came out.
    package let result: RunResult
  }

  /// The sentence that names it.
  package let name: String
  /// What was not as the scenario says; empty if it passed.
  package let failures: [Diagnostic]
  /// What was otherwise than in the run that must not come about; nil for a scenario that tells of one that must.
  package let departure: Diagnostic?
  /// In the order of the devices.
  package let runs: [Run]
  /// A line for each thing that happened, on whatever device.
  package let lines: [String]
  /// Why the backend that was given could not be gone on with; nil if it did nothing wrong.
  package let backendFailure: BackendFailure?
  /// The step at which it came to nothing, and of which a scenario of the base could not know; nil for none.
  package fileprivate(set) var strangeStep: String?
  /// Whether nothing was played, since a program has to be the SDK and none was given: nothing is known of the flow.
  package let needsProgram: Bool

  /// Whether everything was as the scenario says.
  package var passed: Bool { failures.isEmpty }

  /// Whether everything happened that the scenario says, and how it must come out is still to be written.
  package var isOnlyOpen: Bool { !failures.isEmpty && failures.allSatisfy { $0.code == SharingRules.leftOpen } }
}

/// Plays scenarios, each on SDKs and a clock of its own; the clock stands still until everybody waits.
package struct ScenarioRunner: Sendable {
  private let programs: [Program]
  private let devices: [ScenarioDevice]
  private let backends: BackendMaker?
  private let heard: (@Sendable (TraceEntry) -> Void)?
  private let watch: ScenarioWatch?

  /// A runner of the scenarios of a file; it can play any number of them.
  ///
  /// - Parameter programs: the flows of the devices, in the order of the file.
  package init(_ programs: [Program], on devices: [ScenarioDevice]) {
    self.init(programs, on: devices, backends: nil)
  }

  /// - Parameters:
  ///   - backends: what makes the SDK of a scenario that is to be simulated; nil for that of its world.
  ///   - heard: told each thing as it happens.
  ///   - watch: told what happens and what is asked, and on which device.
  package init(
    _ programs: [Program], on devices: [ScenarioDevice], backends: BackendMaker?,
    heard: (@Sendable (TraceEntry) -> Void)? = nil, watch: ScenarioWatch? = nil
  ) {
    self.heard = heard
    self.watch = watch
    self.programs = programs
    self.devices = devices
    self.backends = backends
  }

  /// Plays a scenario from beginning to end.
  package func run(_ scenario: Scenario) async -> ScenarioResult {
    switch (scenario.sdk, backends) {
    case (.byHand, _), (.simulated, nil): await play(scenario, on: ScenarioStage(scenario, on: devices), [])
    case (.program, nil): Self.unplayed(scenario, [.needsProgram([scenario.name])], needsProgram: true)
    case (.simulated(let known), let backends?): await play(scenario, in: known?.json, on: backends)
    case (.program(let told), let backends?): await play(scenario, in: self.told(told), on: backends)
    }
  }

  /// A world as the program is told it that is the SDK of the flows; nil for none.
  private func told(_ world: ToldWorld?) -> String? {
    programs.first.flatMap { world?.json(for: $0.flow.contract) }
  }

  /// - Parameter world: as a JSON object; nil if there is none.
  private func play(_ scenario: Scenario, in world: String?, on backends: BackendMaker) async -> ScenarioResult {
    guard let program = programs.first,
      programs.allSatisfy({ $0.flow.contract.fingerprint == program.flow.contract.fingerprint })
    else {
      let failure = BackendFailure(.gone, "the flows of its devices are for different SDKs")
      return Self.unplayed(scenario, [Self.finding(failure, scenario)], failure)
    }
    let clock = VirtualClock()
    do throws(BackendFailure) {
      let names = devices.compactMap(\.name?.value)
      let made = try await backends(world, names, program.flow.contract, clock)
      let staged = made.map { StagedBackend($0, program.flow.contract) }
      let stage = ScenarioStage(scenario, on: devices, clock: clock, sdks: staged)
      let result = await play(scenario, on: stage, staged)
      // A program that does something wrong at its end was no SDK, and of a recording all must have been asked for.
      if let failure = await made.first?.close(), result.backendFailure == nil {
        return ScenarioResult(
          name: result.name, failures: result.failures + [Self.finding(failure, scenario)], departure: nil,
          runs: result.runs, lines: result.lines, backendFailure: failure, needsProgram: false)
      }
      return result
    } catch {
      return Self.unplayed(scenario, [Self.finding(error, scenario)], error)
    }
  }

  private static func unplayed(
    _ scenario: Scenario, _ findings: [Diagnostic], _ failure: BackendFailure? = nil, needsProgram: Bool = false
  ) -> ScenarioResult {
    ScenarioResult(
      name: scenario.name.value, failures: findings, departure: nil, runs: [], lines: [], backendFailure: failure,
      needsProgram: needsProgram)
  }

  private static func finding(_ failure: BackendFailure, _ scenario: Scenario) -> Diagnostic {
    Diagnostic(
      ScenarioRules.backendFailed, "the backend failed, so that this scenario says nothing of the flow",
      at: scenario.name.range, help: failure.description)
  }

  private func play(
    _ scenario: Scenario, on stage: ScenarioStage, _ backends: [StagedBackend]
  ) async -> ScenarioResult {
    let results = await withTaskGroup(of: (Int, RunResult).self) { group in
      for device in devices.indices {
        let session = session(scenario, stage, device)
        group.addTask {
          await stage.enter(device)
          let result = await session.run()
          stage.leave(device)
          return (device, result)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
    let runs = results.enumerated().map { ScenarioResult.Run(trace: stage.log.entries(of: $0), result: $1) }
    var differences = differences(from: scenario, stage, runs)
    if case .simulated(let world?) = scenario.sdk, backends.isEmpty {
      differences = MissingCalls(runs, in: world).noted(differences)
    }
    let failure = backends.lazy.compactMap(\.failure).first
    var result = ScenarioResult(
      name: scenario.name.value,
      failures: failure.map { [Self.finding($0, scenario)] } ?? failures(of: scenario, differences, runs),
      departure: scenario.never == nil ? nil : differences.first, runs: runs, lines: stage.log.lines,
      backendFailure: failure, needsProgram: false)
    if !result.passed, failure == nil, case .waiting(let step)? = runs.first?.result.ending {
      result.strangeStep = scenario.origin?.leavesOpen(step) ?? false ? step : nil
    }
    return result
  }

  /// Of a run that must not come about, everything being as it is written is the failure.
  private func failures(
    of scenario: Scenario, _ differences: [Diagnostic], _ runs: [ScenarioResult.Run]
  ) -> [Diagnostic] {
    guard let never = scenario.never else { return differences }
    // Why: where the SDK breaks off, nothing is known of what the flow would have done.
    for run in runs { if case .failed = run.result.ending { return differences } }
    guard differences.isEmpty else { return [] }
    return [
      Diagnostic(
        ScenarioRules.unexpected, "this came about, and must not", at: never,
        help: "mend the flow, so that this run goes another way")
    ]
  }

  private func session(_ scenario: Scenario, _ stage: ScenarioStage, _ device: Int) -> FlowSession {
    FlowSession(
      machine: FlowMachine(programs[device]), backend: ScenarioSDK(stage: stage, device: device),
      responder: ScenarioPlayer(
        stage, on: device, SayComparison(programs[device].flow), detours: scenario.detours, watch),
      clock: StageClock(clock: stage.clock),
      modules: stage.modules, inbox: stage.inboxes[device],
      trace: { [heard, watch] entry in
        stage.log.add(entry, on: device)
        heard?(entry)
        watch?(device, .happened(entry))
      })
  }

  /// What was otherwise than the scenario tells.
  private func differences(
    from scenario: Scenario, _ stage: ScenarioStage, _ runs: [ScenarioResult.Run]
  ) -> [Diagnostic] {
    guard stage.failures.isEmpty else { return stage.failures }
    if let item = stage.unplayed { return [Self.unplayed(item, runs[item.device ?? 0].result.ending)] }
    return zip(scenario.expectations, runs).enumerated().flatMap { device, both in
      let (expectation, run) = both
      return EndComparison(
        expectation, SayComparison(programs[device].flow), scenario.name.range, without: scenario.detours
      ).compare(run.result, run.trace)
    } + stage.unused.map(Self.unused)
  }

  private static func unused(_ item: Scenario.Item) -> Diagnostic {
    guard case .reject(let call, _) = item.what else {
      return Diagnostic(
        ScenarioRules.neverUsed, "this was never used: there was no reply to hold", at: item.range,
        help: "put it before the answer whose reply is to wait, or take it out")
    }
    return Diagnostic(
      ScenarioRules.neverUsed, "this was never used: `\(call.value)` was not called after it", at: item.range,
      help: "put it before the call that is to be refused, or take it out")
  }

  private static func unplayed(_ item: Scenario.Item, _ ending: RunResult.Ending) -> Diagnostic {
    guard case .waiting(let step) = ending else {
      // In the file of a base the item is right.
      let cure = item.range.file == .first ? "; take the item out, or mend the flow" : ""
      return Diagnostic(
        ScenarioRules.unused, "the run was over before this could happen", at: item.range,
        help: "the run \(words(ending))\(cure)")
    }
    return Diagnostic(
      ScenarioRules.unused, "no step asks any more, so this cannot happen", at: item.range,
      help: "`\(step)` waits for the SDK, which has nothing more to say; let its event come first")
  }

  static func words(_ ending: RunResult.Ending) -> String {
    switch ending {
    case .ended(let name, let outcome, _): "ended at `\(name)` (\(outcome.rawValue))"
    case .waiting(let step): "waits at `\(step)`"
    case .failed(let failure): "stopped: \(failure.description)"
    }
  }
}

extension Scenario {
  /// The steps that are no part of its way: what happens there is said elsewhere.
  fileprivate var detours: Set<String> { Set((origin?.detours ?? [:]).keys) }
}
