// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowRuntime
package import FlowScenarios
package import RELIDSimulator
import SDKContract
import SimulatedWorlds

/// The simulated SDK, which takes directions from its host.
package struct PacedSimulator: PacedBackend {
  private let simulator: RELIDSimulator

  private init(_ simulator: RELIDSimulator) { self.simulator = simulator }

  /// The SDK on the world's own device.
  package init(_ world: World, _ clock: any RunClock) { self.init(RELIDSimulator(world: world, clock: clock)) }

  /// The SDK on each of the devices, all on one server; on the world's own device, if none has a name.
  package static func all(_ world: World, on devices: [String], _ clock: any RunClock) -> [PacedSimulator] {
    guard !devices.isEmpty else { return [PacedSimulator(world, clock)] }
    let network = RELIDNetwork(world: world, clock: clock)
    return devices.map { PacedSimulator(network.simulator(onDevice: $0)) }
  }

  /// Makes it in a world that is given as a JSON object.
  package static let maker: BackendMaker = { world, devices, _, clock throws(BackendFailure) in
    let read = WorldReader.read(SourceFile(path: "world", text: world ?? "{}"))
    guard let value = read.value else { throw BackendFailure(.gone, "the world cannot be read") }
    return all(value, on: devices, clock)
  }

  package var nextEventTime: Duration? { simulator.nextEventTime }
  package var takesDirections: Bool { true }
  package var hasHeldReplies: Bool { simulator.hasHeldReplies }

  package func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer { try await simulator.perform(call) }

  package func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    try await simulator.nextEvent(until: deadline)
  }

  package func direct(_ direction: Direction) async throws(BackendFailure) {
    switch direction {
    case .send(let event): simulator.send(event)
    case .refuse(let call, let code): simulator.refuseNext(call, with: code)
    case .hold: simulator.holdReplies()
    case .release: simulator.releaseReplies()
    }
  }

  package func close() async -> BackendFailure? { nil }
}
