// SPDX-License-Identifier: Apache-2.0

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
  /// Whether the SDK answers other calls no more once it has accepted this one.
  var isSuperseding = false
  /// Whether the call may say who the user is.
  var mayName = false
}
