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
    change { $0.perform(call, on: place, at: $1) }
  }

  /// What is done may lead to an earlier event than the one that somebody waits for.
  private func change<Value>(_ body: (inout SimulatedNetwork, Duration) -> Value) -> Value {
    let now = network.now
    defer { network.bell.ring() }
    return network.state.withLock { body(&$0, now) }
  }

  /// The next event, as soon as there is one; nil when `deadline` comes first, or when nothing is under way.
  ///
  /// It sleeps on the clock until then, and looks again whenever something is done. When the task is cancelled, it returns
  /// nil.
  public func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    while true {
      let rings = network.bell.rings
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
      await sleep(until: wakeUp, unlessRungSince: rings)
      if Task.isCancelled { return nil }
    }
  }

  private func sleep(until time: Duration, unlessRungSince rings: Int) async {
    let clock = network.clock
    // Nobody can do anything while it sleeps.
    guard !clock.isVirtual else { return await clock.sleep(until: time) }
    await network.bell.wait(since: rings) { await clock.sleep(until: time) }
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
    change { $0.send(event, to: place, at: $1, after: delay) }
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
    change { $0.refuseNext(call, on: place, with: number, at: $1) }
    return true
  }

  /// The calls that are still to be refused by ``refuseNext(_:with:)``, by name.
  public var pendingRefusals: [String] { network.state.withLock { $0.pendingRefusals(on: place) } }

  /// Whether there was a reply to hold since ``holdReplies()`` was called last.
  public var hasHeldReplies: Bool { network.state.withLock { $0.hasHeldReplies(to: place) } }

  /// Keeps replies back until ``releaseReplies()``, whatever the time is: for races that a script wants to show.
  public func holdReplies() {
    change { $0.holdReplies(to: place, at: $1) }
  }

  /// Lets held replies go; those that are due come at once.
  public func releaseReplies() {
    change { $0.releaseReplies(to: place, at: $1) }
  }
}

extension RELIDSimulator: RousableBackend {
  package var changes: Int { network.bell.rings }

  package func change(since changes: Int) async { await network.bell.wait(since: changes) }
}
