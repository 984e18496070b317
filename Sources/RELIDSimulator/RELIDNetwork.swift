// SPDX-License-Identifier: Apache-2.0

public import FlowRuntime
import Synchronization
public import Values

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
  /// Rings whenever something was done, on whatever device.
  let bell = Bell()
  private let countsWhole: Bool

  /// A network in which no SDK is initialized yet.
  ///
  /// - Parameters:
  ///   - world: the server's users and rules, the devices, and what goes wrong.
  ///   - clock: the clock of all runs.
  ///   - keepsJournal: whether everything that is done is written down, so that it can be done again.
  public init(world: World, clock: any RunClock, keepsJournal: Bool = false) {
    state = Mutex(SimulatedNetwork(world, keepsJournal: keepsJournal))
    self.clock = clock
    countsWhole = keepsJournal
  }

  /// A network in which everything was done that a journal tells of, and which writes on in it.
  ///
  /// - Parameters:
  ///   - world: the one of the journal.
  ///   - clock: a clock that stands where the journal ends, or later.
  ///   - password: a password that was set and that the world does not have, by its number; nil for one that nobody
  ///     hands in: then no password is right for that user.
  /// - Throws: ``JournalMismatch`` when something comes out otherwise than the journal says.
  public init(
    world: World, clock: any RunClock, replaying journal: RELIDJournal, password: (Int) -> Secret?
  ) throws(JournalMismatch) {
    state = Mutex(try SimulatedNetwork(world, replaying: journal, password: password))
    self.clock = clock
    countsWhole = true
  }

  /// Everything that was done with the SDKs; nil where it is not written down.
  public var journal: RELIDJournal? { state.withLock { $0.journal } }

  /// The events that came while a journal was replayed, in order; none for a network that began anew.
  package var replayed: [SDKEvent] { state.withLock { $0.replayed } }

  /// The SDK of the world's own device.
  public var simulator: RELIDSimulator { RELIDSimulator(self, place: 0) }

  /// The time of the clock; in whole milliseconds where a journal is written, which has no others.
  var now: Duration { counted(clock.now) }

  /// A time of the clock as the SDKs are told it.
  func counted(_ time: Duration) -> Duration { countsWhole ? .milliseconds(time.milliseconds) : time }

  /// The SDK on a device; for the same device it is always the same.
  ///
  /// - Parameter id: as the world names it. Any other device is new: nobody has used it, and it cannot authenticate
  ///   anybody by itself.
  public func simulator(onDevice id: String) -> RELIDSimulator {
    RELIDSimulator(self, place: state.withLock { $0.place(of: id) })
  }
}
