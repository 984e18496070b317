// SPDX-License-Identifier: Apache-2.0

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
