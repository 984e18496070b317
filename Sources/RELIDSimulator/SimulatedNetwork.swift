// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

/// A server and the SDKs of all devices that talk to it, without a clock.
struct SimulatedNetwork: Sendable {
  private var talk: Conversation
  /// In the order of the conversation's devices.
  private var sdks: [SimulatedSDK]
  private let latency: Duration

  init(_ world: World) {
    talk = Conversation(world)
    sdks = world.devices.map { SimulatedSDK($0, latency: world.latency) }
    latency = world.latency
  }

  /// The place of a device; one that the world does not describe is new, and nobody has used it.
  mutating func place(of id: String) -> Int {
    if let place = talk.devices.firstIndex(where: { $0.id == id }) { return place }
    var device = World.Device()
    device.id = id
    talk.add(device)
    sdks.append(SimulatedSDK(device, latency: latency))
    return sdks.count - 1
  }

  /// Takes a call of a device; its events are under way then, those of other devices too.
  mutating func perform(_ call: SDKCall, on place: Int, at now: Duration) -> SDKAnswer {
    talk.speaker = place
    talk.now = now
    let answer = sdks[place].perform(call, at: now, in: &talk)
    if !talk.letters.isEmpty {
      for letter in talk.letters { sdks[letter.device].receive(letter.delivery, at: now) }
      talk.letters = []
    }
    return answer
  }

  /// The next event of a device, if it is due by then; nil otherwise.
  mutating func next(on place: Int, at now: Duration) -> SDKEvent? {
    talk.speaker = place
    talk.now = now
    return sdks[place].next(at: now, in: &talk)
  }

  /// When the next event of a device is due, since the start of the run; nil if none is under way.
  func nextTime(on place: Int) -> Duration? { sdks[place].queue.nextTime }

  mutating func send(_ event: SDKEvent, to place: Int, at time: Duration) { sdks[place].send(event, at: time) }

  mutating func refuseNext(_ call: CallName, on place: Int, with number: Int) {
    sdks[place].refuseNext(call, with: number)
  }

  mutating func holdReplies(to place: Int) { sdks[place].queue.holdReplies() }

  mutating func releaseReplies(to place: Int) { sdks[place].queue.releaseReplies() }
}
