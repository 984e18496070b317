// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import SimulatedWorlds

/// The calls of a scenario that the SDK of its world does not have: it refuses each, so the outcome says nothing about the flow.
struct MissingCalls {
  private let names: [String]
  /// The number with which it refuses them.
  private let code: Int

  init(_ runs: [ScenarioResult.Run], in world: some SimulatedWorld) {
    let sdk = type(of: world)
    code = sdk.unknownCall
    names =
      runs.flatMap(\.trace).filter { $0.kind == "rejected" }.compactMap { $0.text("call") }
      .filter { !sdk.callNames.contains($0) }.unique
  }

  /// The failures, the first with why it has come to that, and with what can be done.
  func noted(_ failures: [Diagnostic]) -> [Diagnostic] {
    guard !names.isEmpty, var first = failures.first else { return failures }
    first.notes += names.map {
      Note("the simulated SDK does not implement `\($0)`, and refuses it with \(code)")
    }
    first.notes.append(
      Note(
        "play it on a cassette, `--backend replay:FILE`, or a backend of your own, `--backend 'process:COMMAND'`; or "
          + "write the events with `sdk: byHand`: Documentation/World.md, \"Calls that are not simulated\""))
    return [first] + failures.dropFirst()
  }
}
