// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract
import Values

extension FlowMachine {
  /// Makes a call; what is open stays open until the SDK has taken it.
  mutating func call(_ rowIndex: UInt16, with values: [Value], _ effects: inout Effects) {
    let row = program.rows[Int(rowIndex)]
    if row.counter >= 0, counters[Int(row.counter)] >= row.max {
      effects.mark(now, .exhausted(step: top.step))
      return follow(row.exhausted != Hop.none ? row.exhausted : row.otherwise, with: nil, &effects)
    }
    let invocation = MachineCall(row: rowIndex, values: values, data: top.data, user: row.readsEvent ? user : nil)
    guard isLegal(row), !row.readsEvent || program.canResolve(invocation) else {
      effects.mark(now, .unresolvable(row: rowIndex))
      return follow(row.otherwise, with: nil, &effects)
    }
    // Proofs may have been lost by what the flow has no line for, since the step was shown.
    if program.steps[Int(top.step)].requires, !meetsRequirement(ofStep: top.step) {
      return fallShort(atStep: top.step, &effects)
    }
    if row.gate != 0 { return askModules(before: invocation, &effects) }
    make(invocation, &effects)
  }

  /// Nothing is in the way of a call any more.
  @inline(__always)
  mutating func make(_ invocation: MachineCall, _ effects: inout Effects) {
    top.request = 0
    top.state = .calling
    top.pendingRow = invocation.row
    effects.mark(now, .called(row: invocation.row))
    effects.actions.append(.call(invocation))
  }

  /// The SDK took the call.
  mutating func settle(_ effects: inout Effects) {
    guard top.state == .calling else { return }
    let index = top.pendingRow
    let row = program.rows[Int(index)]
    effects.mark(now, .accepted(row: index))
    top.state = .waiting
    top.refusals = 0
    top.refusal = 0
    draw(on: row)
    if row.losesProofs {
      loseProofs(&effects)
      endLate()
    }
    if row.isSuperseding { supersede(by: row, &effects) }
    if row.mayName { estrange() }
    if row.entersPhase >= 0, UInt8(row.entersPhase) != phase {
      enterPhase(UInt8(row.entersPhase), &effects)
    }
    if row.leadsToNothing {
      guard row.accepted == Hop.none else { return follow(row.accepted, with: nil, &effects) }
      // A step that only makes this call has nothing to wait for now.
      if program.steps[Int(top.step)].kind == .call { return follow(row.otherwise, with: nil, &effects) }
      return ask(&effects)
    }
    open(index, row)
    if row.accepted != Hop.none { return follow(row.accepted, with: nil, &effects) }
    if program.steps[Int(top.step)].kind == .wait { ask(&effects) }
  }

  /// The call is under way.
  private mutating func open(_ index: UInt16, _ row: Row) {
    giveUp(top.row, due: top.replyDue, isForAnother: top.isForAnother, isOld: top.isOld)
    // What came before the loss of proofs is answered no more.
    if row.losesProofs { late = [] }
    top.row = index
    (top.isForAnother, top.isVoid, top.isOld) = (false, false, false)
    if row.patience > 0 { top.deadline = min(top.deadline, now + row.patience) }
    guard !below.isEmpty || row.lateBit != 0 else { return top.replyDue = .max }
    top.replyDue = program.flow.contract.calls[Int(row.call)].patience.map { now + Int64($0) } ?? .max
  }

  /// The SDK refused the call: nothing follows it, and what was open before still is.
  mutating func refuse(_ code: Int, _ effects: inout Effects) {
    guard top.state == .calling else { return }
    let index = top.pendingRow
    let row = program.rows[Int(index)]
    effects.mark(now, .rejected(row: index, code: Int32(clamping: code)))
    top.state = .waiting
    top.refusals &+= 1
    top.refusal = Int32(clamping: code)
    if let hop = named(code, row) { return follow(hop, with: nil, &effects) }
    // A step that only makes this call has nobody to ask again.
    let hasNobody = program.steps[Int(top.step)].kind == .call
    if hasNobody || top.refusals >= FlowMachine.refusalLimit {
      return follow(row.otherwise, with: nil, &effects)
    }
    ask(&effects)
  }

  /// The hop of a refusal, the number before any; nil if the flow does not name it.
  private func named(_ code: Int, _ row: Row) -> UInt16? {
    var any: UInt16?
    for index in row.refusals {
      let (number, hop) = program.refusals[Int(index)]
      if Int(number) == code { return hop }
      if number == -1 { any = hop }
    }
    return any
  }

  /// Whether the SDK's phase, an unanswered threat and the calls that are under way let the call be made.
  func isLegal(_ row: Row) -> Bool { isAllowed(row) && (owed.isEmpty || !owes(row.call)) }

  /// Whether it may be made once no other call of the name is under way.
  func isAllowed(_ row: Row) -> Bool {
    guard row.call >= 0 else { return true }
    return row.phases & (1 << phase) != 0 && !isBarred
  }

  /// An interrupt that bars calls waits for its answer, and is not the one at work.
  @inline(__always)
  var isBarred: Bool { (!below.isEmpty || !waiting.isEmpty) && isBarredByInterrupt }

  private var isBarredByInterrupt: Bool {
    if let event = top.data?.id, !below.isEmpty, program.events[Int(event)].barsCalls { return false }
    return waiting.contains { program.events[Int($0.id)].barsCalls }
      || below.dropFirst().contains { frame in frame.data.map { program.events[Int($0.id)].barsCalls } ?? false }
  }
}
