// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract
import Values

extension FlowMachine {
  /// An event comes: its facts take effect, then its owner is found.
  mutating func arrive(_ occurrence: Occurrence, _ effects: inout Effects) {
    let event = program.events[Int(occurrence.id)]
    let isNotice = event.kind == .notice
    effects.mark(now, isNotice ? .noticed(occurrence) : .arrived(occurrence))
    let asked = lastRequest
    let laysBare = establish(occurrence, event, &effects)
    if !isNotice { deliver(occurrence, event, mayEarn: true, &effects) }
    // The interrupt that the event closed has laid bare a frame that nobody has set to work yet.
    if laysBare, !hasEnded, lastRequest == asked, top.state == .waiting { settleTop(&effects) }
  }

  /// What is so by the event's mere arrival, whatever the flow does with it.
  ///
  /// - Returns: whether it closed the interrupt at work.
  private mutating func establish(_ occurrence: Occurrence, _ event: EventRow, _ effects: inout Effects) -> Bool {
    if event.phase >= 0, UInt8(event.phase) != phase {
      phase = UInt8(event.phase)
      effects.mark(now, .phase(phase))
    }
    if event.losesProofs { loseProofs(&effects) }
    if event.namesUser { name(occurrence, &effects) }
    var laysBare = false
    for index in event.cancels {
      let cancelled = UInt16(program.numbers[Int(index)])
      waiting.removeAll { $0.id == cancelled }
      while let index = above.lastIndex(where: { $0.data?.id == cancelled }) {
        if index == above.count - 1 { laysBare = true }
        drop(above.remove(at: index), &effects)
      }
    }
    return laysBare
  }

  /// What was kept for a frame is of no use to anybody once the frame is left.
  func drop(_ frame: Frame, _ effects: inout Effects) {
    for occurrence in frame.kept { effects.mark(now, .dropped(occurrence)) }
  }

  /// Takes every proof away. What was kept before earns nothing any more.
  mutating func loseProofs(_ effects: inout Effects) {
    bottom.fresh = 0
    for index in above.indices { above[index].fresh = 0 }
    guard proofBits != 0 || enrolledBits != 0 else { return }
    proofBits = 0
    enrolledBits = 0
    effects.mark(now, .lost)
  }

  /// Proofs are one user's: another user begins without any.
  private mutating func name(_ occurrence: Occurrence, _ effects: inout Effects) {
    guard !occurrence.event.data.isEmpty, let field = program.userFields[Int(occurrence.id)],
      case .text(let named)? = occurrence.event.data[field], !named.isEmpty, named != user
    else { return }
    if user != nil { loseProofs(&effects) }
    user = named
  }

  /// Finds the topmost frame for which the event is a reply, and hands it over.
  ///
  /// - Parameter mayEarn: false if proofs were lost since it came.
  private mutating func deliver(
    _ occurrence: Occurrence, _ event: EventRow, mayEarn: Bool, _ effects: inout Effects
  ) {
    if let cell = reply(to: top, occurrence) { return resolve(occurrence, cell - 1, mayEarn: mayEarn, &effects) }
    for index in above.indices.dropLast().reversed() where reply(to: above[index], occurrence) != nil {
      above[index].keep(occurrence)
      effects.mark(now, .kept(occurrence, step: above[index].step))
      return
    }
    if !above.isEmpty, reply(to: bottom, occurrence) != nil { return keepAtBottom(occurrence, &effects) }
    switch event.kind {
    case .interrupt where event.interrupt >= 0: interrupt(occurrence, event, &effects)
    case .result, .notice: effects.mark(now, .dropped(occurrence))
    case .challenge where !above.isEmpty: keepAtBottom(occurrence, &effects)
    case .challenge, .interrupt: takeAsUnnamed(occurrence, &effects)
    }
  }

  /// Takes the first event that was kept for the frame at work.
  mutating func deliverKept(_ effects: inout Effects) {
    let (occurrence, mayEarn) = top.takeKept()
    deliver(occurrence, program.events[Int(occurrence.id)], mayEarn: mayEarn, &effects)
  }

  /// Nobody expects it: the flow does what it does with what it did not name. Where it would stay, an interrupt that is
  /// open stays open too, so that nothing that wants an answer is closed without one.
  private mutating func takeAsUnnamed(_ occurrence: Occurrence, _ effects: inout Effects) {
    let row = program.rows[Int(bottom.row)]
    guard !above.isEmpty else {
      if row.call < 0 { effects.mark(now, .undeclared(occurrence)) }
      return resolve(occurrence, row.otherwise, mayEarn: false, &effects)
    }
    effects.mark(now, .undeclared(occurrence))
    if program.hops[Int(row.otherwise)].kind != .stay { follow(row.otherwise, with: occurrence, &effects) }
  }

  private mutating func keepAtBottom(_ occurrence: Occurrence, _ effects: inout Effects) {
    bottom.keep(occurrence)
    effects.mark(now, .kept(occurrence, step: bottom.step))
  }

  /// The cell of an event at a frame; nil if it is no reply there.
  @inline(__always)
  private func reply(to frame: Frame, _ occurrence: Occurrence) -> UInt16? {
    let row = program.rows[Int(frame.row)]
    let cell = program.cells[Int(row.cells) + Int(occurrence.signal)]
    guard cell != 0 else { return nil }
    if row.hasEcho, !isEcho(of: frame, row, occurrence) { return nil }
    return cell
  }

  /// An event that must echo what was answered is a reply only with the same set of ids.
  private func isEcho(of frame: Frame, _ row: Row, _ occurrence: Occurrence) -> Bool {
    for index in row.replies where program.replies[Int(index)].signal == occurrence.signal {
      let place = program.replies[Int(index)].echo
      guard place >= 0 else { return true }
      let echo = program.echoes[Int(place)]
      let answered = frame.data.map { $0.event.data.values(at: echo[...]) } ?? []
      return !answered.isEmpty && Set(answered) == Set(occurrence.event.data.values(at: echo[...]))
    }
    return true
  }

  /// A reply is taken at the frame that is at work: its call is closed, what it earns is added, and the flow moves.
  private mutating func resolve(
    _ occurrence: Occurrence, _ hop: UInt16, mayEarn: Bool, _ effects: inout Effects
  ) {
    let rowIndex = top.row
    let row = program.rows[Int(rowIndex)]
    let answered = top.data
    if row.call >= 0 {
      top.row = program.steps[Int(top.step)].firstRow
      top.deadline = .max
      if let reply = declared(occurrence, row, answered) {
        if mayEarn { earn(reply, &effects) }
      } else {
        effects.mark(now, .undeclared(occurrence))
      }
    }
    follow(hop, with: occurrence, &effects)
  }

  private func declared(_ occurrence: Occurrence, _ row: Row, _ answered: Occurrence?) -> ReplyRow? {
    for index in row.replies where program.replies[Int(index)].signal == occurrence.signal {
      let reply = program.replies[Int(index)]
      if reply.underMode < 0 || mode(of: answered) == reply.underMode { return reply }
    }
    return nil
  }

  private func mode(of occurrence: Occurrence?) -> Int32? {
    guard let occurrence, Int(occurrence.id) < program.flow.contract.events.count,
      let field = program.flow.contract.events[Int(occurrence.id)].modeField,
      case .int(let mode)? = occurrence.event.data[field]
    else { return nil }
    return Int32(truncatingIfNeeded: mode)
  }

  private mutating func earn(_ reply: ReplyRow, _ effects: inout Effects) {
    if reply.earns & ~proofBits != 0 {
      proofBits |= reply.earns
      effects.mark(now, .earned(reply.earns))
    }
    if reply.enrols & ~enrolledBits != 0 {
      enrolledBits |= reply.enrols
      effects.mark(now, .enrolled(reply.enrols))
    }
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
