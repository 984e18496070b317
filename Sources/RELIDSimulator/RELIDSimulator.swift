// SPDX-License-Identifier: Apache-2.0

public import FlowRuntime
import Synchronization

/// REL-ID, simulated: a server and a device that behave as a world file says, on a run's clock.
///
/// It is deterministic: the same world and the same calls at the same times give the same events, to the byte. Users
/// keep what they have set up as long as the simulator lives, so that a run can log off and another can log in.
public final class RELIDSimulator: Backend {
  /// The calls that it understands, by the names they have in flows.
  public static let callNames = CallName.allCases.map(\.rawValue)

  private let sdk: Mutex<SimulatedSDK>
  private let clock: any RunClock

  /// An SDK that is not initialized yet.
  ///
  /// - Parameter device: where the SDK runs; nil for the world's own device.
  public init(world: World, clock: any RunClock, device: World.Device? = nil) {
    sdk = Mutex(SimulatedSDK(world, device: device))
    self.clock = clock
  }

  /// Takes a call at the clock's time, or refuses it for one of the reasons of ``Rejection``.
  public func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    let now = clock.now
    return sdk.withLock { $0.perform(call, at: now) }
  }

  /// The next event, as soon as there is one; nil when `deadline` comes first, or when nothing is under way.
  ///
  /// It sleeps on the clock until then. When the task is cancelled, it returns nil.
  public func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    while true {
      let now = clock.now
      let (event, due) = sdk.withLock { sdk in (sdk.next(at: now), sdk.nextTime) }
      if let event { return event }
      let wakeUp: Duration
      switch (due, deadline) {
      case (let due?, let deadline?): wakeUp = min(due, deadline)
      case (let time?, nil), (nil, let time?): wakeUp = time
      case (nil, nil): return nil
      }
      guard wakeUp > now else { return nil }
      await clock.sleep(until: wakeUp)
      if Task.isCancelled { return nil }
    }
  }

  /// Sends an event that no call has led to, such as a threat or an idle warning.
  ///
  /// It passes replies that are held.
  ///
  /// What the device waits for follows the event: after an `onSessionTimeout` nobody is signed in.
  ///
  /// - Parameter delay: how long from now; at the same time, it comes behind what is under way already.
  public func send(_ event: SDKEvent, after delay: Duration = .zero) {
    let time = clock.now + delay
    sdk.withLock { $0.send(event, at: time) }
  }

  /// Refuses the next call of that name at once.
  ///
  /// - Parameter number: of the error space, and not 0.
  /// - Returns: false if the simulated SDK knows no such call.
  @discardableResult
  public func refuseNext(_ call: String, with number: Int) -> Bool {
    guard let call = CallName.named(call) else { return false }
    sdk.withLock { $0.refuseNext(call, with: number) }
    return true
  }

  /// Keeps replies back until ``releaseReplies()``, whatever the time is: for races that a script wants to show.
  public func holdReplies() { sdk.withLock { $0.holdReplies() } }

  /// Lets held replies go; those that are due come at once.
  public func releaseReplies() { sdk.withLock { $0.releaseReplies() } }
}
