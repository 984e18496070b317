// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// A call that the run has given up, and that the SDK may answer all the same: "Late replies" of `Documentation/Semantics.md`.
struct LateCall: Sendable, Hashable {
  /// The row in which its step makes it.
  let row: UInt16
  /// When the SDK's time for it is over, in milliseconds since the start of the run; as a ``CallTime``.
  var until: Int64
}

extension FlowMachine {
  /// The reply to the call of a row will not be heard: what it may set up is set up, for nobody knows otherwise.
  ///
  /// - Parameter due: when the SDK's time for the call is over.
  @inline(__always)
  mutating func giveUp(_ row: UInt16, due: Int64) {
    guard program.rows[Int(row)].call >= 0 else { return }
    for index in program.rows[Int(row)].replies { setUpBits |= program.replies[Int(index)].setsUp }
    if program.rows[Int(row)].lateBit != 0 { expectLate(row, due: due) }
  }

  /// From now on the reply to the call of a row is a late one, if it still comes.
  @inline(never)
  private mutating func expectLate(_ row: UInt16, due: Int64) {
    let until = CallTime.running(due, at: now)
    guard until > now, !isClosed(phase) else { return }
    let (origin, bit) = (program.rows[Int(row)].origin, program.rows[Int(row)].lateBit)
    var calls = late
    if let place = calls.firstIndex(where: { program.rows[Int($0.row)].lateBit == bit }) {
      calls[place].until = max(until, CallTime.running(calls[place].until, at: now))
    } else {
      calls.append(LateCall(row: origin, until: until))
    }
    late = calls
    settleTimes()
  }

  /// The late calls whose replies may still come, as bits.
  var lateBits: UInt32 {
    late.reduce(0) { bits, call in
      CallTime.running(call.until, at: now) >= now ? bits | program.rows[Int(call.row)].lateBit : bits
    }
  }

  /// Whether what has come as a reply to the call of a row shows nothing, as it may be a late reply to another one.
  ///
  /// If it may, the reply to the call itself may come late.
  ///
  /// - Parameter due: when the SDK's time for the call is over.
  @inline(never)
  mutating func isBlurred(_ reply: ReplyRow, atRow row: UInt16, due: Int64, _ effects: inout Effects) -> Bool {
    let bits = lateBits
    guard bits & reply.doubt.sharedWith != 0 else { return false }
    if program.rows[Int(row)].lateBit != 0 { expectLate(row, due: due) }
    guard bits & reply.doubt.blurredBy != 0 else { return false }
    let other = late.first { program.rows[Int($0.row)].lateBit & reply.doubt.blurredBy != 0 }
    if let other { effects.mark(now, .blurred(late: other.row, reply.earns)) }
    return true
  }

  /// Whether an event that is kept for a frame below may show something when that frame takes it, or one below.
  ///
  /// Told when it comes: by the time it is taken, what is late may be another call.
  mutating func mayEarn(_ occurrence: Occurrence, keptAt index: Int, _ effects: inout Effects) -> Bool {
    guard rare != nil, !late.isEmpty else { return true }
    let bits = lateBits
    var isClear = true
    for place in (0...index).reversed() {
      let frame = below[place]
      guard program.rows[Int(frame.row)].call >= 0,
        let reply = program.declaredReply(occurrence, atRow: Int(frame.row), answering: frame.data)
      else { continue }
      if place == index {
        isClear = !isBlurred(reply, atRow: frame.row, due: frame.replyDue, &effects)
      } else if bits & reply.doubt.blurredBy != 0 {
        isClear = false
      }
    }
    return isClear
  }

  /// What takes the proofs away ends what may come late, and what the flow itself has open will not come late.
  mutating func endLate() {
    if !late.isEmpty { late = [] }
    if below.isEmpty {
      if program.rows[Int(top.row)].lateBit != 0 { top.replyDue = now }
    } else if program.rows[Int(below[0].row)].lateBit != 0 {
      below[0].replyDue = now
    }
  }

  /// The SDK answers no more what it superseded by accepting a call.
  mutating func supersede(_ bits: UInt32) {
    guard rare != nil, !late.isEmpty else { return }
    late = late.filter { program.rows[Int($0.row)].lateBit & bits == 0 }
  }
}
