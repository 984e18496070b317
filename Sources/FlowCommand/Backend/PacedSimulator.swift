// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowScenarios
import RELIDSimulator

/// The simulated SDK, which takes directions from its host.
struct PacedSimulator: PacedBackend {
  private let simulator: RELIDSimulator

  init(_ world: World, _ clock: any RunClock) { simulator = RELIDSimulator(world: world, clock: clock) }

  /// Makes it in a world that is given as a JSON object.
  static let maker: BackendMaker = { world, _, clock throws(BackendFailure) in
    let read = WorldReader.read(SourceFile(path: "world", text: world ?? "{}"))
    guard let value = read.value else { throw BackendFailure(.gone, "the world cannot be read") }
    return PacedSimulator(value, clock)
  }

  var nextEventTime: Duration? { simulator.nextEventTime }
  var takesDirections: Bool { true }
  var hasHeldReplies: Bool { simulator.hasHeldReplies }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer { try await simulator.perform(call) }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    try await simulator.nextEvent(until: deadline)
  }

  func direct(_ direction: Direction) async throws(BackendFailure) {
    switch direction {
    case .send(let event): simulator.send(event)
    case .refuse(let call, let code): simulator.refuseNext(call, with: code)
    case .hold: simulator.holdReplies()
    case .release: simulator.releaseReplies()
    }
  }

  func close() async -> BackendFailure? { nil }
}
