// SPDX-License-Identifier: Apache-2.0

/// The moment at which the time of a call is over; or what is left of it, while it stands still.
///
/// Why one number for both, and what is left as one below 0: hardly a run ever has a call whose time stands still, so that
/// this takes no room.
enum CallTime {
  static func of(_ time: Int64, isStopped: Bool, at now: Int64) -> Int64 {
    isStopped ? stopped(time, at: now) : running(time, at: now)
  }

  /// What is left of it from now on.
  private static func stopped(_ time: Int64, at now: Int64) -> Int64 {
    time == .max || time < 0 ? time : ~max(0, time - now)
  }

  /// The moment, if it goes on now.
  static func running(_ time: Int64, at now: Int64) -> Int64 { time < 0 ? now + ~time : time }
}

extension FlowMachine {
  /// The time of an open call stands still while an interrupt that wants an answer is open or waits above it, and goes on
  /// with what was left: the SDK cannot go on with the call before it has its answer.
  ///
  /// To be called whenever interrupts have opened, waited or gone.
  mutating func settleTimes() {
    top.settle(isStopped: false, at: now)
    var isStopped = !below.isEmpty && wantsAnswer(top) || waiting.contains { program.events[Int($0.id)].needsAnswer }
    for index in below.indices.reversed() {
      below[index].settle(isStopped: isStopped && isCalling(below[index]), at: now)
      isStopped = isStopped || index > 0 && wantsAnswer(below[index])
    }
    for index in owed.indices {
      // What the interrupt itself asks for again would be waited for without end.
      let isStopped = isStopped && !program.offers([owed[index].call], atStep: top.step)
      owed[index].until = CallTime.of(owed[index].until, isStopped: isStopped, at: now)
    }
    guard rare != nil, !late.isEmpty else { return }
    late = late.map { call in
      var call = call
      call.until = CallTime.of(call.until, isStopped: isStopped, at: now)
      return call
    }
  }

  private func wantsAnswer(_ frame: Frame) -> Bool {
    program.steps[Int(frame.step)].awaitedEvent.map { program.events[$0].needsAnswer } ?? false
  }

  /// A moment for a snapshot, as if the time went on; nil for never.
  func moment(_ time: Int64) -> Int64? { time == .max ? nil : CallTime.running(time, at: now) }
}

extension Frame {
  fileprivate mutating func settle(isStopped: Bool, at now: Int64) {
    deadline = CallTime.of(deadline, isStopped: isStopped, at: now)
    replyDue = CallTime.of(replyDue, isStopped: isStopped, at: now)
  }
}
