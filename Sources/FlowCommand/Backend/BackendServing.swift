// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowRuntime
import FlowTrials
import ProcessBackend
import RELIDSimulator
import SDKContract
import SystemCalls

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
    let world = WorldReader.read(SourceFile(path: "world", text: text))
    guard let value = world.value else {
      let first = world.findings.first { $0.severity == .error }
      throw BackendServer.Refusal("the world cannot be read: \(first.map { $0.code.id } ?? "it is none")")
    }
    return PacedSimulator.all(value, on: opening.devices, opening.clock)
  }
}
