// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
package import SDKContract

/// Everything of a run on which hangs what it can still do, exactly: two machines with one configuration do the same with
/// whatever comes.
///
/// Times are told from now on. Of events it tells which object it is: machines are compared that were given the same
/// objects. Left out are messages, the numbers of questions, and when choices with a cooldown were last used.
package struct MachineConfiguration: Sendable, Hashable {
  let words: [Int]
  let user: String?
  let drawnByUser: [DrawnByUser]
}

/// What one layer of a run is about.
package struct RunLayer: Sendable {
  package let step: StepID
  /// The call that the SDK has taken and not replied to; nil for none.
  package let open: CallID?
  /// Whether an event is kept for it that may be the reply to that call.
  package let hasReply: Bool
  /// Whether it has the event that its step is for.
  package let hasData: Bool
  /// Whether events are kept for it that it has still to take.
  package let keeps: Bool
}

extension FlowMachine {
  /// What it can still do hangs on this alone.
  package var configuration: MachineConfiguration {
    var words: [Int] = []
    words.reserveCapacity(16 + counters.count + 14 * (below.count + 1))
    words.append((hasStarted ? 1 : 0) + (hasEnded ? 2 : 0) + (isAbandoning ? 4 : 0) + (isInBackground ? 8 : 0))
    words.append(Int(phase) << 32 | below.count << 16 | waiting.count << 8 | held.count)
    words.append(Int(proofBits) << 32 | Int(enrolledBits))
    words.append(Int(setUpBits) << 16 | Int(pendingGates) << 8 | Int(heldGates))
    for bits in freshBits { words.append(Int(bitPattern: UInt(bits))) }
    if let gated { words.append(Int(gated.row)) }
    for counter in counters { words.append(Int(counter)) }
    for frame in below { add(frame, to: &words) }
    add(top, to: &words)
    for event in waiting { words.append(identity(event)) }
    for event in held { words.append(identity(event)) }
    for call in owed {
      words.append(Int(call.call))
      words.append(ahead(call.until))
    }
    for call in late where CallTime.running(call.until, at: now) >= now {
      words.append(Int(call.row) << 3 | (call.isForAnother ? 4 : 0) | (call.isOld ? 2 : 0) | 1)
      words.append(ahead(call.until))
    }
    return MachineConfiguration(words: words, user: user, drawnByUser: drawnByUser)
  }

  private func add(_ frame: Frame, to words: inout [Int]) {
    words.append(Int(frame.step) << 32 | Int(frame.row) << 16 | Int(frame.pendingRow))
    // Beyond the limit nothing hangs on how many there were.
    let refusals = Int(min(frame.refusals, FlowMachine.refusalLimit))
    words.append(
      Int(frame.state.rawValue) << 32 | refusals << 16 | Int(frame.fresh) << 3 | (frame.isVoid ? 4 : 0)
        | (frame.isForAnother ? 2 : 0) | (frame.request == 0 ? 0 : 1) | (frame.isOld ? 1 << 40 : 0))
    words.append(ahead(frame.deadline))
    words.append(ahead(frame.replyDue))
    words.append(frame.data.map(identity) ?? 0)
    words.append(frame.kept.count)
    for event in frame.kept { words.append(identity(event)) }
  }

  /// How far a moment is ahead, and all that have passed are one; of a time that stands still what is left, below 0.
  private func ahead(_ time: Int64) -> Int { time == .max ? .max : Int(time < 0 ? time : max(0, time - now)) }

  private func identity(_ event: Occurrence) -> Int { Int(bitPattern: ObjectIdentifier(event)) }

  /// The layers of the run, the flow's own first.
  package var layers: [RunLayer] {
    (below + [top]).map { frame in
      let call = program.rows[Int(frame.row)].call
      return RunLayer(
        step: StepID(Int(frame.step)), open: call < 0 ? nil : CallID(index: UInt16(call)),
        hasReply: replyKept(for: frame) != nil, hasData: frame.data != nil,
        keeps: !frame.kept.isEmpty)
    }
  }

  /// How many events wait, are held or are kept.
  package var backlog: Int { (below + [top]).reduce(waiting.count + held.count) { $0 + $1.kept.count } }

  /// The calls that the SDK works on still, though their interrupts are gone.
  package var owedCalls: [CallID] { owed.map { CallID(index: $0.call) } }

  /// The contract's phase.
  package var currentPhase: PhaseID { PhaseID(index: phase) }

  /// Whether somebody is asked.
  package var hasQuestion: Bool { !hasEnded && top.request != 0 }

  /// Whether a step has tries, and none is left.
  package func hasSpentTries(of step: StepID) -> Bool {
    let row = program.steps[Int(step.index)]
    return row.triesCounter >= 0 && counters[Int(row.triesCounter)] >= row.tries
  }

  /// The row of the call that the SDK has not taken yet.
  package var pendingRow: UInt16 { top.pendingRow }
}

extension Program {
  /// The step of which a row is, and which of its choices makes the call; nil for the answer, and for a `call:` step.
  package func origin(ofRow index: UInt16) -> (step: StepID, choice: Int?) {
    let origin = rows[Int(index)].origin
    let step = Int(rows[Int(origin)].step)
    let choices = steps[step].choices
    let choice = choices.contains(origin) ? Int(origin - choices.lowerBound) : nil
    return (StepID(step), choice)
  }

  /// Whether a phase lets the call of a choice be made; of the answer or the `call:` step itself where it is nil.
  ///
  /// True for a choice that makes no call.
  package func isCallable(_ choice: Int?, of step: StepID, in phase: PhaseID) -> Bool {
    let table = steps[Int(step.index)]
    let row = rows[Int(choice.map { table.choices.lowerBound + UInt16($0) } ?? table.callRow)]
    return row.call < 0 || row.phases & (1 << phase.index) != 0
  }
}
