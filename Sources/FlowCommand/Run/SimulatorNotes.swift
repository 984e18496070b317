// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import RELIDSimulator
import SDKContract
import Values

/// What a person should know before a run on the simulated SDK: where the run will come to less than the flow and its
/// contract promise.
struct SimulatorNotes {
  /// One line each, without a line break.
  let lines: [String]

  init(_ flow: Flow, in world: World) {
    lines = Self.missingCalls(flow) + Self.unknownLabels(flow, world)
  }

  /// The calls that the simulated SDK does not have, each with the line that makes it first.
  private static func missingCalls(_ flow: Flow) -> [String] {
    var told: Set<CallID> = []
    var lines: [String] = []
    for step in flow.steps {
      for (use, _) in step.calls {
        let name = flow.contract[use.call].name
        guard !RELIDSimulator.callNames.contains(name), told.insert(use.call).inserted else { continue }
        lines.append(
          "the simulated SDK has no call `\(name)`, which the step `\(step.name.value)` makes: it refuses it")
      }
    }
    return lines
  }

  /// The labels of the server by which no flow of the contract can know a way.
  private static func unknownLabels(_ flow: Flow, _ world: World) -> [String] {
    let contract = flow.contract
    guard let event = contract.event(named: "getAddNewDeviceOptions"),
      flow.steps.contains(where: { $0.awaited?.event == event })
    else { return [] }
    let known = contract.constants.fields.compactMap { if case .text(let text) = $0.value { text } else { nil } }
    return world.newDeviceOptions.filter { !known.contains($0) }.map { label in
      "the server of this world offers \(Diagnostic.quoting(label)) on a new device; no constant of the contract "
        + "`\(contract.name)` is that label, so a flow that compares with `contract.…` does not offer it"
    }
  }
}
