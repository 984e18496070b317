// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowRuntime
import FlowScenarios
import FlowTrials
import ProcessBackend
import RELIDSimulator
import Redaction
import SDKContract
import SystemCalls
import Values
import YAMLTree

/// One run of `mfaflow backend serve`.
struct BackendServing {
  private let invocation: Invocation
  private let streams: Streams

  init(_ invocation: Invocation, _ streams: Streams) {
    self.invocation = invocation
    self.streams = streams
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    var own: Contract?
    if let path = invocation.value(of: .verifiedContract) {
      let format = FindingFormat.text(color: FindingFormat.color(invocation, streams.errors, streams))
      let contract = try ContractFile.read(path, format, streams).contract
      try PacedSimulator.check(contract)
      own = contract
    }
    let service = BackendServer { [own] name in
      own.map { $0.name == name ? $0 : nil } ?? EmbeddedContracts.contract(named: name)
    } open: { opening throws(BackendServer.Refusal) in
      try Self.simulators(opening)
    }
    let lines = streams.lines()
    await service.serve { isLive in
      // Why: who waits for a line while events come by themselves must not hold up the one who sends them.
      isLive ? await OwnThread.run { lines.next() } : lines.next()
    } writing: { [streams] line in
      streams.output.write(String(decoding: line, as: UTF8.self))
    }
    return .success
  }

  private static func simulators(
    _ opening: BackendServer.Opening
  ) throws(BackendServer.Refusal) -> [any PacedBackend] {
    guard let text = opening.world else { return PacedSimulator.all(World(), on: opening.devices, opening.clock) }
    let file = SourceFile(path: "world", text: text)
    let world = WorldReader.read(file)
    guard let value = world.value else { throw BackendServer.Refusal(Self.words(of: world.findings, in: file)) }
    return PacedSimulator.all(value, on: opening.devices, opening.clock)
  }

  /// What is wrong with a world, and where, without what may be a secret in it.
  private static func words(of findings: [Diagnostic], in file: SourceFile) -> String {
    let told = CoveredFile(file, showing: .ofWorld).covering(findings).filter { $0.severity == .error }
    guard let first = told.first else { return "the world cannot be read: it is none" }
    let place = keys(above: first.range, in: file)
    let help = first.help.map { " (\($0))" } ?? ""
    let more = told.count > 1 ? "; and \(told.count - 1) more" : ""
    return "the world cannot be read: \(place)\(first.code.id) \(first.message)\(help)\(more)"
  }

  /// The keys above a place, such as `users.bob`, and a colon; a key that may be a secret is covered.
  private static func keys(above range: SourceRange, in file: SourceFile) -> String {
    var node = YAML.read(file).value
    var keys: [String] = []
    while let entry = node?.entries.first(where: {
      $0.key.range.start <= range.start && range.start <= $0.value.range.end
    }) {
      let isShown = HarmlessValues.ofWorld.showsKey(entry.key.value, below: keys.last)
      keys.append(isShown ? entry.key.value : Secret.mark)
      node = entry.value
    }
    return keys.isEmpty ? "" : Diagnostic.quoting(keys.joined(separator: "."), limit: 120) + ": "
  }
}
