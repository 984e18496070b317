// SPDX-License-Identifier: Apache-2.0

public import FlowRuntime
import Synchronization

/// A simulated server and the devices that talk to it, all on one clock: what one device does, another may hear of.
///
/// ```swift
/// let network = RELIDNetwork(world: world, clock: clock)
/// let phone = network.simulator(onDevice: "phone")
/// let tablet = network.simulator(onDevice: "tablet")
/// ```
///
/// Runs on several devices take turns. A device that waits for another has no event under way: its run is left, the
/// other one goes on, and the first takes up what has come since.
public final class RELIDNetwork: Sendable {
  let state: Mutex<SimulatedNetwork>
  let clock: any RunClock

  /// A network in which no SDK is initialized yet.
  ///
  /// - Parameters:
  ///   - world: the server's users and rules, the devices, and what goes wrong.
  ///   - clock: the clock of all runs.
  public init(world: World, clock: any RunClock) {
    state = Mutex(SimulatedNetwork(world))
    self.clock = clock
  }

  /// The SDK on the world's own device.
  public var ownDevice: RELIDSimulator { RELIDSimulator(self, place: 0) }

  /// The SDK on a device; for the same device it is always the same.
  ///
  /// - Parameter id: as the world names it. Any other device is new: nobody has used it, and it cannot authenticate
  ///   anybody by itself.
  public func simulator(onDevice id: String) -> RELIDSimulator {
    RELIDSimulator(self, place: state.withLock { $0.place(of: id) })
  }
}
