// SPDX-License-Identifier: Apache-2.0

/// One layer of a run: the flow itself at the bottom, an open interrupt above it.
struct Frame: Sendable {
  enum State: UInt8, Sendable {
    /// A question is open; or a `wait:` step, or a step whose call is open, waits for the SDK.
    case waiting
    /// A call was made, and the SDK has not yet said whether it takes it.
    case calling
    /// The security modules were asked, and have not all answered.
    case asking
  }

  /// A message about an interrupt that is over: it is shown once.
  enum News: UInt8, Sendable {
    case none
    case untold
    case shown
  }

  var step: UInt16
  /// Where it waits: the step's first row when no call is open, else the row of the open call.
  var row: UInt16
  /// The row of the call that the SDK has not yet taken.
  var pendingRow: UInt16 = 0
  var state = State.waiting
  /// How many calls in a row the SDK refused here.
  var refusals: UInt8 = 0
  /// The message to show at the next question; -1 for the step's own.
  var say: Int16 = -1
  /// Whether that message came with a `resume`.
  var news = News.none
  /// One byte for all, since a run has a frame of its own.
  private var doubts: Doubts = []
  /// The number of the open question; 0 for none.
  ///
  /// Below an interrupt the question is void, and is asked again.
  var request: UInt32 = 0
  /// The number with which the SDK last refused a call here; 0 for none.
  var refusal: Int32 = 0
  /// How many of `kept`, from the last backwards, may still earn: proofs were lost since the others came.
  var fresh: Int32 = 0
  /// When it times out, in milliseconds since the start of the run.
  var deadline = Int64.max
  /// When the SDK's time for the open call is over, by the contract; told for interrupts, and where its reply may be mistaken
  /// for another.
  var replyDue = Int64.max
  /// The event that the step was entered with.
  var data: Occurrence?
  /// Events that are for this frame, and came while another was above it.
  var kept: [Occurrence] = []

  /// What stands between its call and what the reply is worth.
  private struct Doubts: OptionSet {
    let rawValue: UInt8

    static let isForAnother = Doubts(rawValue: 1)
    static let isVoid = Doubts(rawValue: 2)
    static let isOld = Doubts(rawValue: 4)
  }

  private subscript(doubt: Doubts) -> Bool {
    get { doubts.contains(doubt) }
    set { if newValue { doubts.insert(doubt) } else { doubts.remove(doubt) } }
  }

  /// Whether the user has changed since its call was made: what does not name the user is no word about this one.
  var isForAnother: Bool {
    get { self[.isForAnother] }
    set { self[.isForAnother] = newValue }
  }

  /// Whether the SDK answers its call no more: proofs were lost since, or it was superseded.
  var isVoid: Bool {
    get { self[.isVoid] }
    set { self[.isVoid] = newValue }
  }

  /// Whether a step that an `after` names was entered since its call was made.
  var isOld: Bool {
    get { self[.isOld] }
    set { self[.isOld] = newValue }
  }

  init(step: UInt16, row: UInt16, data: Occurrence? = nil) {
    self.step = step
    self.row = row
    self.data = data
  }

  /// - Parameter mayEarn: false if proofs were lost since it came.
  mutating func keep(_ occurrence: Occurrence, mayEarn: Bool) {
    kept.append(occurrence)
    fresh = mayEarn ? fresh + 1 : 0
  }

  /// Takes over what was kept for a frame above it that goes away: behind what was kept before proofs were lost, too.
  mutating func takeOver(_ others: [Occurrence], fresh othersFresh: Int32) {
    let stale = others.count - Int(othersFresh)
    kept.insert(contentsOf: others[..<stale], at: kept.count - Int(fresh))
    kept += others[stale...]
    fresh += othersFresh
  }

  /// Takes out what was kept first, and whether it may still earn.
  mutating func takeKept() -> (occurrence: Occurrence, mayEarn: Bool) {
    let mayEarn = Int(fresh) == kept.count
    if mayEarn { fresh -= 1 }
    return (kept.removeFirst(), mayEarn)
  }
}
