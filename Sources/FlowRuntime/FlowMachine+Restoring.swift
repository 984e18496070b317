// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract
import Values

/// Why a snapshot cannot be taken up.
public enum SnapshotMismatch: Error, Sendable, Hashable {
  /// It has a form that this program does not read.
  case format(Int)
  /// It belongs to a flow of that name and version.
  case flow(String)
  /// It belongs to a contract of that name and version.
  case contract(String)
  /// It belongs to another state of the flow or the contract.
  case changed
  /// It contradicts itself or its flow; what is wrong, by its name.
  case damaged(String)
}

extension FlowMachine {
  /// Takes a run up where its snapshot left it; `start` then goes on with it.
  ///
  /// What does not fit the flow, or could not have come about in a run of it, is refused. What could have come about is
  /// believed: a snapshot is not signed.
  ///
  /// - Throws: ``SnapshotMismatch`` when the snapshot is of another form or flow, or contradicts itself.
  public init(restoring snapshot: MachineSnapshot, of program: Program) throws(SnapshotMismatch) {
    try program.checkIdentity(of: snapshot)
    self.init(program)
    guard (0...MachineSnapshot.latestTime).contains(snapshot.time) else { throw .damaged("time") }
    now = snapshot.time
    try restoreCounts(snapshot)
    guard let phase = program.flow.contract.phase(named: snapshot.phase) else { throw .damaged("phase") }
    self.phase = phase.index
    // No run has asked so often, and from such a number on the run could use up all numbers.
    guard let lastRequest = UInt32(exactly: snapshot.lastRequest), lastRequest < .max / 2 else {
      throw .damaged("lastRequest")
    }
    self.lastRequest = lastRequest
    user = snapshot.user
    proofBits = try program.bits(of: snapshot.proofs, "proofs")
    enrolledBits = try program.bits(of: snapshot.enrolled, "enrolled")
    try restoreGrounds(snapshot)
    try restoreFrames(snapshot)
    hasStarted = true
    isRestored = true
  }

  /// What decides beside the proofs whether a requirement is met.
  private mutating func restoreGrounds(_ snapshot: MachineSnapshot) throws(SnapshotMismatch) {
    setUpBits = try program.bits(of: snapshot.setUp, "setUp")
    guard enrolledBits & ~setUpBits == 0 else { throw .damaged("setUp") }
    pendingGates = try program.bits(of: snapshot.pendingGates, "pendingGates")
    heldGates = try program.bits(of: snapshot.heldGates, "heldGates")
    guard snapshot.fresh.count == freshBits.count else { throw .damaged("fresh") }
    for (place, proofs) in snapshot.fresh.enumerated() {
      guard let proofs else { continue }
      let bits = try program.bits(of: proofs, "fresh")
      guard bits & ~proofBits == 0 else { throw .damaged("fresh") }
      freshBits[place] = Self.wasEntered | UInt64(bits)
    }
  }

  private mutating func restoreCounts(_ snapshot: MachineSnapshot) throws(SnapshotMismatch) {
    guard snapshot.counters.count == program.counterCount, snapshot.counters.allSatisfy({ (0...65_535).contains($0) })
    else { throw .damaged("counters") }
    counters = snapshot.counters.map { UInt16($0) }
    let drawn = snapshot.drawnByUser
    guard drawn.count <= BudgetScope.mostUsers,
      drawn.allSatisfy({ $0.counts.count == program.userCounters.count && $0.counts.allSatisfy((0...65_535).contains) }
      ),
      program.userCounters.isEmpty ? drawn.isEmpty : true,
      Set(drawn.map { Spelling($0.user) }).count == drawn.count
    else { throw .damaged("drawnByUser") }
    drawnByUser = drawn.map { DrawnByUser(name: Spelling($0.user), counts: $0.counts.map { UInt16($0) }) }
    let cooldowns = snapshot.cooldowns
    guard cooldowns.isEmpty || cooldowns.count == program.cooldownCount,
      cooldowns.allSatisfy({ $0.map { (0...now).contains($0) } ?? true })
    else { throw .damaged("cooldowns") }
    self.cooldowns = cooldowns.map { $0 ?? .min }
  }

  private mutating func restoreFrames(_ snapshot: MachineSnapshot) throws(SnapshotMismatch) {
    var frames: [Frame] = []
    for layer in snapshot.frames {
      let frame = try program.frame(layer, isFirst: frames.isEmpty, at: now)
      guard frame.request <= lastRequest else { throw .damaged("request") }
      if frames.count > 1, let last = frames.last, program.rank(of: frame) <= program.rank(of: last) {
        throw .damaged("frames")
      }
      frames.append(frame)
    }
    guard let last = frames.popLast() else { throw .damaged("frames") }
    top = last
    below = frames
    for event in snapshot.waiting {
      let occurrence = try program.restored(event)
      guard program.events[Int(occurrence.id)].interrupt >= 0 else { throw .damaged("waiting") }
      waiting.append(occurrence)
    }
    for owed in snapshot.owed { self.owed.append(try program.restored(owed, at: now)) }
    guard Set(owed.map(\.call)).count == owed.count else { throw .damaged("owed") }
    if !snapshot.late.isEmpty {
      late = try snapshot.late.map { call throws(SnapshotMismatch) in try program.restored(call) }
    }
    settleTimes()
  }
}

extension MachineSnapshot {
  /// In milliseconds, 142,000 years: no sum of times and deadlines up to there can overflow.
  static let latestTime = Int64(1) << 52
}

extension Program {
  fileprivate func checkIdentity(of snapshot: MachineSnapshot) throws(SnapshotMismatch) {
    guard snapshot.format == MachineSnapshot.currentFormat else { throw .format(snapshot.format) }
    guard snapshot.flow == flow.name, snapshot.version == flow.version else {
      throw .flow(snapshot.flow + " " + snapshot.version)
    }
    guard snapshot.contract == flow.contract.identity else { throw .contract(snapshot.contract) }
    guard snapshot.fingerprint == fingerprint else { throw .changed }
  }

  fileprivate func frame(
    _ layer: MachineSnapshot.Layer, isFirst: Bool, at now: Int64
  ) throws(SnapshotMismatch) -> Frame {
    guard let step = flow.step(named: layer.step), step.isInterrupt != isFirst, rows.indices.contains(layer.row),
      rows[layer.row].step == step.id.index
    else { throw .damaged("step") }
    guard (-1..<flow.messages.count).contains(layer.say) else { throw .damaged("say") }
    guard let refusals = UInt8(exactly: layer.refusals) else { throw .damaged("refusals") }
    guard let refusal = Int32(exactly: layer.refusal) else { throw .damaged("refusal") }
    guard let request = UInt32(exactly: layer.request) else { throw .damaged("request") }
    guard layer.deadline.map({ (0...MachineSnapshot.latestTime).contains($0) }) ?? true else {
      throw .damaged("deadline")
    }
    guard layer.replyDue.map({ (0...MachineSnapshot.latestTime).contains($0) }) ?? true else {
      throw .damaged("replyDue")
    }
    guard (0...layer.kept.count).contains(layer.fresh), let fresh = Int32(exactly: layer.fresh) else {
      throw .damaged("fresh")
    }
    var frame = Frame(step: step.id.index, row: UInt16(layer.row))
    frame.refusals = refusals
    frame.refusal = refusal
    frame.say = Int16(layer.say)
    frame.news = Frame.News(rawValue: UInt8(clamping: layer.news)) ?? .none
    frame.request = request
    frame.deadline = layer.deadline ?? .max
    frame.replyDue = layer.replyDue ?? .max
    if let event = layer.event { frame.data = try restored(event) }
    // An interrupt is open because its event came, and a step that is for an event has none but that.
    let awaited = steps[Int(frame.step)].awaited
    guard frame.data?.id == awaited || isFirst && (frame.data == nil || awaited == .max) else {
      throw .damaged("event")
    }
    for event in layer.kept { frame.kept.append(try restored(event)) }
    frame.fresh = fresh
    frame.isForAnother = layer.isForAnother
    frame.isOld = layer.isOld
    frame.isVoid = rows[layer.row].lateBit != 0 && layer.replyDue.map { $0 <= now } ?? false
    return frame
  }

  fileprivate func rank(of frame: Frame) -> UInt8 { frame.data.map { events[Int($0.id)].rank } ?? 0 }

  fileprivate func bits(of shown: [Proof], _ name: String) throws(SnapshotMismatch) -> UInt32 {
    var bits: UInt32 = 0
    for proof in shown {
      guard let place = proofs.firstIndex(of: proof) else { throw .damaged(name) }
      bits |= 1 << UInt32(place)
    }
    return bits
  }

  fileprivate func bits(of allowed: [String], _ name: String) throws(SnapshotMismatch) -> UInt8 {
    var bits: UInt8 = 0
    for question in allowed {
      guard let place = questions.firstIndex(of: question) else { throw .damaged(name) }
      bits |= 1 << UInt8(place)
    }
    return bits
  }

  /// A call that is owed was one to which the SDK replies, and its time is not over.
  fileprivate func restored(_ owed: MachineSnapshot.Owed, at now: Int64) throws(SnapshotMismatch) -> OwedCall {
    guard let call = flow.contract.call(named: owed.call), !flow.contract[call].replies.isEmpty,
      owed.until.map({ (now...MachineSnapshot.latestTime).contains($0) }) ?? true
    else { throw .damaged("owed") }
    return OwedCall(call: call.index, until: owed.until ?? .max)
  }

  fileprivate func restored(_ late: MachineSnapshot.Late) throws(SnapshotMismatch) -> LateCall {
    guard rows.indices.contains(late.row), rows[late.row].lateBit != 0, Int(rows[late.row].origin) == late.row,
      late.until.map({ (0...MachineSnapshot.latestTime).contains($0) }) ?? true
    else { throw .damaged("late") }
    return LateCall(
      row: UInt16(late.row), until: late.until ?? .max, isForAnother: late.isForAnother, isOld: late.isOld)
  }

  fileprivate func restored(_ arrival: MachineSnapshot.ReceivedEvent) throws(SnapshotMismatch) -> Occurrence {
    guard arrival.time.map({ (0...MachineSnapshot.latestTime).contains($0) }) ?? true else { throw .damaged("event") }
    do { return try occurrence(of: arrival.event, at: arrival.time) } catch { throw .damaged("event") }
  }
}
