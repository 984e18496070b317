// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// A server and the SDKs of all devices that talk to it, without a clock.
struct SimulatedNetwork: Sendable {
  private var talk: Conversation
  /// In the order of the conversation's devices.
  private var sdks: [SimulatedSDK]
  private let latency: Duration
  /// What was done; nil where it is not recorded.
  private var writer: JournalWriter?
  /// The events that came while a journal was replayed, in order.
  var replayed: [SDKEvent] = []

  init(_ world: World, keepsJournal: Bool = false) {
    writer = keepsJournal ? JournalWriter(world) : nil
    talk = Conversation(world)
    sdks = world.devices.map { SimulatedSDK($0, latency: world.latency) }
    latency = world.latency
  }

  /// Everything that was done; nil where it is not written down.
  var journal: RELIDJournal? { writer?.journal }

  /// The names of the devices.
  var devices: [String] { talk.devices.map(\.id) }

  /// What the server says to new passwords that stand in for others, while a journal is replayed.
  mutating func expect(_ verdicts: [Secret: Bool]) { talk.verdicts = verdicts }

  /// Puts a credential that no secret is in the place of a password that only stood in for another.
  mutating func forget(_ standIn: Secret) {
    talk.server.forget(standIn)
    writer?.forget(standIn)
  }

  /// The place of a device; one that the world does not describe is new, and nobody has used it.
  mutating func place(of id: String) -> Int {
    if let place = talk.devices.firstIndex(where: { $0.id == id }) { return place }
    var device = World.Device()
    device.id = id
    talk.add(device)
    writer?.add(device: id)
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
    if writer != nil {
      writer?.note(call, answer, on: place, of: talk.devices[place].user, at: now, talk.server)
    }
    return answer
  }

  /// The next event of a device, if it is due by then; nil otherwise.
  mutating func next(on place: Int, at now: Duration) -> SDKEvent? {
    talk.speaker = place
    talk.now = now
    let isDue = writer != nil && sdks[place].queue.nextTime.map { $0 <= now } ?? false
    let event = sdks[place].next(at: now, in: &talk)
    if isDue { writer?.note(.look(event.map(RELIDJournal.Entry.Came.init)), on: place, at: now) }
    return event
  }

  /// When the next event of a device is due, since the start of the run; nil if none is under way.
  func nextTime(on place: Int) -> Duration? { sdks[place].queue.nextTime }

  mutating func send(_ event: SDKEvent, to place: Int, at now: Duration, after delay: Duration) {
    writer?.note(.send(event.plain, delay: delay.milliseconds), on: place, at: now)
    sdks[place].send(event, at: now + delay)
  }

  func pendingRefusals(on place: Int) -> [String] { sdks[place].pendingRefusals }

  func hasHeldReplies(to place: Int) -> Bool { sdks[place].queue.hasHeld }

  mutating func refuseNext(_ call: CallName, on place: Int, with number: Int, at now: Duration) {
    writer?.note(.refuseNext(call.rawValue, number: number), on: place, at: now)
    sdks[place].refuseNext(call, with: number)
  }

  mutating func holdReplies(to place: Int, at now: Duration) {
    writer?.note(.holdReplies, on: place, at: now)
    sdks[place].queue.holdReplies()
  }

  mutating func releaseReplies(to place: Int, at now: Duration) {
    writer?.note(.releaseReplies, on: place, at: now)
    sdks[place].queue.releaseReplies()
  }
}

extension SDKEvent {
  /// Without what is secret in it.
  fileprivate var plain: SDKEvent {
    var event = self
    event.data = data.withoutSecrets
    return event
  }
}
