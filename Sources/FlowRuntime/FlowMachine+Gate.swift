// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import Values

extension FlowMachine {
  /// A `gate:` step asks the security modules; events that come meanwhile are held.
  mutating func askModules(_ effects: inout Effects) {
    let gate = program.steps[Int(top.step)].gate
    guard gate != 0 else { return finish(.unhandled, &effects) }
    effects.mark(now, .gated(step: top.step, program.questions(in: gate)))
    ask(gate, &effects)
  }

  /// A call is about to be made: the security modules are asked first.
  mutating func askModules(before invocation: MachineCall, _ effects: inout Effects) {
    let gate = program.rows[Int(invocation.row)].gate
    gated = invocation
    top.request = 0
    top.pendingRow = invocation.row
    effects.mark(now, .gatedCall(row: invocation.row, program.questions(in: gate)))
    ask(gate, &effects)
  }

  private mutating func ask(_ gate: UInt8, _ effects: inout Effects) {
    top.state = .asking
    effects.actions.append(.gate(program.questions(in: gate).compactMap(SecurityQuestion.init)))
  }

  /// The modules have answered.
  ///
  /// What the flow does not name is denied.
  mutating func pass(_ verdict: SecurityVerdict, _ effects: inout Effects) {
    guard top.state == .asking else { return }
    top.state = .waiting
    let call = gated
    if call != nil { gated = nil }
    let row = Int(call == nil ? top.row : top.pendingRow)
    let gate = call == nil ? program.steps[Int(top.step)].gate : program.rows[row].gate
    switch verdict {
    case .allow:
      pendingGates |= gate
      effects.mark(now, .allowed(step: top.step))
      if let call { return make(call, &effects) }
      let allow = program.rows[row].allow
      follow(allow != Hop.none ? allow : program.rows[row].otherwise, with: nil, &effects)
    case .deny(let reasons):
      pendingGates &= ~gate
      heldGates &= ~gate
      effects.mark(now, .denied(step: top.step, reasons))
      if let call { effects.actions.append(.discard(call)) }
      let deny = program.rows[row].deny
      follow(deny != Hop.none ? deny : program.rows[row].otherwise, with: nil, &effects)
    }
  }

  /// The user is signed in: what was allowed before is the word on this sign-in, and on no later one.
  mutating func holdGates() {
    heldGates = pendingGates
    pendingGates = 0
  }

  /// What stays allowed though an event names another user: what was asked before the call to which the event is the reply, or
  /// before the one that said who the user is.
  func approvals(keptBy occurrence: Occurrence) -> UInt8 {
    var gate: UInt8 = 0
    for frame in below + [top] {
      let row = program.rows[Int(program.rows[Int(frame.row)].origin)]
      guard row.gate != 0 else { continue }
      let hasNamed = row.mayName && !frame.isForAnother
      if hasNamed || program.declaredReply(occurrence, atRow: Int(frame.row), answering: frame.data) != nil {
        gate |= row.gate
      }
    }
    return gate & (pendingGates | heldGates)
  }
}

extension Program {
  /// The questions of a set of bits, as flows write them.
  func questions(in bits: UInt8) -> [String] {
    questions.indices.filter { bits & (1 << UInt8($0)) != 0 }.map { questions[$0] }
  }
}

extension MachineCall {
  /// Overwrites the secrets that it was to be made with.
  package func wipe() {
    for case .secret(let secret) in values { secret.wipe() }
  }
}
