// SPDX-License-Identifier: Apache-2.0

import BackendConformance
import CheckPolicy
import Diagnostics
import FlowRuntime
import FlowScenarios
import FlowTrials
import LocalFiles
import ProcessBackend
import RELIDSimulator
import Redaction
import SDKContract
import SimulatedWorlds
import Values
import YAMLTree

/// One run of `mfaflow backend verify`.
struct BackendVerification {
  private let invocation: Invocation
  private let streams: Streams
  private let backend: BackendChoice
  private let patience: ProcessLimits
  private let settings: VerifySettings
  private var format: FindingFormat { .text(color: FindingFormat.color(invocation, streams.errors, streams)) }

  init(_ invocation: Invocation, _ streams: Streams) throws(UsageProblem) {
    self.invocation = invocation
    self.streams = streams
    guard let text = invocation.operands.dropFirst().first else {
      throw UsageProblem(
        message: "`verify` needs the SDK to look at",
        help: "write `mfaflow backend verify 'process:COMMAND'`, or `simulator`", command: "backend")
    }
    backend = try BackendChoice(text, command: "backend")
    patience = try ProcessLimits.read(invocation, command: "backend")
    settings = try VerifySettings(invocation)
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    try invocation.checkWritten(against: [], of: "backend")
    let contract = try contract()
    if backend.isSimulator { try PacedSimulator.check(contract) }
    let world: SourceFile?
    let probeFile: SourceFile?
    do throws(FileProblem) {
      world = try invocation.value(of: .world).map { path throws(FileProblem) in try streams.file(path) }
      probeFile = try invocation.value(of: .probe).map { path throws(FileProblem) in try streams.file(path) }
    } catch {
      throw error.told(format, streams)
    }
    let probe = try probeFile.map { file throws(UsageProblem) in
      try ProbeFile.read(file, for: contract, format, streams)
    }
    let kit = ConformanceKit(contract, probe: probe ?? ProbeValues(), limits: settings.limits)
    switch try await report(of: kit, contract, in: world) {
    case .success(let report):
      let mask = Self.mask(of: [world, probeFile].compactMap { $0 }, contract)
      let code = tell(ConformanceTelling(report.covered(mask.cover), contract, isStrict: settings.isStrict))
      if report[Clause.greets].verdict == Verdict.fail { tellContract(contract) }
      return code
    case .failure(let failure):
      let obstacle = ConformanceObstacle(failure, contract)
      _ = settings.outputs.write(to: streams) { obstacle.text(as: $0) }
      streams.errors.write(obstacle.summary)
      if failure.kind == .declined { tellContract(contract) }
      return .broken
    }
  }

  /// Who begins often forgets the contract; without it, all stands and falls with the first clause.
  private func tellContract(_ contract: Contract) {
    guard invocation.value(of: .verifiedContract) == nil else { return }
    streams.errors.write(
      "mfaflow: it was asked for the contract `\(contract.name)`: if it is for another one, name that with `--contract FILE`\n"
    )
  }

  /// Covers what stands in the files, which the backend may say again.
  private static func mask(of files: [SourceFile], _ contract: Contract) -> SecretMask {
    var mask = SecretMask.ofMessages
    for file in files {
      guard let json = YAML.read(file).value?.worldJSON(secret: contract.secretNames),
        let node = try? JSONReader.read(Array(json.utf8))
      else {
        continue
      }
      mask.note(world: node, except: contract.names)
    }
    return mask
  }

  /// The contract that is named.
  private func contract() throws(UsageProblem) -> Contract {
    let name = invocation.value(of: .verifiedContract) ?? EmbeddedContracts.names.first ?? ""
    if let contract = EmbeddedContracts.contract(named: name) { return contract }
    return try ContractFile.read(name, format, streams).contract
  }

  /// What was seen, or why there was nothing to look at.
  private func report(
    of kit: ConformanceKit, _ contract: Contract, in world: SourceFile?
  ) async throws(UsageProblem) -> Result<ConformanceReport, BackendFailure> {
    if backend.isSimulator {
      let known =
        try world.map { file throws(UsageProblem) in
          try Self.sound(WorldReader.read(file), file, showing: .ofWorld, format, streams)
        } ?? World()
      let report = await kit.verify { () async throws(BackendFailure) in
        let clock = VirtualClock()
        return ConformanceSubject(PacedSimulator(known, clock), clock: clock)
      }
      return .success(report)
    }
    guard case .process(let command) = backend else {
      throw UsageProblem(
        message: "`verify` looks at a program, or at the simulator", help: "write `process:COMMAND` or `simulator`",
        command: "backend")
    }
    let told = try world.map { file throws(UsageProblem) in
      let tree = YAML.read(file)
      return try Self.sound(
        Outcome(tree.value?.worldJSON(secret: contract.secretNames), tree.findings), file, showing: .ofToldWorld,
        format, streams)
    }
    do throws(BackendFailure) {
      let report = try await kit.verify(
        command, world: told, limits: patience, in: ChildProcesses(in: streams))
      return .success(report)
    } catch {
      return .failure(error)
    }
  }

  /// What was read of a file that holds secrets.
  ///
  /// - Throws: if something is wrong with it, which stands on the error stream then, without its secrets.
  static func sound<Value>(
    _ outcome: Outcome<Value>, _ file: SourceFile, showing harmless: HarmlessValues, _ format: FindingFormat,
    _ streams: Streams
  ) throws(UsageProblem) -> Value {
    if let value = outcome.value, !outcome.findings.hasErrors { return value }
    let covered = CoveredFile(file, showing: harmless)
    streams.tell(covered.covering(outcome.findings).inReadingOrder(), in: SourceMap([covered.shown]), format)
    throw .told(.wrongInput)
  }

  private func tell(_ telling: ConformanceTelling) -> ExitCode {
    let code = telling.isGood ? ExitCode.success : .failure
    let isWritten = settings.outputs.write(to: streams) { format in
      switch format {
      case "json": telling.json(exit: Int(code.rawValue))
      case "junit": telling.junit
      default: telling.text
      }
    }
    streams.errors.write(telling.summary + "\n")
    return isWritten ? code : .broken
  }
}
