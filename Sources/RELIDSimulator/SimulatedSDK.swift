// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// The simulated SDK without a clock: a value that takes calls and gives events at the times it is told.
///
/// The same world and the same calls at the same times give the same answers and events, to the byte.
struct SimulatedSDK: Sendable {
  private var conversation: Conversation
  private var queue = EventQueue()
  private var plan: FaultPlan
  private let latency: Duration

  init(_ world: World, device: World.Device? = nil) {
    conversation = Conversation(world, device: device ?? world.device)
    plan = FaultPlan(world.faults)
    latency = world.latency
  }

  /// When the next event is due, since the start of the run; nil if none is under way.
  var nextTime: Duration? { queue.nextTime }

  /// Takes a call; its event, if there is one, is under way then.
  mutating func perform(_ call: SDKCall, at now: Duration) -> SDKAnswer {
    guard let name = CallName.named(call.name) else { return Rejection.unknownCall.answer }
    switch plan.effect(on: name) {
    case nil: return schedule(react(to: name, call), of: name, at: now)
    case .reject(let number): return .rejected(code: number, message: nil)
    case .silent:
      let before = conversation
      let reaction = react(to: name, call)
      conversation = before
      return reaction.refusal?.answer ?? .accepted
    case .reply(let change):
      let before = conversation
      let reaction = react(to: name, call)
      return schedule(changed(reaction, by: change, undoing: before), of: name, at: now, isTwice: change.isTwice)
    }
  }

  /// The next event, if it is due by then; nil otherwise.
  ///
  /// What it changes on the device is changed.
  mutating func next(at now: Duration) -> SDKEvent? {
    guard let delivery = queue.take(until: now) else { return nil }
    conversation.arrive(delivery)
    if conversation.device.stage == .dead { queue.dropReplies() }
    return delivery.event
  }

  /// Puts an event under way that comes by itself.
  mutating func send(_ event: SDKEvent, at time: Duration) {
    queue.schedule(Delivery(event, effect: .asNamed), at: time, isReply: false)
  }

  mutating func refuseNext(_ call: CallName, with number: Int) { plan.refuseNext(call, with: number) }

  mutating func holdReplies() { queue.holdReplies() }

  mutating func releaseReplies() { queue.releaseReplies() }

  private mutating func react(to name: CallName, _ call: SDKCall) -> Reaction {
    conversation.react(to: name, call.arguments, isBusy: queue.hasReplies)
  }

  private mutating func schedule(
    _ reaction: Reaction, of call: CallName, at now: Duration, isTwice: Bool = false
  ) -> SDKAnswer {
    if let refusal = reaction.refusal { return refusal.answer }
    if call.dropsReplies { queue.dropReplies() }
    let time = now + latency
    switch reaction {
    case .refused, .accepted: break
    case .reply(let delivery):
      send(delivery, at: time, isTwice: isTwice)
    case .replies(let first, let second, let answer):
      send(first, at: time, isTwice: isTwice && answer == 0)
      send(second, at: time + first.delay, isTwice: isTwice && answer == 1)
    }
    return .accepted
  }

  private mutating func send(_ delivery: Delivery, at time: Duration, isTwice: Bool) {
    let time = time + delivery.delay
    queue.schedule(delivery, at: time, isReply: true)
    if isTwice { queue.schedule(Delivery(delivery.event, effect: .nothing), at: time, isReply: false) }
  }

  /// The reaction with a fault's change laid over the event that answers the call.
  ///
  /// Another event in its place undoes what the call has done, and is all that comes.
  private mutating func changed(
    _ reaction: Reaction, by change: Fault.Change, undoing before: Conversation
  ) -> Reaction {
    guard reaction.refusal == nil else { return reaction }
    if change.event != nil {
      let user = conversation.device.user
      conversation = before
      if let user { conversation.device.user = user }
      return .reply(Delivery(change.changed(SDKEvent("")), effect: .asNamed, delay: change.delay))
    }
    func laidOver(_ delivery: Delivery) -> Delivery {
      var delivery = delivery
      delivery.event = change.changed(delivery.event)
      delivery.delay += change.delay
      return delivery
    }
    switch reaction {
    case .refused, .accepted: return reaction
    case .reply(let delivery): return .reply(laidOver(delivery))
    case .replies(let first, let second, let answer):
      return answer == 0
        ? .replies(laidOver(first), second, answer: 0) : .replies(first, laidOver(second), answer: 1)
    }
  }
}
