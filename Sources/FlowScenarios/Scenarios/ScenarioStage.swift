// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import SimulatedWorlds
import Synchronization
import Values

/// The stage of a scenario: whose turn it is, what happens next, and what was not as the scenario says.
///
/// One device acts at a time. It gives its turn away where it would let time pass; time is let pass only when no
/// device has anything to do, and for all devices at once. So the same scenario always plays in the same way.
final class ScenarioStage: Sendable {
  /// Why a device has its turn again.
  enum Turn {
    /// Something of its own is due: an event, or its deadline.
    case look
    /// The next item is an answer to its question, or looks at it.
    case ask
    /// Nothing can happen any more, on any device.
    case over
  }

  /// What there is to know of a device.
  struct Role {
    /// The answer that was given last.
    var answered: Scenario.Item?
    /// Why it was refused; nil once the scenario has taken note.
    var refusal: Refusal?
    /// The step of a detour that asks, or has asked last.
    var detour: String?
    /// Why the choice of that answer could not be made; nil where it was refused for something else.
    var obstacle: ChoiceObstacle?
    /// What was offered, where the last answer did not pick one item of it.
    var miss: PickMiss?
    /// Replies are kept back.
    var isHolding = false
    /// An answer was given, and nothing was asked since.
    var isUnderWay = false
    /// Where `during` stands, until its answer is given.
    var during: SourceRange?
    /// What is to happen between the next call and its reply; nil if nothing is, or it has begun.
    var meanwhile: Meanwhile?
    /// A question is open, and waits for an item.
    var isAsking = false
    /// Its turn, while another device has it.
    var turn: CheckedContinuation<Turn, Never>?
    /// Until then it has let time pass; nil for as long as it takes.
    var deadline: Duration?
    /// The app is in the background, and comes back when the time has passed.
    var isInBackground = false
    /// The calls that were to be refused, in order.
    var rejects: [Scenario.Item] = []
    /// The holding that has not ended; nil for none, and for that of a `during:`.
    var hold: Scenario.Item?
    /// Holdings while which there was no reply to hold.
    var idleHolds: [Scenario.Item] = []

    /// Takes note of whether the replies that were held have been any.
    mutating func endHold(on sdk: any StagedSDK) {
      if let hold, !sdk.hasHeldReplies { idleHolds.append(hold) }
      hold = nil
    }
  }

  struct State {
    var items: ArraySlice<Scenario.Item>
    var roles: [Role]
    var failures: [Diagnostic] = []
    /// Until then time passes, whatever happens; nil if the next item is due.
    var idleUntil: Duration?
    /// How many devices have not given their turn away; more than one only before the beginning.
    var acting: Int
    var isOver = false
    /// How often something was asked since the last item.
    var asked = 0
  }

  let sdks: [any StagedSDK]
  /// Through which the app on each device goes to the background and comes back.
  let inboxes: [SessionInbox]
  let clock: VirtualClock
  let log: ScenarioLog
  private let staged: StagedModules
  /// The host's security modules, on every device.
  var modules: SecurityModules { staged.modules }
  let state: Mutex<State>
  /// Where the scenario is named.
  let place: SourceRange
  /// By the name of a step that the scenario does not know: what happens when it asks.
  private let detours: [String: [Scenario.Item]]

  /// Later than any deadline: one that lets time pass till then waits for the others.
  static let never = Duration.seconds(1 << 50)

  /// - Parameter sdks: those of the devices; nil for new ones, as the scenario has them.
  init(
    _ scenario: Scenario, on devices: [ScenarioDevice], clock: VirtualClock = VirtualClock(),
    sdks: [any StagedSDK]? = nil
  ) {
    self.clock = clock
    self.sdks = sdks ?? scenario.sdk.make(for: devices, clock)
    inboxes = devices.map { _ in SessionInbox() }
    log = ScenarioLog(devices: devices)
    place = scenario.name.range
    detours = scenario.origin?.detours ?? [:]
    staged = StagedModules(scenario)
    let roles = Array(repeating: Role(), count: devices.count)
    state = Mutex(State(items: scenario.items[...], roles: roles, acting: devices.count))
    state.withLock { refuseFromTheBeginning(&$0) }
  }

  /// Refusals that stand first are for calls that are made before anybody is asked.
  private func refuseFromTheBeginning(_ state: inout State) {
    while let item = state.items.first, case .reject = item.what, let device = item.device {
      state.items.removeFirst()
      happen(item, on: device, &state)
    }
  }

  var failures: [Diagnostic] { state.withLock { $0.failures } }

  /// The first item that has not happened.
  var unplayed: Scenario.Item? { state.withLock { $0.items.first { !$0.isImplied } } }

  /// The items that were to change something and have not, in the order of the devices.
  var unused: [Scenario.Item] {
    state.withLock { state in
      state.roles.indices.flatMap { device -> [Scenario.Item] in
        state.roles[device].endHold(on: sdks[device])
        var pending = sdks[device].pendingRefusals
        // Of two refusals of one call, the later one is left.
        let rejects = state.roles[device].rejects.reversed().filter { item in
          guard case .reject(let call, _) = item.what, let place = pending.firstIndex(of: call.value) else {
            return false
          }
          pending.remove(at: place)
          return true
        }
        return state.roles[device].idleHolds + rejects.reversed()
      }
    }
  }

  /// Waits until all devices are there, and this one is the first that has something to do.
  func enter(_ device: Int) async { _ = await pass(device, until: clock.now) }

  /// Gives the turn of a device away, until it has something to do.
  ///
  /// - Parameter deadline: when that is at the latest; nil for never.
  func pass(_ device: Int, until deadline: Duration?) async -> Turn {
    await withCheckedContinuation { turn in
      let following = state.withLock { state in
        state.roles[device].turn = turn
        state.roles[device].deadline = deadline
        state.acting -= 1
        return next(&state)
      }
      following?.begin()
    }
  }

  /// A device whose run is over gives its turn away for good.
  func leave(_ device: Int) {
    let following = state.withLock { state in
      state.roles[device].isAsking = false
      state.acting -= 1
      return next(&state)
    }
    following?.begin()
  }

  /// The device has looked at what came: what it asked before, it asks again if it still wants to know.
  func looked(_ device: Int) { state.withLock { $0.roles[device].isAsking = false } }

  private struct NextTurn {
    let continuation: CheckedContinuation<Turn, Never>
    let turn: Turn

    func begin() { continuation.resume(returning: turn) }
  }

  /// Whose turn it is; nil while somebody acts, and when everybody has left.
  private func next(_ state: inout State) -> NextTurn? {
    guard state.acting == 0 else { return nil }
    while true {
      let waiting = state.roles.indices.filter { state.roles[$0].turn != nil }
      guard let first = waiting.first else { return nil }
      if state.isOver || !state.failures.isEmpty { return take(first, .over, &state) }
      if let device = waiting.first(where: { isDue($0, state) }) { return take(device, .look, &state) }
      let isIdle = idle(&state) != nil
      // The app has come back: the run is told first.
      guard waiting.allSatisfy({ inboxes[$0].isEmpty }) else { continue }
      if !isIdle, let item = state.items.first {
        let devices = waiting.filter { item.device ?? $0 == $0 }
        if let device = devices.first(where: { state.roles[$0].isAsking }) { return take(device, .ask, &state) }
        if let device = devices.first(where: { happensByItself(item, on: $0, state) }) {
          guard begins(on: device, &state) else { continue }
          state.items.removeFirst()
          happen(item, on: device, &state)
          continue
        }
      }
      guard let time = nextTime(of: waiting, state) else {
        state.isOver = true
        continue
      }
      clock.advance(to: time)
    }
  }

  private func take(_ device: Int, _ turn: Turn, _ state: inout State) -> NextTurn? {
    let continuation = state.roles[device].turn
    state.roles[device].turn = nil
    state.acting += 1
    return continuation.map { NextTurn(continuation: $0, turn: turn) }
  }

  private func isDue(_ device: Int, _ state: State) -> Bool {
    let times = [sdks[device].nextEventTime, state.roles[device].deadline, inboxes[device].isEmpty ? nil : clock.now]
    return times.contains { time in time.map { $0 <= clock.now } ?? false }
  }

  /// When something can happen next; nil if it never can.
  private func nextTime(of devices: [Int], _ state: State) -> Duration? {
    let times = devices.flatMap { [sdks[$0].nextEventTime, state.roles[$0].deadline] } + [state.idleUntil]
    return times.compactMap { $0 }.filter { $0 < Self.never }.min()
  }

  /// While nobody is asked, things happen by themselves where replies are kept back, and where all events are written by
  /// hand.
  private func happensByItself(_ item: Scenario.Item, on device: Int, _ state: State) -> Bool {
    let role = state.roles[device]
    return item.what.happens && (sdks[device].isByHand || role.isHolding && role.isUnderWay)
  }

  /// The end of the time that passes now; nil if none does.
  func idle(_ state: inout State) -> Duration? {
    guard let time = state.idleUntil, time > clock.now else {
      state.idleUntil = nil
      for device in state.roles.indices where state.roles[device].isInBackground {
        state.roles[device].isInBackground = false
        inboxes[device].put(.foreground)
      }
      return nil
    }
    return time
  }

  /// Where a step asks anew that the scenario does not know, what happens there comes before all that it says.
  func detour(to step: String, on device: Int, _ state: inout State) {
    guard let items = detours[step] else {
      state.roles[device].detour = nil
      return
    }
    guard state.roles[device].detour != step else { return }
    state.roles[device].detour = step
    state.items = items + state.items
  }

  /// An answer is given on a device.
  func answers(_ item: Scenario.Item, on device: Int, _ state: inout State) {
    state.roles[device].answered = item
    if let range = state.roles[device].during {
      state.roles[device].meanwhile = Meanwhile(range: range, beginning: log.count)
      state.roles[device].during = nil
    }
  }

  /// False, and that is a failure, if the next item is the first below a `during:` and nothing is under way.
  func begins(on device: Int, _ state: inout State) -> Bool {
    guard let meanwhile = state.roles[device].meanwhile else { return true }
    state.roles[device].meanwhile = nil
    guard let failure = meanwhile.failure(log.entries(of: device, behind: meanwhile.beginning)) else { return true }
    state.failures.append(failure)
    return false
  }

  func happen(_ item: Scenario.Item, on device: Int, _ state: inout State) {
    let sdk = sdks[device]
    switch item.what {
    case .event(let event, _): sdk.send(event)
    case .reject(let call, let code):
      state.roles[device].rejects.append(item)
      sdk.refuseNext(call.value, with: code)
    case .hold:
      state.roles[device].isHolding = true
      if item.isImplied { state.roles[device].during = item.range } else { state.roles[device].hold = item }
      sdk.holdReplies()
    case .release:
      state.roles[device].isHolding = false
      state.roles[device].endHold(on: sdk)
      sdk.releaseReplies()
    case .after(let time): state.idleUntil = clock.now + .milliseconds(time)
    case .background(let time):
      state.idleUntil = clock.now + .milliseconds(time)
      for device in item.device.map({ [$0] }) ?? Array(inboxes.indices) {
        state.roles[device].isInBackground = true
        inboxes[device].put(.background)
      }
    case .module(let name, let verdicts): staged.say(verdicts, as: name.value)
    case .answer, .decline, .expect: break
    }
  }
}

extension Scenario.Item.What {
  /// Whether it happens without anybody being asked.
  fileprivate var happens: Bool {
    switch self {
    case .answer, .decline, .expect: false
    case .after, .background, .event, .reject, .module, .hold, .release: true
    }
  }
}
