// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowRuntime
import SDKContract

/// The login flow of the peers, on the same tape of events: a name, a code with three tries, a password, a timeout
/// from each of them, and then it starts again.
///
/// One input of the machine is one event of the tape. The tries are steps of their own, since the language leaves it
/// to the SDK to count them. The button of each step, which nobody presses here, is what bounds the way round.
struct LoginRun {
  private let program: Program
  private let good: MachineInput
  private let bad: MachineInput
  private let late: MachineInput
  private let again: MachineInput

  /// Nil if the contract or the flow is not valid.
  init?() {
    guard let contract = ContractReader.read(SourceFile(path: "login.contract.yaml", text: Self.contract)).value,
      let flow = Compiler(contract: contract).compile(SourceFile(path: "login.yaml", text: Self.flow)).flow
    else { return nil }
    let program = Program(flow)
    let events = ["good", "bad", "late", "again"].compactMap { try? program.occurrence(of: SDKEvent($0)) }
    guard events.count == 4 else { return nil }
    self.program = program
    (good, bad, late, again) = (.event(events[0]), .event(events[1]), .event(events[2]), .event(events[3]))
  }

  /// The tape: a session that succeeds, one that spends its tries, one that recovers from a wrong code, one that times
  /// out.
  private static let tape: [Event] = [
    .good, .good, .good, .again,
    .good, .bad, .bad, .bad, .again,
    .good, .bad, .good, .good, .again,
    .good, .good, .late, .again,
  ]

  private enum Event { case good, bad, late, again }

  @inline(__always)
  private func send(_ event: Event, at time: Int64, to machine: inout FlowMachine, _ effects: inout Effects) {
    effects.clear()
    switch event {
    case .good: machine.receive(good, at: time, into: &effects)
    case .bad: machine.receive(bad, at: time, into: &effects)
    case .late: machine.receive(late, at: time, into: &effects)
    case .again: machine.receive(again, at: time, into: &effects)
    }
  }

  /// The states after each event of the tape, as `peers.py` has them.
  static let expectedPath = """
    code password done name code code code blocked name code code password done name code password expired name
    """.split(separator: " ").map(String.init)

  /// The states that the machine really walks through.
  func path() -> [String] {
    var effects = Effects(tracing: false)
    var machine = started(&effects)
    return Self.tape.map { event in
      send(event, at: 0, to: &machine, &effects)
      // `code-1` is the state `code`.
      return machine.stepName.split(separator: "-").first.map(String.init) ?? ""
    }
  }

  /// Events a second, after at least so many.
  func rate(events: Int, tracing: Bool) -> Double {
    var effects = Effects(tracing: tracing)
    var machine = started(&effects)
    let tape = Self.tape
    let rounds = events / tape.count + 1
    let time = seconds {
      for round in 0..<rounds {
        for event in tape { send(event, at: Int64(round), to: &machine, &effects) }
      }
    }
    return machine.isOver ? .nan : Double(rounds * tape.count) / time
  }

  /// A machine that waits for the name.
  private func started(_ effects: inout Effects) -> FlowMachine {
    var machine = FlowMachine(program)
    machine.receive(.start, at: 0, into: &effects)
    machine.receive(.accepted, at: 0, into: &effects)
    machine.receive(again, at: 0, into: &effects)
    return machine
  }

  private static let contract = """
    contract: login
    version: 1.0.0
    success: [0]
    phases: { on: {} }
    events:
      good: { kind: challenge, source: chosen }
      bad: { kind: challenge, source: chosen }
      late: { kind: challenge, source: chosen }
      again: { kind: challenge, source: chosen }
    calls:
      begin: { leadsTo: again, source: chosen }
      proceed: { answers: [good, bad, late, again], leadsTo: [good, bad, late, again], source: chosen }

    """

  private static let flow = """
    language: mfaflow/1
    flow: login
    version: 1.0.0
    sdk: login
    start: begin
    steps:
      begin:
        call: begin
        then: { again: name, else: failed }
      name:
        challenge: again
        choices: { proceed: { call: proceed, max: 5 } }
        then: { good: code-1, late: expired, else: failed }
      code-1:
        challenge: good
        choices: { proceed: { call: proceed, max: 5 } }
        then: { good: password, bad: code-2, late: expired, else: failed }
      code-2:
        challenge: bad
        choices: { proceed: { call: proceed, max: 5 } }
        then: { good: password, bad: code-3, late: expired, else: failed }
      code-3:
        challenge: bad
        choices: { proceed: { call: proceed, max: 5 } }
        then: { good: password, bad: blocked, late: expired, else: failed }
      password:
        challenge: good
        choices: { proceed: { call: proceed, max: 5 } }
        then: { good: done, bad: blocked, late: expired, else: failed }
      done:
        challenge: good
        choices: { proceed: { call: proceed, max: 5 } }
        then: { again: name, else: failed }
      blocked:
        challenge: bad
        choices: { proceed: { call: proceed, max: 5 } }
        then: { again: name, else: failed }
      expired:
        challenge: late
        choices: { proceed: { call: proceed, max: 5 } }
        then: { again: name, else: failed }
    ends:
      failed: { outcome: failure }
      left: { outcome: success }

    """
}
