// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowRuntime

@Suite("Interrupts that a step names, and those without a step, by rank")
struct RankTests {
  /// The PIN's step names an interrupt.
  private static func naming(_ line: String) -> String {
    ToyFlow.entry.replacing("    5: { retry: wrong }", with: "    \(line)\n    5: { retry: wrong }")
  }

  private static let label = InterruptTests.naming.replacing("  auto: take\n", with: "")
  private static let stopping = "timedOut: gone"

  @Test("one that a step below names closes what is open, if it ranks above that")
  func closesAbove() throws {
    try Diagram.run(
      ToyFlow.program(steps: Self.naming(Self.stopping), interrupts: Self.label),
      OwnerTests.toPIN
        + """

        ! naming label=x  | event interrupt step ask
        ! timedOut        | event go:gone end:gone
        """)
  }

  @Test("what was kept for the step before is taken before it")
  func keptBefore() throws {
    try Diagram.run(
      ToyFlow.program(steps: Self.naming(Self.stopping), interrupts: Self.label),
      OwnerTests.toPIN
        + """

        ? pin=1234        | answer call
        ok                | accepted
        ! naming label=x  | event interrupt step ask
        ! askPIN(enter) 5 | event keep
        ! timedOut        | event go:retry ask go:gone end:gone
        """)
  }

  @Test("one of a lower rank is kept for it, as any reply is")
  func keptBelowHigher() throws {
    try Diagram.run(
      ToyFlow.program(steps: Self.naming(Self.stopping), interrupts: InterruptTests.alarmed),
      OwnerTests.toPIN
        + """

        ! alarmed alarms=1  | event interrupt step ask
        ! timedOut          | event keep:timedOut
        > proceed           | answer call
        ok                  | accepted go:resume resume:pin go:gone end:gone
        """)
  }

  @Test("an interrupt that waits opens when the one above all has been taken")
  func waitingOpensAfterwards() throws {
    try Diagram.run(
      ToyFlow.program(
        steps: Self.naming("surprise: { stay: again }"),
        interrupts: InterruptTests.alarmed + "\n" + InterruptTests.timedOut),
      OwnerTests.toPIN
        + """

        ! alarmed alarms=1  | event interrupt:alarmed step ask
        ! timedOut          | event queue
        ! surprise          | event go:stay ask:pin interrupt:timedOut step ask:timedOut
        > back              | answer go:resume resume:pin ask:pin
        """)
  }

  @Test("a terminal one is never kept: its own entry opens, else the line for it is taken, with all interrupts closed")
  func terminalIsNotKept() throws {
    let steps = Self.naming("sealed: blocked")
    let open = OwnerTests.toPIN + "\n! idle left=9\n! alarmed alarms=1\n! alarmed alarms=2 | event queue\n"
    let interrupts = InterruptTests.idle + "\n" + InterruptTests.alarmed
    let named = try Diagram.run(
      ToyFlow.program(steps: steps, interrupts: interrupts),
      open + "! sealed alarms=9 | event phase:dead go:blocked end:blocked")
    #expect(named.machine.below.isEmpty && named.machine.waiting.isEmpty)
    try Diagram.run(
      ToyFlow.program(steps: steps, interrupts: interrupts + "\n" + InterruptTests.sealed),
      open + "! sealed alarms=9 | event phase:dead interrupt:sealed step ask:sealed\n> close | answer go:blocked end")
  }

  @Test("what the interrupt at work names closes the others, too")
  func terminalAtWork() throws {
    let run = try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + """

        ! idle left=9        | event interrupt step ask
        ! alarmed alarms=7   | event interrupt step ask
        ! alarmed alarms=8   | event queue
        > exit               | answer call
        ok                   | accepted
        ! sealed alarms=7    | event phase:dead go:blocked end:blocked
        """)
    #expect(run.machine.leftover.isEmpty)
  }

  @Test("a terminal one that is named nowhere ends the run: by `else`, or as what nobody foresaw")
  func terminalUnnamed() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry, interrupts: InterruptTests.alarmed),
      OwnerTests.toPIN + "\n! alarmed alarms=1\n! sealed | event phase undeclared go:failed end:failed")
    for hop in ["else: { stay: again }", "else: begin"] {
      let steps = ToyFlow.entry.replacing(
        "    exhausted: blocked\n    else: failed", with: "    exhausted: blocked\n    " + hop)
      for way in ["", "\n! alarmed alarms=1 | event interrupt step ask"] {
        try Diagram.run(
          ToyFlow.unchecked(steps: steps, interrupts: InterruptTests.alarmed),
          OwnerTests.toPIN + way + "\n! sealed | event phase undeclared end:unhandled")
      }
    }
  }

  @Test("nothing closes an open terminal one, or opens above it, but another")
  func nothingClosesTerminal() throws {
    let run = try Diagram.run(
      ToyFlow.program(
        steps: Self.naming("surprise: gone"), interrupts: InterruptTests.sealed + "\n" + InterruptTests.alarmed),
      OwnerTests.toPIN
        + """

        ! sealed alarms=1   | event phase interrupt:sealed step ask
        ! naming label=x    | event keep
        ! surprise          | event keep
        ! timedOut          | event keep
        ! alarmed alarms=1  | event queue
        ! askCode           | event keep
        ! report            | event keep
        ! sealed alarms=2   | event interrupt:sealed step ask
        """)
    #expect(run.offered == ["close"])
  }

  @Test("a step, out of a terminal interrupt, is a failure, where the checker was not asked")
  func terminalLeadsNowhere() throws {
    try Diagram.run(
      ToyFlow.unchecked(steps: ToyFlow.entry, interrupts: "sealed: { choices: { on: { to: begin } } }"),
      OwnerTests.toPIN + "\n! sealed | event phase interrupt step ask\n> on | answer go:begin end:unhandled")
  }

  @Test("an interrupt without a step goes to `else` at once above lower ones, and is kept below higher ones")
  func unlisted() throws {
    let program = try ToyFlow.program(
      steps: ToyFlow.entry, interrupts: InterruptTests.alarmed + "\n" + InterruptTests.idle)
    try Diagram.run(
      program,
      OwnerTests.toPIN
        + "\n! idle left=9\n! naming label=x | event undeclared:naming go:failed abandon end:failed")
    try Diagram.run(
      program,
      OwnerTests.toPIN
        + """

        ! alarmed alarms=1  | event interrupt step ask
        ! naming label=x    | event keep:naming
        > proceed           | answer call
        ok                  | accepted go:resume resume:pin undeclared:naming go:failed abandon end:failed
        """)
  }

  @Test("a step that is for an event that bars calls makes only those that answer it")
  func ownCalls() throws {
    let alarmed = InterruptTests.alarmed.replacing(
      "    exit:", with: "    look: { call: ping, max: 3 }\n    out: { call: reset, max: 3 }\n    exit:")
    var run = try Diagram.run(
      ToyFlow.unchecked(steps: ToyFlow.entry, interrupts: alarmed),
      OwnerTests.toPIN + "\n! alarmed alarms=1 | event interrupt step ask")
    #expect(run.offered == ["proceed", "exit"])
    try run.play("> look | refuse:not-offered\n> out | refuse:not-offered\n> proceed | answer call")
  }

  @Test("in a closed phase no call is legal that does not name it")
  func closedPhase() throws {
    var run = try Diagram.run(
      ToyFlow.unchecked(
        steps: ToyFlow.entry,
        interrupts:
          "sealed: { choices: { try: { call: ping, max: 3 }, close: { to: blocked } }, then: { else: blocked } }"),
      OwnerTests.toPIN + "\n! sealed | event phase:dead interrupt step ask")
    #expect(run.offered == ["close"])
    try run.play("> try | refuse:not-offered\n> close | answer go:blocked end")
  }

  @Test("a failed run makes no call on its way out while something is undecided, and says so")
  func stranded() throws {
    let alarmed =
      "alarmed: { within: 5s, choices: { leave: { to: blocked } }, then: { timeout: blocked, else: failed } }"
    let surprise = "surprise: { choices: { leave: { to: blocked } }, then: { else: failed } }"
    let program = try ToyFlow.unchecked(steps: ToyFlow.entry, interrupts: alarmed + "\n" + surprise)
    let left = try Diagram.run(
      program, OwnerTests.toPIN + "\n! alarmed alarms=1\n> leave | answer go:blocked stranded:alarmed end:blocked")
    #expect(left.abandoned == [] && left.machine.strandedPhase == "pre")
    #expect(!left.effects.actions.contains { if case .abandon = $0 { true } else { false } })
    // Below a higher one, and where time has passed.
    try Diagram.run(
      program,
      OwnerTests.toPIN + "\n! alarmed alarms=1\n! surprise\n> leave | answer go:blocked stranded:alarmed end")
    try Diagram.run(
      program,
      OwnerTests.toPIN + "\n! alarmed alarms=1\n@5000 tick | timeout go:blocked stranded:alarmed end")
  }

  @Test("so it says when the SDK refuses that call, once")
  func refusedOut() throws {
    var run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      OwnerTests.toPIN + "\n! askCode | event undeclared go:failed abandon:reset end\nno 70 | stranded:reset\nno 70 |")
    #expect(run.machine.strandedPhase == "pre")
    run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry), OwnerTests.toPIN + "\n! askCode\nok |\nno 70 |")
    #expect(run.machine.strandedPhase == nil)
  }
}
