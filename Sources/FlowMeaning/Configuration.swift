// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph

/// Where a run is, as far as the relation tells: its frames, the interrupts that wait, and what it has come to.
package struct Configuration: Sendable, Hashable {
  /// The flow's own layer, or an open interrupt.
  package struct Frame: Sendable, Hashable {
    package var place: Place
    /// Events that are for this frame, and came while another was above it.
    package var kept: [Kept] = []
    /// Replies that may have come before something changed above the frame: each changed nothing then, and is taken when the frame
    /// is bare.
    var early: [Kept] = []
    /// Whether the frame has come to its place while something is kept for it: it asks first.
    var hasArrived = false
    /// Whether the SDK answers the open call no more: proofs were lost since, or it was superseded.
    var isVoid = false
    /// Whether another user may have been named since the open call was made.
    var isForAnother = false

    package init(_ place: Place) { self.place = place }

    /// Whether something came for the frame, or may have, that it has still to take.
    var hasToTake: Bool { !kept.isEmpty || !early.isEmpty }

    fileprivate var flags: Int { (hasArrived ? 1 : 0) | (isVoid ? 2 : 0) | (isForAnother ? 4 : 0) }

    /// The call that was open is so no more: what was said of it says nothing of the next one.
    mutating func leaveCall() { (isVoid, isForAnother) = (false, false) }
  }

  /// An event whose facts are so already, and that a frame has still to take.
  package struct Kept: Sendable, Hashable {
    package let signal: Signal
    /// Whether it still shows what the contract says: not once proofs were lost after it came.
    package var mayEarn: Bool
    /// Whether it is the reply to a call that was owed, whatever call the frame has open.
    var isOfOwed = false
  }

  /// The flow's own frame first, the frame at work last.
  package var frames: [Frame]
  /// Interrupts that wait for the one at work, as indices of the steps: the highest first, those of one rank in the order of their
  /// arrival.
  package var waiting: [Int] = []
  /// Whether what is kept for the frame at work comes before interrupts that wait, since one has closed what was above it.
  var takesUp = false
  /// The interrupts that may have waited for one that has just left the frame at work, by ``Relation/waitingBit(of:)``: they open before
  /// the frame takes what came for it.
  var mayWait: UInt64 = 0
  /// The interrupts that may have come while another was open and before something changed there, by the same bits: at that moment they
  /// changed nothing.
  var hadNothingToChange: UInt64 = 0
  /// The owed calls that the SDK may have had its time for before they were owed, as in ``Relation/owable``.
  var mayLapse: UInt8 = 0
  /// The calls that were late until the event that has just come: it may be a reply to one of them, and none comes after it.
  var ending = LateBits.none
  /// Whether that event has ended the open call of the flow's own frame in the same way.
  var endsOwn = false
  package var assurance: Assurance

  /// All that tells many of them apart, in few pieces: it is asked for all the time.
  package func hash(into hasher: inout Hasher) {
    for frame in frames {
      hasher.combine(frame.place)
      hasher.combine(frame.flags << 16 | frame.kept.count << 8 | frame.early.count)
      for kept in frame.kept { hasher.combine(kept.signal) }
    }
    hasher.combine(waiting)
    hasher.combine(mayWait ^ hadNothingToChange << 1 ^ UInt64(mayLapse) << 56)
    hasher.combine(assurance)
  }

  package init(at place: Place, _ assurance: Assurance) {
    frames = [Frame(place)]
    self.assurance = assurance
  }

  /// Whether the flow's own frame is at work, and nothing waits for it.
  package var isAtRest: Bool {
    frames.count == 1 && waiting.isEmpty && !frames[0].hasToTake
  }

  /// The interrupt that asks, as a step, and the phase; nil if none does.
  package var asking: (step: Int, phase: UInt8)? {
    guard frames.count > 1, top.place.isAsking, !top.hasToTake else { return nil }
    return (top.place.step, assurance.phase)
  }

  /// The step or interrupt at work, as an index.
  package var stepAtWork: Int { top.place.step }

  var top: Frame { frames[frames.count - 1] }

  /// Puts the frame at work elsewhere.
  mutating func put(at place: Place) {
    let index = frames.count - 1
    if place.site == nil || place.site != top.place.site { frames[index].leaveCall() }
    frames[index].place = place
  }
}

/// One thing that happens to a run, and what becomes of it.
package struct Passage: Sendable {
  /// What becomes of the run.
  package enum Outcome: Sendable {
    case goesOn(Configuration)
    case ends(EndID)
    /// Over as a failure that no line leads to.
    case fails
  }

  package internal(set) var outcome: Outcome
  /// What the run has come to then.
  package let assurance: Assurance
  /// What success ends of flows inside claim that are passed on the way.
  package let claim: ClaimID
  /// The step that the flow's own frame enters, as an index; nil for none.
  package let entered: Int?
  /// Whether the frame at work has come to a step, or asks again at its own.
  package var arrives = false
  /// The part of the step whose call the SDK takes; nil if it takes none.
  package var taken: Origin?
  /// Whether it is an interrupt that comes: nobody can wait for one.
  package var isInterrupt = false
  /// The step at work before; where the author wrote the way on, nil where nothing is written.
  package let step: Int
  package let range: SourceRange?
}
