// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import Guards
import SDKContract
import Values

/// An event as the machine sees it: numbers only.
struct EventRow: Sendable {
  /// The signal of the first mode's success.
  ///
  /// Each mode has a block of `outcomes` signals. The last but one is for modes that the flow does not distinguish, the
  /// last for a mode that the contract does not know, or none where one is due.
  var firstSignal: UInt32 = 0
  var modes: Range<Int32> = 0..<0
  var codes: Range<Int32> = 0..<0
  var errors: Range<Int32> = 0..<0
  var kind = EventKind.challenge
  /// What the SDK's phase becomes; -1 for no change.
  var phase: Int8 = -1
  var rank: UInt8 = 0
  var losesProofs = false
  var replaces = false
  var barsCalls = false
  var needsAnswer = false
  var isTerminal = false
  var namesUser = false
  var hasModes = false
  /// Whether nothing is so by its mere arrival, and a frame has to take it.
  var isPlain = false
  /// The flow never tells one of its arrivals from another: all are one signal.
  var isCollapsed = true
  /// The interrupt step that opens; -1 if the flow has none.
  var interrupt: Int32 = -1
  /// The events whose interrupts it closes, in `Program.numbers`.
  var cancels: Range<Int32> = 0..<0

  /// Success, other codes, other errors; then the codes and the errors that are distinguished.
  var outcomes: Int { isCollapsed ? 1 : 3 + codes.count + errors.count }
  /// How many blocks of signals the event has.
  var blocks: Int { isCollapsed || !hasModes ? 1 : modes.count + 2 }

  static let success = 0
  static let otherCode = 1
  static let otherError = 2
  static let firstCode = 3

  /// - Parameter mode: nil for none, and for one that the contract does not know.
  func signal(mode: Int?, _ outcome: ReplyOutcome, _ numbers: [Int32]) -> UInt32 {
    if isCollapsed { return firstSignal }
    var block = 0
    if hasModes {
      block = modes.count + 1
      if let mode {
        block = modes.count
        for index in modes where numbers[Int(index)] == mode {
          block = Int(index - modes.lowerBound)
          break
        }
      }
    }
    return firstSignal + UInt32(block * outcomes + place(of: outcome, numbers))
  }

  private func place(of outcome: ReplyOutcome, _ numbers: [Int32]) -> Int {
    switch outcome {
    case .success: return EventRow.success
    case .code(let status):
      for index in codes where numbers[Int(index)] == status {
        return EventRow.firstCode + Int(index - codes.lowerBound)
      }
      return EventRow.otherCode
    case .error(let error):
      for index in errors where error.map({ numbers[Int(index)] == $0 }) ?? false {
        return EventRow.firstCode + codes.count + Int(index - errors.lowerBound)
      }
      return EventRow.otherError
    }
  }
}

/// What a transition does, as numbers.
struct Hop: Sendable {
  enum Kind: UInt8, Sendable {
    case step
    case end
    case stay
    case retry
    case resume
    /// No line names what came, and the step has no `else`.
    case unhandled
  }

  var kind: Kind
  var target: UInt16 = 0
  /// The message to show; -1 for none.
  var say: Int16 = -1
  /// What success ends of flows inside claim that are passed on the way.
  var claim = ClaimID.none

  static let none = UInt16.max
}

/// A step, as numbers.
struct StepRow: Sendable {
  enum Kind: UInt8, Sendable {
    case challenge
    case event
    case call
    case wait
    case gate
    case interrupt
  }

  var kind = Kind.event
  var hasAutos = false
  var hasAnswer = false
  /// How many of its inputs, from the first, are picked from lists.
  var picks: UInt8 = 0
  /// Whether the step has nothing to hand in and nothing to choose, and waits for an event by itself.
  var onlyWaits = false
  /// Whether the step can go on when nothing is offered: it waits for an event or a deadline.
  var mayWait = false
  /// The phases in which something is offered whatever the guards say, as a set of bits.
  var offersIn: UInt8 = 0
  /// The row in which no call is open.
  var firstRow: UInt16 = 0
  /// The row of a `call:` step's own call, or of the answer; `Hop.none` for none.
  var callRow = Hop.none
  /// The rows of the choices, in order.
  var choices: Range<UInt16> = 0..<0
  /// The rows in which the step makes its calls itself.
  var callRows: [UInt16] { (callRow == Hop.none ? [] : [callRow]) + choices }
  /// The event it is for; `UInt16.max` for none.
  var awaited: UInt16 = .max
  /// The mode that the event must have; -1 for any.
  var awaitedMode: Int32 = -1
  /// The status code that the event must carry; -1 for any.
  var awaitedCode: Int32 = -1
  /// Whether the event must have a certain mode or code.
  var isNarrowed: Bool { awaitedMode >= 0 || awaitedCode >= 0 }
  /// Where an interrupt goes at once; `Hop.none` for none.
  var to: UInt16 = Hop.none
  var say: Int16 = -1
  /// How many answers the SDK may take; 0 for no limit.
  var tries: UInt16 = 0
  var triesCounter: Int16 = -1
  /// In milliseconds; 0 for no limit.
  var within: Int64 = 0
  /// What a `gate:` step asks the security modules, as a set of bits.
  var gate: UInt8 = 0
  /// Whether it requires something before it does anything.
  var requires = false
  /// Its place among the steps that an `after` names; -1 for none.
  var after: Int16 = -1
}

/// What may come back at a step while one of its calls is open, or while none is.
struct Row: Sendable {
  var step: UInt16 = 0
  /// The call that is open; -1 for none.
  var call: Int32 = -1
  /// Where its cells begin.
  var cells: Int32 = 0
  /// The row whose call is open, where a `wait:` step carries it on; else the row itself.
  var origin: UInt16 = 0
  /// What happens when no line names what came.
  var otherwise: UInt16 = 0
  var accepted = Hop.none
  var timeout = Hop.none
  var exhausted = Hop.none
  var allow = Hop.none
  var deny = Hop.none
  /// Hops by refusal number, as a range of `Program.refusals`; the number -1 stands for any.
  var refusals: Range<Int32> = 0..<0
  var replies: Range<Int32> = 0..<0
  /// Arguments, in `Program.arguments`.
  var arguments: Range<Int32> = 0..<0
  /// Whether the choice that makes it has a guard.
  var hasGuard = false
  /// Whether a field of the event must be true for the call to be legal.
  var requiresField = false
  /// Whether the choice is confirmed first.
  var isConfirmed = false
  /// Whether an argument comes out of the event, and may be missing there.
  var readsEvent = false
  var hasEcho = false
  /// The SDK's accepting it is all there is.
  var leadsToNothing = false
  var losesProofs = false
  var entersPhase: Int8 = -1
  /// The phases in which the call is legal, as a set of bits.
  var phases: UInt8 = .max
  /// How long the SDK may take, in milliseconds; 0 for no limit.
  var patience: Int64 = 0
  /// The counter of `max`; -1 for none.
  var counter: Int16 = -1
  var max: UInt16 = 0
  /// The place of the last use, for `every`; -1 for none.
  var cooldown: Int16 = -1
  var every: Int64 = 0
  /// The counter of uses in a session or by a user, or of those with success; -1 for none.
  var scopedCounter: Int16 = -1
  /// How far that one goes.
  var scopedMax: UInt16 = 0
  /// Whether only a reply that is a success draws on it.
  var isDrawnBySuccess = false
  /// Whether the call is the step's answer, and costs a try.
  var isAnswer = false
  /// What the security modules are asked before the call is made, as a set of bits.
  var gate: UInt8 = 0
  /// The late replies to the call, as a bit of ``LateCall``; 0 if its reply is mistaken for nothing.
  var lateBit: UInt32 = 0
  /// The late calls that the SDK answers no more once it has accepted this one, as a set of bits.
  var supersedes: UInt32 = 0
  /// Whether the call may say who the user is.
  var mayName = false
}

/// What a call's reply brings.
struct ReplyRow: Sendable {
  var signal: UInt32
  /// Whether the call has done what it is for.
  var isSuccess: Bool
  var earns: UInt32
  var enrols: UInt32
  /// What it may set up, whatever the run knows of its arguments: that earns nothing any more.
  var setsUp: UInt32
  /// Only when the answered event had this mode; -1 for any.
  var underMode: Int32
  /// The path to the ids that must be those of the answered event, in `Program.echoes`; -1 for none.
  var echo: Int16
  /// The late calls whose reply it could be, and those whose reply would show less.
  var doubt: LateCalls.Doubt
}
