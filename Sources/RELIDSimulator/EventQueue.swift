// SPDX-License-Identifier: Apache-2.0

/// The events that are under way: by time, and at the same time in the order in which they were scheduled.
struct EventQueue: Sendable {
  /// Why an event is under way, which tells when it is taken back.
  enum Kind: Sendable {
    /// The reply to a call.
    case reply
    /// A script sent it, or a fault doubled it: nothing takes it back.
    case sent
    case threat
    /// A look at the session.
    case session
    case logOff
    /// The end of a request for an approval.
    case request
  }

  struct Item: Sendable {
    let time: Duration
    let delivery: Delivery
    let kind: Kind
  }

  private var items: [Item] = []
  /// The first item that is still under way; those before it have been delivered.
  private var head = 0
  /// How many replies are under way.
  private var replies = 0
  /// While true, replies stay under way whatever the time is; other events pass them.
  private(set) var holdsReplies = false

  /// Whether there was a reply to hold since replies were held last; it may have been taken back.
  private(set) var hasHeld = false

  var hasReplies: Bool { replies > 0 }

  /// Whether the reply to an extension of the session is under way.
  var hasExtension: Bool {
    replies > 0
      && items[head...].contains { item in
        if item.kind == .reply, case .extends = item.delivery.effect { true } else { false }
      }
  }

  /// When the next event is due; nil if there is none, or only replies that are held.
  var nextTime: Duration? {
    guard head < items.count else { return nil }
    return holdsReplies ? firstFree.map { items[$0].time } : items[head].time
  }

  mutating func schedule(_ delivery: consuming Delivery, at time: Duration, _ kind: Kind) {
    if kind == .reply {
      replies += 1
      if holdsReplies { hasHeld = true }
    }
    let item = Item(time: time, delivery: delivery, kind: kind)
    var place = items.count
    while place > head, items[place - 1].time > time { place -= 1 }
    // Mostly it is the last one, and nothing has to make room.
    if place == items.count { items.append(item) } else { items.insert(item, at: place) }
  }

  /// Where the next event stands, if it is due by then; nil otherwise.
  func place(until now: Duration) -> Int? {
    guard let place = holdsReplies ? firstFree : (head < items.count ? head : nil), items[place].time <= now else {
      return nil
    }
    return place
  }

  /// Takes an event out.
  mutating func take(at place: Int) -> Delivery {
    if items[place].kind == .reply { replies -= 1 }
    // Mostly there is but one: it is handed over, not copied.
    if place == head, place == items.count - 1 {
      let item = items.removeLast()
      if head > 0 {
        items.removeAll(keepingCapacity: true)
        head = 0
      }
      return (consume item).delivery
    }
    let item = items[place]
    if place == head { head += 1 } else { items.remove(at: place) }
    if head == items.count {
      items.removeAll(keepingCapacity: true)
      head = 0
    } else if head == 64 {
      items.removeFirst(head)
      head = 0
    }
    return item.delivery
  }

  /// Takes back every event of that kind.
  mutating func drop(_ kind: Kind) { drop { $0 == kind } }

  /// Takes back every event but those that a script has sent.
  mutating func dropAll() { drop { $0 != .sent } }

  mutating func holdReplies() {
    holdsReplies = true
    hasHeld = hasReplies
  }

  mutating func releaseReplies() { holdsReplies = false }

  private mutating func drop(_ isDropped: (Kind) -> Bool) {
    guard items[head...].contains(where: { isDropped($0.kind) }) else { return }
    items = items[head...].filter { !isDropped($0.kind) }
    head = 0
    replies = items.count { $0.kind == .reply }
  }

  private var firstFree: Int? { items[head...].firstIndex { $0.kind != .reply } }
}
