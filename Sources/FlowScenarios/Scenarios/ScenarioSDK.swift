// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import SimulatedWorlds

extension Scenario.SDK {
  /// An SDK for each device, which has not been called yet.
  func make(for devices: [ScenarioDevice], _ clock: VirtualClock) -> [any StagedSDK] {
    switch self {
    case .simulated(let world?): world.sdks(on: devices.map(\.name?.value), clock)
    // A program is started by the runner, which has it in hand from the beginning.
    case .byHand, .program, .simulated(nil): devices.map { _ in ScriptedBackend() }
    }
  }
}

/// The SDK of one device of a scenario, which gives its turn away where it would let time pass.
struct ScenarioSDK: Backend {
  let stage: ScenarioStage
  /// As an index.
  let device: Int

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    try await stage.sdks[device].perform(call)
  }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    while true {
      if let event = try await stage.sdks[device].nextEvent(until: stage.clock.now) { return event }
      // The app comes or goes: the run is told first.
      if !stage.inboxes[device].isEmpty || deadline.map({ $0 <= stage.clock.now }) ?? false {
        stage.looked(device)
        return nil
      }
      switch await stage.pass(device, until: deadline) {
      case .look: break
      case .ask: return nil
      case .over:
        guard stage.failures.isEmpty else { throw BackendFailure(.gone, "the scenario has failed") }
        return nil
      }
    }
  }
}

/// The clock of a scenario's devices: it stands still for each of them, and the stage moves it.
struct StageClock: RunClock {
  let clock: VirtualClock

  var now: Duration { clock.now }
  var isVirtual: Bool { true }

  func sleep(until time: Duration) async {}
}
