// SPDX-License-Identifier: Apache-2.0

package import FlowRuntime

/// REL-ID, simulated, as a value: for very many runs, each with a server and a device of its own.
///
/// A copy is a simulator as it was; what they have in common is shared.
package struct SteppedSimulator: Sendable {
  private var network: SimulatedNetwork

  /// The SDK of the world's own device, which is not initialized yet.
  package init(world: World) { network = SimulatedNetwork(world) }

  /// When its next event is due, since the start of the run; nil if none is under way.
  package var nextEventTime: Duration? { network.nextTime(on: 0) }

  /// Takes a call, or refuses it for one of the reasons of ``Rejection``.
  package mutating func answer(_ call: SDKCall, at now: Duration) -> SDKAnswer {
    network.perform(call, on: 0, at: now)
  }

  /// The next event, if it is due by now; nil otherwise.
  package mutating func event(at now: Duration) -> SDKEvent? { network.next(on: 0, at: now) }
}
