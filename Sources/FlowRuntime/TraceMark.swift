// SPDX-License-Identifier: Apache-2.0

/// One thing that happened in a run, as the machine notes it: numbers, which ``TraceEntry`` turns into words.
public struct TraceMark: Sendable {
  /// Why a reply shows less than it would.
  package enum Doubt: Sendable {
    /// It may be a late reply to a call that shows less.
    case late
    /// The call may have been made for another user.
    case foreign
    /// It may be a reply to a call that was made before a step which an `after` names.
    case old
  }

  package enum What: Sendable {
    case started
    case entered(step: UInt16)
    case asked(request: UInt32, step: UInt16, say: Int16)
    case answered(request: UInt32, step: UInt16, choice: Int16)
    /// How many items the first pick of a step offers.
    case offered(step: UInt16, count: Int)
    /// The item that was picked for an input, an index: its place, counted from 1, of so many.
    case picked(step: UInt16, input: Int, place: Int, count: Int)
    case declined(step: UInt16, choice: Int16)
    case refused(step: UInt16, Refusal)
    case called(row: UInt16)
    case accepted(row: UInt16)
    case rejected(row: UInt16, code: Int32)
    case arrived(Occurrence)
    case noticed(Occurrence)
    /// A result that nobody waits for any more.
    case dropped(Occurrence)
    /// For a frame below an open interrupt.
    case kept(Occurrence, step: UInt16)
    /// An interrupt that waits for the one that is open.
    case queued(Occurrence)
    case interrupted(step: UInt16)
    /// A hop by what was written, or by nothing that was.
    case took(hop: UInt16, step: UInt16)
    case undeclared(Occurrence)
    /// An interrupt that the flow has no entry for.
    case unlisted(Occurrence)
    case gated(step: UInt16, [String])
    /// The security modules are asked before a call is made.
    case gatedCall(row: UInt16, [String])
    case allowed(step: UInt16)
    case denied(step: UInt16, [String])
    case timedOut(step: UInt16)
    case background
    case foreground
    /// A run was taken up from a snapshot.
    case reopened(step: UInt16)
    /// Nothing is offered, or the step's own call may not be made again.
    case exhausted(step: UInt16)
    /// The tries of the step are spent.
    case spent(step: UInt16)
    case resumed(step: UInt16)
    case earned(UInt32)
    case enrolled(UInt32)
    /// These were shown, and earn nothing: they were set up in this run.
    case selfMade(UInt32)
    /// These would be shown if the reply were surely that to the open call: it may be one to the call of this row.
    case blurred(row: UInt16, Doubt, UInt32)
    case lost
    case phase(UInt8)
    case guardFailed(step: UInt16, choice: Int16, why: String)
    case unresolvable(row: UInt16)
    case tooManyMoves(step: UInt16)
    case abandoned(UInt16)
    /// A failed run could not make the call with which it leaves: this interrupt is undecided.
    case stranded(call: UInt16, event: UInt16)
    /// The SDK refused that call.
    case refusedOut(call: UInt16, code: Int32)
    /// The interrupt of a call is gone, and its reply has not come.
    case owed(call: UInt16)
    /// That reply has come, or will not come any more.
    case freed(call: UInt16)
    /// A success end was not reached.
    case fellShort(Shortfall)
    case ended(RunEnd)
  }

  /// Milliseconds since the start of the run.
  package let time: Int64
  package let what: What

  package init(time: Int64, what: What) {
    self.time = time
    self.what = what
  }
}
