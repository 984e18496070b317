// SPDX-License-Identifier: Apache-2.0

import BackendConformance
import CheckPolicy
import Diagnostics
import FlowRuntime
import LocalFiles
import ProcessBackend
import RELIDSimulator
import Redaction
import SDKContract
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
    let read = [Option.world, .probe, .verifiedContract].compactMap { invocation.value(of: $0) }
    try settings.outputs.check(against: read + backend.paths)
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
    let probe = try probeFile.map { file throws(UsageProblem) in try ProbeFile.read(file, for: contract) }
    let kit = ConformanceKit(contract, probe: probe ?? ProbeValues(), limits: settings.limits)
    guard let report = try await report(of: kit, in: world) else { return .broken }
    let mask = Self.mask(of: [world, probeFile].compactMap { $0 }, contract)
    return tell(ConformanceTelling(report.covered(mask.cover), contract, isStrict: settings.isStrict))
  }

  /// Covers what stands in the files, which the backend may say again.
  private static func mask(of files: [SourceFile], _ contract: Contract) -> SecretMask {
    var mask = SecretMask.ofMessages
    for file in files {
      guard let json = YAML.read(file).value?.worldJSON, let node = try? JSONReader.read(Array(json.utf8)) else {
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

  /// Nil if there was nothing to look at; why is told then.
  private func report(of kit: ConformanceKit, in world: SourceFile?) async throws(UsageProblem) -> ConformanceReport? {
    if backend.isSimulator {
      let known =
        try world.map { file throws(UsageProblem) in
          try Self.sound(WorldReader.read(file), file)
        } ?? World()
      return await kit.verify { () async throws(BackendFailure) in
        let clock = VirtualClock()
        return ConformanceSubject(PacedSimulator(known, clock), clock: clock)
      }
    }
    guard case .process(let command) = backend else {
      throw UsageProblem(
        message: "`verify` looks at a program, or at the simulator", help: "write `process:COMMAND` or `simulator`",
        command: "backend")
    }
    let told = try world.map { file throws(UsageProblem) in
      let tree = YAML.read(file)
      return try Self.sound(Outcome(tree.value?.worldJSON, tree.findings), file)
    }
    do throws(BackendFailure) {
      return try await kit.verify(
        command, world: told, limits: patience, in: ChildProcesses(in: streams))
    } catch {
      streams.errors.write("mfaflow: \(error.description)\n")
      return nil
    }
  }

  /// What was read of a file that holds secrets: of what is wrong with it, place and rule are told.
  static func sound<Value>(_ outcome: Outcome<Value>, _ file: SourceFile) throws(UsageProblem) -> Value {
    if let value = outcome.value, !outcome.findings.hasErrors { return value }
    let first = outcome.findings.first { $0.severity == .error }
    let place = first.map { ", line \($0.range.start.line) (\($0.code.id))" } ?? ""
    throw UsageProblem(
      message: "\(Diagnostic.quoting(file.path, limit: 40)) cannot be read\(place)",
      help: first.map { "`mfaflow explain \($0.code.id)` tells the rule" }, command: "backend")
  }

  private func tell(_ telling: ConformanceTelling) -> ExitCode {
    let isWritten = settings.outputs.write(to: streams) { format in
      switch format {
      case "json": telling.json
      case "junit": telling.junit
      default: telling.text
      }
    }
    streams.errors.write(telling.summary + "\n")
    return isWritten ? telling.exitCode : .broken
  }
}
