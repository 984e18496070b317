// SPDX-License-Identifier: Apache-2.0

public import FlowRuntime
import Synchronization

/// REL-ID, simulated: the SDK on one device, which behaves as a world file says, on a run's clock.
///
/// It is deterministic: the same world and the same calls at the same times give the same events, to the byte. Users
/// keep what they have set up as long as the simulator lives, so that a run can log off and another can log in.
public struct RELIDSimulator: TimedBackend {
  /// The calls that it understands, by the names they have in flows.
  public static let callNames = CallName.allCases.map(\.rawValue)

  private let network: RELIDNetwork
  /// The device in its network, as an index.
  private let place: Int

  /// The SDK of the world's own device, which is not initialized yet.
  ///
  /// A ``RELIDNetwork`` has those of all devices.
  ///
  /// - Parameters:
  ///   - world: the server's users and rules, and what goes wrong.
  ///   - clock: the clock of the run, which a session takes from here.
  public init(world: World, clock: any RunClock) {
    self.init(RELIDNetwork(world: world, clock: clock), place: 0)
  }

  /// The clock of the run, and of all devices of the network.
  public var clock: any RunClock { network.clock }

  init(_ network: RELIDNetwork, place: Int) {
    self.network = network
    self.place = place
  }

  /// Takes a call at the clock's time, or refuses it for one of the reasons of ``Rejection``.
  public func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    let now = network.now
    return network.state.withLock { $0.perform(call, on: place, at: now) }
  }

  /// The next event, as soon as there is one; nil when `deadline` comes first, or when nothing is under way.
  ///
  /// It sleeps on the clock until then. When the task is cancelled, it returns nil.
  public func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    while true {
      let time = network.clock.now
      let now = network.counted(time)
      let (event, due) = network.state.withLock { ($0.next(on: place, at: now), $0.nextTime(on: place)) }
      if let event { return event }
      let wakeUp: Duration
      switch (due, deadline) {
      case (let due?, let deadline?): wakeUp = min(due, deadline)
      case (let only?, nil), (nil, let only?): wakeUp = only
      case (nil, nil): return nil
      }
      guard wakeUp > time else { return nil }
      await network.clock.sleep(until: wakeUp)
      if Task.isCancelled { return nil }
    }
  }

  /// When the next event is due, since the start of the run; nil if none is under way.
  public var nextEventTime: Duration? { network.state.withLock { $0.nextTime(on: place) } }

  /// Sends an event that no call has led to, such as a threat or an idle warning.
  ///
  /// It passes replies that are held.
  ///
  /// What the device waits for follows the event: after an `onSessionTimeout` nobody is signed in.
  ///
  /// - Parameters:
  ///   - event: the event, sent as it is.
  ///   - delay: how long from now; at the same time, it comes behind what is under way already.
  public func send(_ event: SDKEvent, after delay: Duration = .zero) {
    let now = network.now
    network.state.withLock { $0.send(event, to: place, at: now, after: delay) }
  }

  /// Refuses the next call of that name at once.
  ///
  /// - Parameters:
  ///   - call: the name in the contract, such as `setUser`.
  ///   - number: of the error space, and not 0.
  /// - Returns: false if the simulated SDK knows no such call.
  @discardableResult
  public func refuseNext(_ call: String, with number: Int) -> Bool {
    guard let call = CallName.named(call) else { return false }
    let now = network.now
    network.state.withLock { $0.refuseNext(call, on: place, with: number, at: now) }
    return true
  }

  /// The calls that are still to be refused by ``refuseNext(_:with:)``, by name.
  public var pendingRefusals: [String] { network.state.withLock { $0.pendingRefusals(on: place) } }

  /// Whether there was a reply to hold since ``holdReplies()`` was called last.
  public var hasHeldReplies: Bool { network.state.withLock { $0.hasHeldReplies(to: place) } }

  /// Keeps replies back until ``releaseReplies()``, whatever the time is: for races that a script wants to show.
  public func holdReplies() {
    let now = network.now
    network.state.withLock { $0.holdReplies(to: place, at: now) }
  }

  /// Lets held replies go; those that are due come at once.
  public func releaseReplies() {
    let now = network.now
    network.state.withLock { $0.releaseReplies(to: place, at: now) }
  }
}
