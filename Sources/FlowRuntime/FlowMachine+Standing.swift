// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
import FlowMeaning
package import SDKContract
import Values

/// Where a run stands, as far as what may come next hangs on it.
///
/// Left out are the exact time, the numbers of questions, messages, cooldowns and what the user has set up. Of events it tells
/// which object it is: two runs are compared that were given the same objects.
package struct Standing: Sendable, Hashable {
  /// The flow's own layer first, then the open interrupts.
  package let layers: [Layer]
  /// The contract's phase.
  package let phase: PhaseID
  let waiting: [ObjectIdentifier]
  let held: [ObjectIdentifier]
  let owed: [UInt16]
  let proofs: UInt32
  let grounds: Grounds
  let drawn: [Draws]
  let drawnByUser: [DrawnByUser]
  let isOver: Bool
  let hasBegun: Bool

  /// Of most that tells standings apart one number is made first: to hash each part by itself takes several times as long.
  package func hash(into hasher: inout Hasher) {
    var sum = UInt64(phase.index)
    func add(_ number: UInt64) { sum = (sum ^ number) &* 0x9E37_79B9_7F4A_7C15 }
    func add(_ objects: [ObjectIdentifier]) { for object in objects { add(UInt64(UInt(bitPattern: object))) } }
    for layer in layers {
      add(UInt64(layer.place.step.index) << 16 | UInt64(layer.place.row))
      add(UInt64(layer.refusals) << 1 | (layer.place.hasQuestion ? 1 : 0))
      if let data = layer.data { add([data]) }
      add(layer.kept)
    }
    add(waiting)
    add(held)
    for draws in drawn { add(UInt64(draws.budget) << 16 | UInt64(draws.count)) }
    add(UInt64(proofs) << 32 | UInt64(grounds.setUp))
    hasher.combine(sum)
  }

  /// A layer of the run: the flow, or an open interrupt.
  package struct Layer: Sendable, Hashable {
    /// The step or interrupt.
    package let place: Place
    /// The event that it was entered with; nil for none.
    package let data: ObjectIdentifier?
    let kept: [ObjectIdentifier]
    let refusals: UInt8
  }

  /// Whether two standings are the same in what a step asks and waits for: steps, events, questions and open calls.
  package func isSameWork(as other: Standing) -> Bool {
    phase == other.phase && layers.count == other.layers.count
      && zip(layers, other.layers).allSatisfy { mine, theirs in
        mine.data == theirs.data && mine.place.step == theirs.place.step && mine.place.row == theirs.place.row
          && mine.place.call == theirs.place.call && mine.place.hasQuestion == theirs.place.hasQuestion
      }
  }

  /// Where a run stands, whatever events it was given.
  package struct Position: Sendable, Hashable {
    let places: [Place]
    let phase: PhaseID
    let proofs: UInt32
    let grounds: Grounds
    let drawn: [Draws]
    let drawnByUser: [DrawnByUser]
  }

  package var position: Position {
    Position(
      places: layers.map(\.place), phase: phase, proofs: proofs, grounds: grounds, drawn: drawn,
      drawnByUser: drawnByUser)
  }

  /// How often a budget was drawn on, as far as that is told apart; budgets from which nothing is drawn have none.
  struct Draws: Sendable, Hashable {
    /// As an index of the program's budgets.
    let budget: UInt32
    /// The greatest number for a budget that is spent.
    let count: UInt16
  }

  /// What else decides whether a requirement is met: what was set up, what the security modules allowed, what is fresh.
  struct Grounds: Sendable, Hashable {
    let setUp: UInt32
    let pendingGates: UInt8
    let heldGates: UInt8
    let fresh: [UInt64]
    let late: LateBits
  }

  /// Where a layer is, whatever event it was entered with.
  package struct Place: Sendable, Hashable {
    /// The step or interrupt.
    package let step: StepID
    /// What of its calls is under way.
    package let call: CallState
    /// Which of its calls; the number has a meaning for the program alone.
    package let row: UInt16
    let hasQuestion: Bool
    let deadline: Deadline
  }

  enum Deadline: Sendable, Hashable {
    case none
    case ahead
    /// It has passed, and strikes when the layer is at work again.
    case passed
  }

  /// What of a step's calls is under way.
  package enum CallState: Sendable, Hashable {
    case none
    /// Made, and the SDK has not said whether it takes it; or the security modules are being asked.
    case made
    /// The security modules are asked before it is made.
    case gated
    /// Taken; its event has not come.
    case open
  }
}

/// An event that the run has not done with.
package struct PendingEvent: Sendable {
  /// Where it waits.
  package enum Stage: Sendable, Hashable {
    /// It has just come.
    case arriving
    /// For the SDK's word on a call.
    case held
    /// An interrupt, for a higher one.
    case waiting
    /// For the frame of a step, below an interrupt.
    case kept(StepID)
    /// It is an interrupt that is open.
    case open(StepID)
  }

  package let occurrence: Occurrence
  package let place: Stage

  package init(_ occurrence: Occurrence, _ place: Stage) {
    self.occurrence = occurrence
    self.place = place
  }
}

/// A call whose event has not come, or that the SDK has not taken yet.
package struct OpenCall: Sendable {
  package let call: CallID
  package let arguments: [CallUse.Argument]
  /// The event that it answers; nil for none.
  package let answered: Occurrence?
  /// The mode of that event; nil for none.
  package let mode: Int?
}

extension FlowMachine {
  /// Where the run stands.
  ///
  /// - Parameters:
  ///   - uses: up to how many draws on each budget are distinguished; a budget that is spent is always told from one that is not.
  ///   - refusals: up to how many refusals in a row are distinguished; nil for as many as uses.
  package func standing(tellingUses uses: Int, refusals: Int? = nil) -> Standing {
    Standing(
      layers: (below + [top]).map { layer($0, refusals ?? uses) }, phase: PhaseID(index: phase),
      waiting: waiting.map(ObjectIdentifier.init), held: held.map(ObjectIdentifier.init), owed: owed.map(\.call),
      proofs: proofBits,
      grounds: Standing.Grounds(
        setUp: setUpBits, pendingGates: pendingGates, heldGates: heldGates, fresh: freshBits, late: lateBits),
      drawn: drawn(tellingUses: uses), drawnByUser: drawnByUser, isOver: hasEnded, hasBegun: hasBegun)
  }

  private func layer(_ frame: Frame, _ refusals: Int) -> Standing.Layer {
    Standing.Layer(
      place: place(of: frame), data: frame.data.map(ObjectIdentifier.init),
      kept: frame.kept.map(ObjectIdentifier.init), refusals: min(frame.refusals, UInt8(clamping: refusals)))
  }

  private func place(of frame: Frame) -> Standing.Place {
    let isMade = frame.state != .waiting
    let isOpen = isCalling(frame)
    return Standing.Place(
      step: StepID(Int(frame.step)), call: isGated(frame) ? .gated : isMade ? .made : isOpen ? .open : .none,
      row: isPending(frame) ? frame.pendingRow : frame.row, hasQuestion: frame.request != 0,
      deadline: frame.deadline == .max
        ? .none : CallTime.running(frame.deadline, at: now) > now ? .ahead : .passed)
  }

  /// Whether a call of the frame is about to be made, or was made and not taken yet.
  private func isPending(_ frame: Frame) -> Bool { frame.state == .calling || isGated(frame) }

  private func isGated(_ frame: Frame) -> Bool { frame.state == .asking && gated != nil }

  private func drawn(tellingUses uses: Int) -> [Standing.Draws] {
    let most = UInt16(clamping: uses)
    var told: [Standing.Draws] = []
    for (index, budget) in program.budgets.enumerated() {
      let drawn = counters[budget.counter]
      let count = drawn >= budget.limit ? .max : min(drawn, most)
      // Flows with hundreds of budgets have standings as short as those of others.
      if count > 0 { told.append(Standing.Draws(budget: UInt32(index), count: count)) }
    }
    return told
  }

  /// Milliseconds since the start of the run.
  package var time: Int64 { now }

  /// The next deadline of a layer that is not at work, in milliseconds since the start; nil for none that is ahead.
  package var deadlineBelow: Int64? {
    below.map(\.deadline).filter { $0 > now && $0 != .max }.min()
  }

  /// Whether the run was begun; one that was restored begins when it is taken up again.
  package var hasBegun: Bool { hasStarted && !isRestored }

  /// Whether the security modules still have to answer.
  package var awaitsVerdict: Bool { top.state == .asking }

  /// How many layers there are: one, and one for each open interrupt.
  package var depth: Int { below.count + 1 }

  /// Whether a step or interrupt is at work, or lies below what is.
  package func isOpen(_ step: StepID) -> Bool {
    ([top] + below).contains { Int($0.step) == Int(step.index) }
  }

  /// The step or interrupt at work.
  package var stepAtWork: StepID { StepID(Int(top.step)) }

  /// The event that the step at work was entered with; nil for none.
  package var dataAtWork: Occurrence? { top.data }

  /// The number of the last question that was asked; 0 before the first.
  package var lastQuestion: Int { Int(lastRequest) }

  /// Every event that the run has not done with: after the end, those that it leaves to the host.
  package var pending: [PendingEvent] {
    var pending: [PendingEvent] = []
    _ = hasPending { event, place in
      pending.append(PendingEvent(event, place))
      return false
    }
    return pending
  }

  /// Whether there are such events.
  package var hasPending: Bool { hasPending { _, _ in true } }

  /// Whether there is such an event that is meant; in the order of ``pending``, up to the first.
  package func hasPending(where isMeant: (Occurrence, PendingEvent.Stage) -> Bool) -> Bool {
    if held.contains(where: { isMeant($0, .held) }) || waiting.contains(where: { isMeant($0, .waiting) }) {
      return true
    }
    for level in 0...below.count {
      let frame = level < below.count ? below[level] : top
      let step = StepID(Int(frame.step))
      if frame.kept.contains(where: { isMeant($0, .kept(step)) }) { return true }
      if level > 0, !hasEnded, let data = frame.data, isMeant(data, .open(step)) { return true }
    }
    return false
  }

  /// The step that asks a question; nil if none does.
  package var stepAsked: StepID? { hasEnded || isInBackground || top.request == 0 ? nil : stepAtWork }

  /// The call of the step at work that is under way; nil if none is.
  package var callAtWork: OpenCall? {
    let row = program.rows[Int(top.state == .calling ? top.pendingRow : top.row)]
    guard row.call >= 0, top.state != .asking else { return nil }
    let origin = program.rows[Int(row.origin)]
    return OpenCall(
      call: CallID(index: UInt16(row.call)), arguments: origin.arguments.map { program.arguments[Int($0)] },
      answered: top.data, mode: program.mode(of: top.data).map { Int($0) })
  }

  /// The numbers with which the flow expects the call that was just made to be refused.
  package var namedRejections: [Int] {
    program.rows[Int(top.pendingRow)].refusals.map { Int(program.refusals[Int($0)].number) }.filter { $0 != -1 }
  }

  /// Which line of the step at work an event would take, as a number; nil if it is no reply there.
  package func line(for occurrence: Occurrence) -> Int? {
    let row = top.state == .calling ? top.pendingRow : top.row
    let cell = program.reply(to: occurrence, atRow: row, answering: top.data)
    return cell == 0 ? nil : Int(cell)
  }
}

/// Where a transition went.
package enum Destination: Sendable, Hashable {
  case step(StepID)
  case end(EndID)
  case stay
  case retry
  case resume
  /// No line names what came.
  case unhandled
}

extension Program {
  /// A limit, and the counter of what is drawn on it.
  struct Budget {
    let counter: Int
    let limit: UInt16
  }

  /// The budgets of the steps, then those of the rows.
  static func budgets(of steps: [StepRow], _ rows: [Row]) -> [Budget] {
    steps.compactMap { $0.triesCounter < 0 ? nil : Budget(counter: Int($0.triesCounter), limit: $0.tries) }
      + rows.compactMap { $0.counter < 0 ? nil : Budget(counter: Int($0.counter), limit: $0.max) }
      + rows.compactMap { $0.scopedCounter < 0 ? nil : Budget(counter: Int($0.scopedCounter), limit: $0.scopedMax) }
  }

  /// Where a transition of the trace went.
  package func destination(ofHop index: UInt16) -> Destination {
    let hop = hops[Int(index)]
    return switch hop.kind {
    case .step: .step(StepID(Int(hop.target)))
    case .end: .end(EndID(at: hop.target))
    case .stay: .stay
    case .retry: .retry
    case .resume: .resume
    case .unhandled: .unhandled
    }
  }

  /// The call of a mark of the trace; nil if it is none.
  package func call(ofRow index: UInt16) -> CallID? {
    let call = rows[Int(index)].call
    return call < 0 ? nil : CallID(index: UInt16(call))
  }

  /// Whether a transition of the trace was taken for want of a line that names what came.
  package func isUnnamed(hop index: UInt16) -> Bool {
    guard let trigger = origins[Int(index)].trigger else { return hops[Int(index)].kind == .unhandled }
    return trigger == .otherwise
  }
}

extension Occurrence {
  /// The same event, happening once more.
  package func again() -> Occurrence { Occurrence(event, id: id, signal: signal, time: time) }
}
