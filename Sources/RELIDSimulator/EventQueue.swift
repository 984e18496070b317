// SPDX-License-Identifier: Apache-2.0

/// The events that are under way: by time, and at the same time in the order in which they were scheduled.
struct EventQueue: Sendable {
  struct Item: Sendable {
    let time: Duration
    let delivery: Delivery
    /// The reply to a call, as opposed to an event that comes by itself.
    let isReply: Bool
  }

  private var items: [Item] = []
  /// The first item that is still under way; those before it have been delivered.
  private var head = 0
  /// How many replies are under way.
  private var replies = 0
  /// While true, replies stay under way whatever the time is; other events pass them.
  private(set) var holdsReplies = false

  var hasReplies: Bool { replies > 0 }

  /// When the next event is due; nil if there is none, or only replies that are held.
  var nextTime: Duration? {
    guard head < items.count else { return nil }
    return holdsReplies ? firstFree.map { items[$0].time } : items[head].time
  }

  mutating func schedule(_ delivery: Delivery, at time: Duration, isReply: Bool) {
    if isReply { replies += 1 }
    let item = Item(time: time, delivery: delivery, isReply: isReply)
    var place = items.count
    while place > head, items[place - 1].time > time { place -= 1 }
    items.insert(item, at: place)
  }

  /// Takes out the next event, if it is due by then; nil otherwise.
  mutating func take(until now: Duration) -> Delivery? {
    guard let place = holdsReplies ? firstFree : (head < items.count ? head : nil), items[place].time <= now else {
      return nil
    }
    let item = items[place]
    if item.isReply { replies -= 1 }
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

  /// Takes back every reply: the call that it belongs to has been given up.
  mutating func dropReplies() {
    guard replies > 0 else { return }
    items = items[head...].filter { !$0.isReply }
    head = 0
    replies = 0
  }

  mutating func holdReplies() { holdsReplies = true }

  mutating func releaseReplies() { holdsReplies = false }

  private var firstFree: Int? { items[head...].firstIndex { !$0.isReply } }
}
