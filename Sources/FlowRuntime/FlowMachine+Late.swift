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
  /// Whether the user has changed since it was made.
  var isForAnother: Bool
  /// Whether a step that an `after` names was entered since it was made.
  var isOld: Bool
}

extension FlowMachine {
  /// The reply to the call of a row will not be heard: what it may set up is set up, for nobody knows otherwise.
  ///
  /// - Parameters:
  ///   - due: when the SDK's time for the call is over.
  ///   - isForAnother: whether the user has changed since it was made.
  ///   - isOld: whether a step that an `after` names was entered since it was made.
  @inline(__always)
  mutating func giveUp(_ row: UInt16, due: Int64, isForAnother: Bool, isOld: Bool) {
    guard program.rows[Int(row)].call >= 0 else { return }
    for index in program.rows[Int(row)].replies { setUpBits |= program.replies[Int(index)].setsUp }
    if program.rows[Int(row)].lateBit != 0 { expectLate(row, due: due, isForAnother: isForAnother, isOld: isOld) }
  }

  /// From now on the reply to the call of a row is a late one, if it still comes.
  @inline(never)
  private mutating func expectLate(_ row: UInt16, due: Int64, isForAnother: Bool, isOld: Bool) {
    let until = CallTime.running(due, at: now)
    guard until > now, !isClosed(phase) else { return }
    let call = LateCall(
      row: program.rows[Int(row)].origin, until: until, isForAnother: isForAnother, isOld: isOld)
    late = merged(late + [call])
    settleTimes()
  }

  /// Calls whose replies are mistaken for each other are one, which ends with the last of them.
  private func merged(_ calls: [LateCall]) -> [LateCall] {
    calls.reduce(into: []) { merged, call in
      let known = merged.firstIndex {
        bit(of: $0) == bit(of: call) && $0.isForAnother == call.isForAnother && $0.isOld == call.isOld
      }
      guard let known else { return merged.append(call) }
      merged[known].until = max(
        CallTime.running(merged[known].until, at: now), CallTime.running(call.until, at: now))
    }
  }

  private func bit(of call: LateCall) -> UInt32 { program.rows[Int(call.row)].lateBit }

  /// The late calls whose replies may still come.
  private var stillLate: [LateCall] { late.filter { CallTime.running($0.until, at: now) >= now } }

  /// Those whose reply may have come just now: they are late, or were until the event came.
  private var lateJustNow: [LateCall] { rare == nil ? [] : stillLate + ending }

  /// The other calls whose reply may have come just now: those that are late, and those that are open below a frame.
  private func others(under depth: Int) -> [LateCall] {
    var calls = lateJustNow
    for index in 0..<depth where program.rows[Int(below[index].row)].lateBit != 0 {
      let frame = below[index]
      let isVoid = frame.isVoid && !(index == 0 && rare?.endsOwn ?? false)
      guard !isVoid, CallTime.running(frame.replyDue, at: now) >= now else { continue }
      calls.append(
        LateCall(
          row: program.rows[Int(frame.row)].origin, until: frame.replyDue, isForAnother: frame.isForAnother,
          isOld: frame.isOld))
    }
    return calls
  }

  /// The late calls whose replies may still come, as bits.
  var lateBits: LateBits {
    guard rare != nil else { return .none }
    return stillLate.reduce(into: .none) { bits, call in
      bits.all |= bit(of: call)
      if call.isForAnother { bits.foreign |= bit(of: call) }
      if call.isOld { bits.old |= bit(of: call) }
    }
  }

  /// Whether what has come as a reply to the call of a frame shows nothing, as it may be a reply to another one.
  ///
  /// If it may, the reply to the call itself may come late.
  ///
  /// - Parameters:
  ///   - row: the row of the call.
  ///   - frame: the frame that has made it.
  ///   - depth: how many frames are below that.
  @inline(never)
  mutating func isBlurred(
    _ reply: ReplyRow, by occurrence: Occurrence, atRow row: UInt16, of frame: Frame, under depth: Int,
    _ effects: inout Effects
  ) -> Bool {
    let others = others(under: depth).filter { bit(of: $0) & reply.doubt.sharedWith != 0 }
    guard !others.isEmpty else { return false }
    if program.rows[Int(row)].lateBit != 0 {
      expectLate(row, due: frame.replyDue, isForAnother: frame.isForAnother, isOld: frame.isOld)
    }
    guard let (other, why) = doubt(of: reply, by: occurrence, others) else { return false }
    effects.mark(now, .blurred(row: other.row, why, reply.earns))
    return true
  }

  /// The other call whose reply may have come, and would not show what the reply shows; nil for none.
  private func doubt(
    of reply: ReplyRow, by occurrence: Occurrence, _ others: [LateCall]
  ) -> (LateCall, TraceMark.Doubt)? {
    guard reply.earns != 0 else { return nil }
    for call in others {
      if bit(of: call) & reply.doubt.blurredBy != 0 { return (call, .late) }
      if call.isForAnother, occurrence.user == nil, bit(of: call) & reply.doubt.sharedWith != 0 {
        return (call, .foreign)
      }
    }
    return nil
  }

  /// The other call, made before a step which an `after` names was entered, whose reply may have come; nil for none.
  ///
  /// - Parameter depth: how many frames are below that to which the reply has come.
  func oldCall(_ reply: ReplyRow, under depth: Int) -> LateCall? {
    others(under: depth).first { $0.isOld && bit(of: $0) & reply.doubt.sharedWith != 0 }
  }

  /// Whether an event that is kept for a frame below may show something when that frame takes it, or one below.
  ///
  /// Told when it comes: by the time it is taken, what is late may be another call.
  mutating func mayEarn(_ occurrence: Occurrence, keptAt index: Int, _ effects: inout Effects) -> Bool {
    guard rare != nil || index > 0 else { return true }
    var isClear = true
    for place in (0...index).reversed() {
      let frame = below[place]
      guard program.rows[Int(frame.row)].call >= 0,
        let reply = program.declaredReply(occurrence, atRow: Int(frame.row), answering: frame.data)
      else { continue }
      let isBlurred =
        place == index
        ? isBlurred(reply, by: occurrence, atRow: frame.row, of: frame, under: place, &effects)
        : doubt(of: reply, by: occurrence, others(under: place)) != nil
      // What cannot be fresh is not told apart here.
      if isBlurred || oldCall(reply, under: place) != nil { isClear = false }
    }
    return isClear
  }

  /// What takes the proofs away ends what may come late, and what the flow itself has open will not come late.
  mutating func endLate() {
    if !late.isEmpty { late = [] }
    if below.isEmpty { void(&top) } else { void(&below[0]) }
    settleTimes()
  }

  /// The SDK answers the call of a frame no more.
  ///
  /// - Parameter isOfInterrupt: whether the call would be owed once the frame is gone.
  private func void(_ frame: inout Frame, isOfInterrupt: Bool = false) {
    let mayBeLate = program.rows[Int(frame.row)].lateBit != 0
    guard mayBeLate || isOfInterrupt else { return }
    frame.replyDue = now
    if mayBeLate { frame.isVoid = true }
  }

  /// The SDK answers no more what it superseded by accepting the call of a row: that is neither late nor owed.
  mutating func supersede(by row: Row, _ effects: inout Effects) {
    if !late.isEmpty { late = late.filter { bit(of: $0) & row.supersedes == 0 } }
    let program = program
    let calls = program.flow.contract.calls[Int(row.call)].supersedes
    func isMeant(_ call: Int32) -> Bool { calls.contains { Int32($0.index) == call } }
    if isMeant(program.rows[Int(top.row)].call) { void(&top, isOfInterrupt: !below.isEmpty) }
    for index in below.indices where isMeant(program.rows[Int(below[index].row)].call) {
      void(&below[index], isOfInterrupt: index > 0)
    }
    for freed in owed.map(\.call) where isMeant(Int32(freed)) { effects.mark(now, .freed(call: freed)) }
    owed.removeAll { isMeant(Int32($0.call)) }
    settleTimes()
  }

  /// Another user is named, or may be: what was asked before was asked for another.
  ///
  /// - Parameter sparesNaming: whether that holds for no call that has said who the user is.
  mutating func estrange(sparingNaming sparesNaming: Bool = false) {
    let program = program
    func isMeant(_ row: UInt16) -> Bool {
      program.rows[Int(row)].call >= 0
        && !(sparesNaming && program.rows[Int(program.rows[Int(row)].origin)].mayName)
    }
    if isMeant(top.row) { top.isForAnother = true }
    for index in below.indices where isMeant(below[index].row) { below[index].isForAnother = true }
    markLate { if isMeant($0.row) { $0.isForAnother = true } }
  }

  /// A step that an `after` names is entered: what was asked before says nothing of what comes after it.
  mutating func age() { markLate { $0.isOld = true } }

  private mutating func markLate(_ mark: (inout LateCall) -> Void) {
    guard !late.isEmpty else { return }
    var calls = late
    for index in calls.indices { mark(&calls[index]) }
    late = merged(calls)
    settleTimes()
  }
}
