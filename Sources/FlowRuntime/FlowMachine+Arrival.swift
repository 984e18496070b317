// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract
import Values

extension FlowMachine {
  /// An event comes: its facts take effect, then its owner is found.
  @inline(__always)
  mutating func arrive(_ occurrence: Occurrence, _ effects: inout Effects) {
    guard program.events[Int(occurrence.id)].isPlain, owed.isEmpty else { return arriveWithFacts(occurrence, &effects) }
    effects.mark(now, .arrived(occurrence))
    deliver(occurrence, mayEarn: true, &effects)
  }

  @inline(never)
  private mutating func arriveWithFacts(_ occurrence: Occurrence, _ effects: inout Effects) {
    let isNotice = program.events[Int(occurrence.id)].kind == .notice
    effects.mark(now, isNotice ? .noticed(occurrence) : .arrived(occurrence))
    let (asked, before) = (lastRequest, phase)
    let (late, wasVoid) = (rare == nil ? [] : late, (below.first ?? top).isVoid)
    let laysBare = establish(occurrence, &effects)
    if !isNotice {
      // The event itself may be a late reply, though none comes after it.
      let ended = late.filter { call in !self.late.contains { $0.row == call.row } }
      let endsOwn = !wasVoid && !below.isEmpty && below[0].isVoid
      if endsOwn || !ended.isEmpty { keep(ending: ended, endsOwn: endsOwn) }
      hand(occurrence, &effects)
      if endsOwn || !ended.isEmpty { keep(ending: [], endsOwn: false) }
    }
    // The interrupt that the event closed has laid bare a frame that nobody has set to work yet.
    if laysBare, !hasEnded, lastRequest == asked, top.state == .waiting { settleTop(&effects) }
    if phase != before, !hasEnded, lastRequest == asked, top.request != 0, top.state == .waiting,
      program.offersOtherwise(atStep: top.step, in: phase, than: before)
    {
      ask(&effects)
    }
  }

  /// What is so by the event's mere arrival, whatever the flow does with it.
  ///
  /// - Returns: whether it closed the interrupt at work.
  @inline(__always)
  private mutating func establish(_ occurrence: Occurrence, _ effects: inout Effects) -> Bool {
    // Why no copy of the event's row: it would cost more than what is done with it.
    let event = Int(occurrence.id)
    var entered = program.events[event].phase
    if entered >= 0, program.isSignedIn(in: UInt8(entered)), program.signsNobodyIn(occurrence) { entered = -1 }
    let isOtherPhase =
      entered >= 0 && UInt8(entered) != phase && program.events[event].entersFrom & (1 << phase) != 0
    if isOtherPhase { enterPhase(UInt8(entered), &effects) }
    if program.events[event].losesProofs {
      loseProofs(&effects)
      endLate()
    }
    if program.events[event].namesUser { name(occurrence, isOtherPhase: isOtherPhase, &effects) }
    var laysBare = false
    for index in program.events[event].cancels {
      let cancelled = UInt16(program.numbers[Int(index)])
      waiting.removeAll { $0.id == cancelled }
      while !below.isEmpty, top.data?.id == cancelled {
        laysBare = true
        handDown(&effects)
        leaveTop(&effects)
      }
      closeBelow(cancelled, &effects)
      settleTimes()
    }
    return laysBare
  }

  /// Leaves the interrupt at work for what is below it.
  mutating func leaveTop(_ effects: inout Effects) {
    drop(top, &effects)
    top = below.removeLast()
    // It was about the interrupt before, and is said once.
    if top.news == .shown { (top.say, top.news) = (-1, .none) }
    settleTimes()
  }

  /// Whether the call of a frame is open.
  func isCalling(_ frame: Frame) -> Bool { program.rows[Int(frame.row)].call >= 0 }

  /// What is kept still for the interrupt at work, which goes away, is for the frame below it now.
  mutating func handDown(_ effects: inout Effects) {
    let last = below.count - 1
    for occurrence in top.kept { effects.mark(now, .kept(occurrence, step: below[last].step)) }
    below[last].takeOver(top.kept, fresh: top.fresh)
    top.kept = []
    top.fresh = 0
  }

  /// Closes the interrupts of an event that are below the one at work.
  ///
  /// - Parameter sparesCalls: whether those whose call is open stay.
  mutating func closeBelow(_ event: UInt16, sparingCalls sparesCalls: Bool = false, _ effects: inout Effects) {
    func isMeant(_ frame: Frame) -> Bool { frame.data?.id == event && !(sparesCalls && isCalling(frame)) }
    while let index = below.indices.dropFirst().last(where: { isMeant(below[$0]) }) {
      let closed = below.remove(at: index)
      let answer = replyKept(for: closed)
      for (place, occurrence) in closed.kept.enumerated() {
        let mayEarn = place >= closed.kept.count - Int(closed.fresh)
        if program.events[Int(occurrence.id)].kind == .challenge {
          // It wants an answer still.
          below[0].takeOver([occurrence], fresh: mayEarn ? 1 : 0)
          effects.mark(now, .kept(occurrence, step: below[0].step))
        } else if place == answer {
          effects.mark(now, .dropped(occurrence))
        } else {
          below[index - 1].takeOver([occurrence], fresh: mayEarn ? 1 : 0)
          effects.mark(now, .kept(occurrence, step: below[index - 1].step))
        }
      }
      giveUp(closed.row, due: closed.replyDue, isForAnother: closed.isForAnother, isOld: closed.isOld)
      if answer == nil { owe(closed, &effects) }
    }
  }

  /// Takes every proof away, and the word of the security modules.
  ///
  /// What was kept before earns nothing any more.
  mutating func loseProofs(_ effects: inout Effects) {
    pendingGates = 0
    heldGates = 0
    if rare != nil { stale() }
    top.fresh = 0
    for index in below.indices { below[index].fresh = 0 }
    guard proofBits != 0 || enrolledBits != 0 else { return }
    proofBits = 0
    enrolledBits = 0
    effects.mark(now, .lost)
  }

  /// Proofs are one user's: another user begins without any, and so does one whose name is written with other bytes.
  ///
  /// - Parameter isOtherPhase: whether the event has changed the phase.
  private mutating func name(_ occurrence: Occurrence, isOtherPhase: Bool, _ effects: inout Effects) {
    guard let named = occurrence.user else { return }
    if let user {
      if named.isSpelled(like: user) { return }
      let approvals = program.questions.isEmpty ? 0 : approvals(keptBy: occurrence)
      loseProofs(&effects)
      estrange(sparingNaming: true)
      if !program.userCounters.isEmpty { count(for: named, after: user) }
      if isOtherPhase, program.isSignedIn(in: phase) { heldGates = approvals } else { pendingGates = approvals }
    }
    user = named
  }

  /// Hands over what has just come.
  @inline(__always)
  private mutating func hand(_ occurrence: Occurrence, _ effects: inout Effects) {
    guard owed.isEmpty else { return deliverPastOwed(occurrence, &effects) }
    deliver(occurrence, mayEarn: true, &effects)
  }

  /// Finds the topmost frame for which the event is a reply, and hands it over.
  ///
  /// - Parameters:
  ///   - mayEarn: false if proofs were lost since it came, or it may have been a late reply.
  ///   - wasKept: whether it came before.
  @inline(__always)
  mutating func deliver(_ occurrence: Occurrence, mayEarn: Bool, wasKept: Bool = false, _ effects: inout Effects) {
    let cell = program.reply(to: occurrence, atRow: top.row, answering: top.data)
    if cell != 0 {
      if !below.isEmpty, program.events[Int(occurrence.id)].isTerminal { closeOthers(&effects) }
      return resolve(occurrence, cell - 1, mayEarn: mayEarn, wasKept: wasKept, &effects)
    }
    guard below.isEmpty else { return deliverBelow(occurrence, mayEarn, &effects) }
    let event = program.events[Int(occurrence.id)]
    switch event.kind {
    case .interrupt where event.interrupt >= 0: interrupt(occurrence, event, &effects)
    case .result, .notice: effects.mark(now, .dropped(occurrence))
    case .challenge, .interrupt: takeAsUnnamed(occurrence, &effects)
    }
  }

  /// Takes the first event that was kept for the frame at work.
  mutating func deliverKept(_ effects: inout Effects) {
    let (occurrence, mayEarn) = top.takeKept()
    deliver(occurrence, mayEarn: mayEarn, wasKept: true, &effects)
  }

  /// Nobody expects it: the flow does what it does with what it did not name.
  ///
  /// Where the SDK has shut itself down, that must be an end.
  mutating func takeAsUnnamed(_ occurrence: Occurrence, _ effects: inout Effects) {
    let event = program.events[Int(occurrence.id)]
    let row = program.rows[Int(top.row)]
    effects.mark(now, event.kind == .interrupt ? .unlisted(occurrence) : .undeclared(occurrence))
    if row.call >= 0 {
      giveUp(top.row, due: top.replyDue, isForAnother: top.isForAnother, isOld: top.isOld)
      closeCall()
    }
    if event.isTerminal, program.hops[Int(row.otherwise)].kind != .end {
      return finish(.unhandled, &effects)
    }
    follow(row.otherwise, with: occurrence, &effects)
  }

  /// A reply is taken at the frame that is at work: its call is closed, what it earns is added, and the flow moves.
  @inline(__always)
  private mutating func resolve(
    _ occurrence: Occurrence, _ hop: UInt16, mayEarn: Bool, wasKept: Bool, _ effects: inout Effects
  ) {
    let row = Int(top.row)
    // Why not the whole row: copying it costs more than all that is done here.
    if program.rows[row].call >= 0 {
      let answered = top.data
      closeCall()
      if let reply = program.declaredReply(occurrence, atRow: row, answering: answered) {
        if reply.isSuccess, program.rows[row].isDrawnBySuccess { counters[Int(program.rows[row].scopedCounter)] &+= 1 }
        let isBlurred =
          (rare != nil || !below.isEmpty) && !wasKept
          && isBlurred(reply, by: occurrence, atRow: UInt16(row), of: top, under: below.count, &effects)
        if reply.earns | reply.setsUp != 0 {
          let isOfUser = mayEarn && !isBlurred && isOfUser(occurrence, answered, row)
          if mayEarn, !isBlurred, !isOfUser, reply.earns != 0 {
            effects.mark(now, .blurred(row: UInt16(row), .foreign, reply.earns))
          }
          let old = wasKept || rare == nil ? nil : oldCall(reply, under: below.count)?.row
          earn(reply, isOfUser: isOfUser, after: top.isOld ? UInt16(row) : old, &effects)
        }
      } else {
        giveUp(UInt16(row), due: top.replyDue, isForAnother: top.isForAnother, isOld: top.isOld)
        effects.mark(now, .undeclared(occurrence))
      }
    }
    follow(hop, with: occurrence, &effects)
  }

  @inline(__always)
  private mutating func closeCall() {
    top.row = program.steps[Int(top.step)].firstRow
    top.deadline = .max
  }

  /// What a reply shows is added, then what it sets up is none any more in this run.
  ///
  /// - Parameters:
  ///   - isOfUser: false where it shows nothing of the user, though what it sets up is set up.
  ///   - old: the row of the call, made before a step that an `after` names, to which it may be a reply; nil for none.
  private mutating func earn(_ reply: ReplyRow, isOfUser: Bool, after old: UInt16?, _ effects: inout Effects) {
    if isOfUser {
      let made = reply.earns & setUpBits
      if made != 0 { effects.mark(now, .selfMade(made)) }
      let earned = reply.earns & ~setUpBits
      if let old, earned != 0 { effects.mark(now, .blurred(row: old, .old, earned)) }
      let isFresh = old == nil && rare != nil && earned != 0 && refresh(earned)
      if earned & ~proofBits != 0 || isFresh {
        proofBits |= earned
        effects.mark(now, .earned(earned))
      }
      if reply.enrols & ~enrolledBits != 0 {
        enrolledBits |= reply.enrols
        effects.mark(now, .enrolled(reply.enrols))
      }
    }
    setUpBits |= reply.setsUp
  }

  /// Whether a reply to the call of a row, made by the frame at work, shows anything of the user who is named now.
  @inline(__always)
  private func isOfUser(_ occurrence: Occurrence, _ answered: Occurrence?, _ row: Int) -> Bool {
    if top.isForAnother && occurrence.user == nil { return false }
    // Who types a name with the secret is the one whom the reply names.
    return !program.namesAnother(occurrence, than: answered) || program.mayNameUser(row: UInt16(row))
  }
}

// Why these belong to the program: a method of the machine that changes nothing is given a copy of the whole machine.
extension Program {
  /// What the contract says of a reply to the call of a row; nil if it says nothing of it.
  func declaredReply(_ occurrence: Occurrence, atRow row: Int, answering answered: Occurrence?) -> ReplyRow? {
    for index in rows[row].replies where replies[Int(index)].signal == occurrence.signal {
      let reply = replies[Int(index)]
      if reply.underMode < 0 || mode(of: answered) == reply.underMode { return reply }
    }
    return nil
  }

  /// Whether an event names another user than the one for whom the call was made that it replies to: what was handed in for
  /// the one shows nothing of the other.
  @inline(__always)
  func namesAnother(_ occurrence: Occurrence, than answered: Occurrence?) -> Bool {
    guard let answered, events[Int(occurrence.id)].namesUser, events[Int(answered.id)].namesUser else { return false }
    guard let named = occurrence.user, let asked = answered.user else { return false }
    return !named.isSpelled(like: asked)
  }

  func mode(of occurrence: Occurrence?) -> Int32? {
    guard let occurrence, Int(occurrence.id) < flow.contract.events.count,
      let field = flow.contract.events[Int(occurrence.id)].modeField,
      case .int(let mode)? = occurrence.event.data[field]
    else { return nil }
    return Int32(exactly: mode)
  }

  /// Whether a step's question offers a call.
  func offersCalls(atStep step: UInt16) -> Bool {
    let row = steps[Int(step)]
    return row.choices.contains { rows[Int($0)].call >= 0 }
      || row.callRow != Hop.none && rows[Int(row.callRow)].call >= 0
  }

  /// Whether a call of a step's question is legal in one of two phases only.
  fileprivate func offersOtherwise(atStep step: UInt16, in phase: UInt8, than before: UInt8) -> Bool {
    let row = steps[Int(step)]
    func differs(_ index: UInt16) -> Bool {
      let row = rows[Int(index)]
      return row.call >= 0 && (row.phases >> phase & 1) != (row.phases >> before & 1)
    }
    return row.choices.contains(where: differs) || row.callRow != Hop.none && differs(row.callRow)
  }

  /// Whether an event is the one that a step is for, in its mode and with its code.
  @inline(never)
  func isOwn(_ occurrence: Occurrence, _ row: StepRow) -> Bool {
    guard occurrence.id == row.awaited else { return false }
    if row.awaitedMode >= 0, mode(of: occurrence) != row.awaitedMode { return false }
    return row.awaitedCode < 0 || occurrence.event.status.map { $0 == Int(row.awaitedCode) } ?? false
  }

  /// The row in which a `wait:` step keeps the call that is open at a row; nil if none is.
  @inline(__always)
  func row(carriedFrom row: UInt16, into step: UInt16) -> UInt16? {
    guard rows[Int(row)].call >= 0 else { return nil }
    return carriedRows[UInt32(step) << 16 | UInt32(rows[Int(row)].origin)]
  }

  /// The cell of an event at a row; 0 if it is no reply there.
  @inline(__always)
  func reply(to occurrence: Occurrence, atRow index: UInt16, answering answered: Occurrence?) -> UInt16 {
    let cell = cells[Int(rows[Int(index)].cells) + Int(occurrence.signal)]
    if cell != 0, rows[Int(index)].hasEcho, !isEcho(occurrence, rows[Int(index)], answered) { return 0 }
    return cell
  }

  /// An event that must echo what was answered is a reply only with the same set of ids.
  private func isEcho(_ occurrence: Occurrence, _ row: Row, _ answered: Occurrence?) -> Bool {
    for index in row.replies where replies[Int(index)].signal == occurrence.signal {
      let place = replies[Int(index)].echo
      guard place >= 0 else { return true }
      let wanted = answered.map { $0.event.data.values(at: echoes[Int(place)][...]) } ?? []
      return !wanted.isEmpty && Set(wanted) == Set(occurrence.event.data.values(at: echoes[Int(place)][...]))
    }
    return true
  }
}

extension Record {
  /// The values at a path; a list on the way stands for each of its elements.
  func values(at path: ArraySlice<String>) -> [Value] {
    guard let name = path.first, let value = self[name] else { return [] }
    let rest = path.dropFirst()
    func below(_ value: Value) -> [Value] {
      switch value {
      case .list(let values): values.flatMap(below)
      case .record(let record) where !rest.isEmpty: record.values(at: rest)
      default: rest.isEmpty ? [value] : []
      }
    }
    return below(value)
  }

  /// The value at a path of names; nil if the path leads nowhere.
  func value(at path: [String]) -> Value? {
    var current: Value? = path.first.flatMap { self[$0] }
    for name in path.dropFirst() {
      guard case .record(let record)? = current else { return nil }
      current = record[name]
    }
    return current
  }
}
