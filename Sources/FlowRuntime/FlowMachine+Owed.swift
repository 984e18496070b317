// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// A call of an interrupt that is gone, whose reply has not come.
///
/// The SDK works on it still: until then, a second call of the name could not be told from it by its reply.
struct OwedCall: Sendable, Hashable {
  /// The call, as an index into the contract's.
  let call: UInt16
  /// When the SDK's time for it is over, in milliseconds since the start of the run; as a ``CallTime``.
  var until: Int64
}

extension FlowMachine {
  /// An interrupt goes away: what was kept for it is of no use to anybody, and its call is owed.
  mutating func drop(_ frame: Frame, _ effects: inout Effects) {
    for occurrence in frame.kept { effects.mark(now, .dropped(occurrence)) }
    leaveCall(of: frame, &effects)
  }

  /// The call of a frame that goes away is given up, and owed unless its reply is among what was kept.
  mutating func leaveCall(of frame: Frame, _ effects: inout Effects) {
    giveUp(frame.row, due: frame.replyDue, isForAnother: frame.isForAnother, isOld: frame.isOld)
    if replyKept(for: frame) == nil { owe(frame, &effects) }
  }

  /// Where among the events that are kept for a frame the reply to its own call may be; nil for nowhere.
  func replyKept(for frame: Frame) -> Int? {
    let call = program.rows[Int(frame.row)].call
    return call < 0 ? nil : frame.kept.firstIndex { program.mayAnswer($0, UInt16(call)) }
  }

  /// An interrupt goes away, and the reply to its call has not come.
  mutating func owe(_ frame: Frame, _ effects: inout Effects) {
    let row = Int(frame.row)
    guard program.rows[row].call >= 0, !program.rows[row].replies.isEmpty,
      CallTime.running(frame.replyDue, at: now) > now,
      !isClosed(phase), !owes(program.rows[row].call)
    else { return }
    let call = UInt16(program.rows[row].call)
    owed.append(OwedCall(call: call, until: frame.replyDue))
    effects.mark(now, .owed(call: call))
  }

  /// Whether the SDK still has to answer a call of that name whose interrupt is gone.
  func owes(_ call: Int32) -> Bool { owed.contains { Int32($0.call) == call } }

  /// When the SDK's time for an owed call is over; nil if it owes none of that name.
  ///
  /// `max` if nobody knows, since its time stands still.
  func dueTime(of call: Int32) -> Int64? {
    owed.first { Int32($0.call) == call }.map { $0.until < 0 ? .max : $0.until }
  }

  /// When the SDK's time for the first of the owed calls is over; `max` for never.
  var nextDueTime: Int64 { owed.reduce(Int64.max) { $1.until < 0 ? $0 : min($0, $1.until) } }

  /// The SDK is in another phase; if it is a closed one, nothing that it owed will come any more.
  mutating func enterPhase(_ entered: UInt8, _ effects: inout Effects) {
    if !program.sessionCounters.isEmpty, program.isSignedIn(in: phase) != program.isSignedIn(in: entered) {
      beginSession()
    }
    phase = entered
    effects.mark(now, .phase(entered))
    if program.isSignedIn(in: entered) { holdGates() }
    guard !owed.isEmpty || rare != nil, isClosed(entered) else { return }
    owed.removeAll()
    if rare != nil { late = [] }
  }

  func isClosed(_ phase: UInt8) -> Bool { program.flow.contract.phases[Int(phase)].isClosed }

  /// An event comes while a reply is owed.
  ///
  /// A result that may be that reply is nobody's. Anything else goes its way, but is the answer all the same.
  @inline(never)
  mutating func deliverPastOwed(_ occurrence: Occurrence, _ effects: inout Effects) {
    guard let place = owed.firstIndex(where: { program.mayAnswer(occurrence, $0.call) }) else {
      return deliver(occurrence, mayEarn: true, &effects)
    }
    let asked = lastRequest
    let call = owed.remove(at: place).call
    if program.events[Int(occurrence.id)].kind == .result {
      effects.mark(now, .dropped(occurrence))
      effects.mark(now, .freed(call: call))
    } else {
      effects.mark(now, .freed(call: call))
      deliver(occurrence, mayEarn: true, &effects)
    }
    if lastRequest == asked { offerAgain([call], &effects) }
  }

  /// Calls that the SDK owes for longer than it may may be made again.
  ///
  /// At one moment events come before timers: the reply may be the very input.
  @inline(never)
  mutating func forgive(before input: MachineInput, _ effects: inout Effects) {
    let isEvent = if case .event = input { true } else { false }
    let free = owed.filter { $0.until >= 0 && (isEvent ? $0.until < now : $0.until <= now) }.map(\.call)
    guard !free.isEmpty else { return }
    owed.removeAll { free.contains($0.call) }
    for call in free { effects.mark(now, .freed(call: call)) }
    // Any other input asks by itself, or is an answer to the question that is open.
    switch input {
    case .event, .tick: offerAgain(free, &effects)
    default: break
    }
  }

  /// The open question is asked again if its step may make one of the calls.
  private mutating func offerAgain(_ calls: [UInt16], _ effects: inout Effects) {
    guard !hasEnded, top.request != 0, top.state == .waiting, program.offers(calls, atStep: top.step) else { return }
    ask(&effects)
  }
}

extension Program {
  /// Whether an event may be the reply to a call, however it came out.
  fileprivate func mayAnswer(_ occurrence: Occurrence, _ call: UInt16) -> Bool {
    flow.contract.calls[Int(call)].replies.contains { $0.event.index == occurrence.id }
  }

  /// Whether one of the calls is a step's answer, or that of a choice.
  func offers(_ calls: [UInt16], atStep step: UInt16) -> Bool {
    let row = steps[Int(step)]
    return (Array(row.choices) + (row.callRow == Hop.none ? [] : [row.callRow])).contains { index in
      calls.contains { Int32($0) == rows[Int(index)].call }
    }
  }
}
