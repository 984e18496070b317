// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import RELIDSimulator

/// An SDK that a scenario has in hand.
protocol StagedSDK: Backend {
  /// Whether all that comes is an item of the scenario: then there are no replies to wait for.
  var isByHand: Bool { get }

  /// When its next event is due, since the start of the run; nil if none is under way.
  var nextEventTime: Duration? { get }

  /// Sends an event that no call has led to.
  func send(_ event: SDKEvent)

  /// Refuses the next call of that name at once.
  @discardableResult
  func refuseNext(_ call: String, with number: Int) -> Bool

  /// The calls that are still to be refused, by name.
  var pendingRefusals: [String] { get }

  /// Whether there was a reply to hold since they were held last.
  var hasHeldReplies: Bool { get }

  /// Keeps replies back until they are released.
  func holdReplies()

  /// Lets held replies go.
  func releaseReplies()
}

extension RELIDSimulator: StagedSDK {
  var isByHand: Bool { false }

  func send(_ event: SDKEvent) { send(event, after: .zero) }
}

extension Scenario.SDK {
  /// An SDK for each device, which has not been called yet.
  func make(for devices: [ScenarioDevice], _ clock: VirtualClock) -> [any StagedSDK] {
    switch self {
    case .simulated(let world):
      let network = RELIDNetwork(world: world, clock: clock)
      return devices.map { $0.name.map { network.simulator(onDevice: $0.value) } ?? network.simulator }
    // A program is started by the runner, which has it in hand from the beginning.
    case .byHand, .program: return devices.map { _ in ScriptedBackend() }
    }
  }
}
