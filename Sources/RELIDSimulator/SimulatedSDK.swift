// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// The simulated SDK of one device without a clock: a value that takes calls and gives events at the times it is told.
///
/// The same world and the same calls at the same times give the same answers and events, to the byte.
struct SimulatedSDK: Sendable {
  var queue = EventQueue()
  private var plan: FaultPlan
  private let latency: Duration
  var threats: ThreatSchedule
  /// The start that is under way and waits until threats have been decided about; nil if none waits.
  var heldStart: HeldStart?
  /// Nil while nothing ends the session.
  var session: SessionClock?

  init(_ device: World.Device, latency: Duration) {
    plan = FaultPlan(device.faults)
    threats = ThreatSchedule(device.threats)
    self.latency = latency
  }

  /// Takes a call; its event, if there is one, is under way then.
  mutating func perform(_ call: SDKCall, at now: Duration, in talk: inout Conversation) -> SDKAnswer {
    guard let name = CallName.named(call.name) else { return Rejection.unknownCall.answer }
    switch plan.effect(on: name) {
    case nil: return schedule(react(to: name, call, in: &talk), of: name, at: now, in: &talk)
    case .reject(let number): return .rejected(code: number, message: nil)
    case .silent:
      let before = talk
      let outcome = react(to: name, call, in: &talk)
      talk = before
      return outcome.refusal?.answer ?? .accepted
    case .reply(let change):
      let before = talk
      let outcome = changed(react(to: name, call, in: &talk), by: change, undoing: before, in: &talk)
      return schedule(outcome, of: name, at: now, isTwice: change.isTwice, in: &talk)
    }
  }

  var pendingRefusals: [String] { plan.pendingRefusals }

  mutating func refuseNext(_ call: CallName, with number: Int) { plan.refuseNext(call, with: number) }

  /// Puts an event under way that comes by itself.
  mutating func send(_ event: SDKEvent, at time: Duration) {
    queue.schedule(Delivery(event, effect: .asNamed), at: time, .sent)
  }

  /// Puts an event under way that another device has led to.
  mutating func receive(_ delivery: Delivery, at now: Duration) {
    queue.drop(.request)
    queue.schedule(delivery, at: now + latency, .reply)
  }

  private func react(to name: CallName, _ call: SDKCall, in talk: inout Conversation) -> CallOutcome {
    if name == .extendSessionIdleTimeout, let session, !session.canBeExtended, !talk.device.threats.isUndecided {
      return .refused(.notExtendable)
    }
    if name == .extendSessionIdleTimeout, queue.hasExtension, !talk.device.threats.isUndecided {
      return .refused(.busy)
    }
    return talk.react(to: name, call.arguments, isBusy: queue.hasReplies || heldStart != nil)
  }

  private mutating func schedule(
    _ outcome: consuming CallOutcome, of call: CallName, at now: Duration, isTwice: Bool = false,
    in talk: inout Conversation
  ) -> SDKAnswer {
    if let refusal = outcome.refusal { return refusal.answer }
    if call.dropsReplies {
      queue.drop(.reply)
      queue.drop(.request)
    }
    if call != .extendSessionIdleTimeout { useSession(at: now) }
    let found = threats.found(during: call)
    for index in found { queue.schedule(Delivery(due: .finds(index)), at: now + latency, .threat) }
    if call == .initialize, !found.isEmpty {
      heldStart = HeldStart(outcome: outcome, isTwice: isTwice, findings: found.count)
    } else {
      deliver(outcome, at: now, isTwice: isTwice)
    }
    if call == .takeActionOnThreats { goOnStarting(at: now, in: talk) }
    return .accepted
  }

  /// Puts the events of an outcome under way.
  mutating func deliver(_ outcome: consuming CallOutcome, at now: Duration, isTwice: Bool = false) {
    let time = now + latency
    switch consume outcome {
    case .refused, .accepted: break
    case .reply(let delivery):
      deliver(delivery, at: time, isTwice: isTwice)
    case .replies(let first, let second, let answer):
      deliver(first, at: time, isTwice: isTwice && answer == 0)
      deliver(second, at: time + first.delay, isTwice: isTwice && answer == 1)
    case .waits(let delivery):
      queue.drop(.request)
      queue.schedule(delivery, at: now + delivery.delay, .request)
    }
  }

  private mutating func deliver(_ delivery: consuming Delivery, at time: Duration, isTwice: Bool) {
    let time = time + delivery.delay
    let twin = isTwice ? Delivery(delivery.event, effect: .nothing) : nil
    queue.schedule(delivery, at: time, .reply)
    if let twin { queue.schedule(twin, at: time, .sent) }
  }

  /// The outcome with a fault's change laid over the event that answers the call.
  ///
  /// Another event in its place undoes what the call has done, and is all that comes.
  private func changed(
    _ outcome: CallOutcome, by change: Fault.Change, undoing before: Conversation, in talk: inout Conversation
  ) -> CallOutcome {
    guard outcome.refusal == nil else { return outcome }
    if change.event != nil {
      let user = talk.device.user
      talk = before
      if let user { talk.device.user = user }
      return .reply(Delivery(change.changed(SDKEvent("")), effect: .asNamed, delay: change.delay))
    }
    func laidOver(_ delivery: Delivery) -> Delivery {
      var delivery = delivery
      delivery.event = change.changed(delivery.event)
      delivery.delay += change.delay
      return delivery
    }
    switch outcome {
    case .refused, .accepted, .waits: return outcome
    case .reply(let delivery): return .reply(laidOver(delivery))
    case .replies(let first, let second, let answer):
      return answer == 0
        ? .replies(laidOver(first), second, answer: 0) : .replies(first, laidOver(second), answer: 1)
    }
  }
}

/// What `initialize` leads to, while threats that it has found are not decided about.
struct HeldStart: Sendable {
  let outcome: CallOutcome
  let isTwice: Bool
  /// How many lists of threats have not been delivered yet.
  var findings: Int
}
