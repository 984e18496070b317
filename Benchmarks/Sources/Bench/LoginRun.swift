// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowRuntime
import SDKContract

/// The login flow of the peers, on the same tape of events: a name, a code with three tries, a password, and a
/// timeout from each of them.
///
/// One input of the machine is one event of the tape. A session that is over has reached an end of the flow, so that
/// `again` is the start of a new run.
struct LoginRun {
  private let program: Program
  /// What each event of the tape is for the machine; nil for `again`.
  private let tape: [Occurrence?]

  /// Nil if the contract or the flow is not valid.
  init?() {
    guard let contract = ContractReader.read(SourceFile(path: "login.contract.yaml", text: Self.contract)).value,
      let flow = Compiler(contract: contract).compile(SourceFile(path: "login.yaml", text: Self.flow)).flow
    else { return nil }
    program = Program(flow)
    var occurrences: [String: Occurrence] = [:]
    for name in ["good", "bad", "late"] { occurrences[name] = try? program.occurrence(of: SDKEvent(name)) }
    tape = Self.sessions.flatMap { $0 }.map { occurrences[$0] }
    guard occurrences.count == 3 else { return nil }
  }

  /// The states after each event of the tape, as `peers.py` has them.
  static let expectedPath = """
    code password done name code code code blocked name code code password done name code password expired name
    """.split(separator: " ").map(String.init)

  /// The states that the machine really walks through.
  func path() -> [String] {
    var effects = Effects(tracing: false)
    var machine = started(&effects)
    return tape.map { occurrence in
      effects.clear()
      if let occurrence {
        machine.receive(.event(occurrence), at: 0, into: &effects)
      } else {
        machine = started(&effects)
      }
      guard case .end(.end(let end, _))? = effects.actions.last else {
        // The tries are steps of their own: `code-1` is the state `code`.
        return machine.stepName.split(separator: "-").first.map(String.init) ?? ""
      }
      return program.flow[end].name.value
    }
  }

  /// Events a second, after at least so many.
  func rate(events: Int, tracing: Bool) -> Double {
    var effects = Effects(tracing: tracing)
    var machine = started(&effects)
    let rounds = events / tape.count + 1
    let time = seconds {
      for round in 0..<rounds {
        for occurrence in tape {
          effects.clear()
          if let occurrence {
            machine.receive(.event(occurrence), at: Int64(round), into: &effects)
          } else {
            machine = started(&effects)
          }
        }
      }
    }
    keep(machine.isOver)
    return Double(rounds * tape.count) / time
  }

  private func started(_ effects: inout Effects) -> FlowMachine {
    var machine = FlowMachine(program)
    machine.receive(.start, at: 0, into: &effects)
    return machine
  }

  private static let sessions = [
    ["good", "good", "good", "again"],
    ["good", "bad", "bad", "bad", "again"],
    ["good", "bad", "good", "good", "again"],
    ["good", "good", "late", "again"],
  ]

  private static let contract = """
    contract: login
    version: 1.0.0
    success: [0]
    phases: { on: {} }
    events:
      good: { kind: result, source: chosen }
      bad: { kind: result, source: chosen }
      late: { kind: result, source: chosen }
    calls:
      begin: { leadsTo: good, source: chosen }

    """

  private static let flow = """
    language: mfaflow/1
    flow: login
    version: 1.0.0
    sdk: login
    start: name
    steps:
      name:
        wait: your-name
        then: { good: code-1, late: expired, else: failed }
      code-1:
        wait: your-code
        then: { good: password, bad: code-2, late: expired, else: failed }
      code-2:
        wait: your-code
        then: { good: password, bad: code-3, late: expired, else: failed }
      code-3:
        wait: your-code
        then: { good: password, bad: blocked, late: expired, else: failed }
      password:
        wait: your-password
        then: { good: done, bad: blocked, late: expired, else: failed }
    ends:
      done: { outcome: success, say: welcome }
      blocked: { outcome: failure, say: account-blocked }
      expired: { outcome: failure, say: too-late }
      failed: { outcome: failure }
    messages:
      your-name: Who are you?
      your-code: Enter the code that we sent you.
      your-password: Enter your password.
      welcome: Welcome.
      account-blocked: Your account is blocked.
      too-late: That took too long.

    """
}
