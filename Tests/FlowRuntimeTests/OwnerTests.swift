// SPDX-License-Identifier: Apache-2.0

import SDKContract
import Testing
import Values

@testable import FlowRuntime

@Suite("Events: their facts, and who owns them")
struct OwnerTests {
  static let toPIN = AskingTests.toConsent + "\n! askPIN(enter) | event go:pin step ask:pin"

  @Test("a notice is traced and ends no wait; the facts of a result that nobody waits for are so")
  func notice() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      Self.toPIN
        + """

        ! ready          | notice:ready
        ? pin=1234       | answer call
        ok               | accepted
        ! ready          | notice
        ! entered        | event phase proof go step ask
        ! unplugged      | event lose drop
        > finish         | answer go:done end:done
        """)
    #expect(run.proofs.isEmpty)
  }

  @Test("the phase and the loss of proofs are so at arrival, though the event is kept or dropped")
  func factsAtArrival() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      Self.toPIN
        + """

        ? pin=1234       | answer call
        ok               | accepted
        ! entered        | event phase:in proof go step ask
        ! left           | event phase:pre lose drop
        > finish         | answer go:done goal abandon end:goal-not-reached
        """)
    #expect(run.end == "goal-not-reached")
  }

  @Test("another user than before loses every proof; the same and none lose nothing")
  func userChanges() throws {
    let steps =
      ToyFlow.naming("askCode: code") + "\n"
        + """
        code:
          challenge: askCode
          ask: [code]
          answer: sendCode
          tries: 3
          then: { askPIN(enter): pin, else: failed }
        \(ToyFlow.pin)
        \(ToyFlow.inside)
        """
    let program = try ToyFlow.program(steps: steps)
    let toCode = AskingTests.toConsent + "\n! askCode person=eve | event go:code step ask\n? code=1\nok"
    for (person, loses) in [("person=eve", false), ("person=", false), ("", false), ("person=bob", true)] {
      let run = try Diagram.run(
        program,
        toCode
          + """

          ! askPIN(enter) person=eve       | event proof go:pin step ask
          ? pin=1234                       | answer call
          ok                               | accepted
          ! askPIN(enter) 5 \(person)      | event \(loses ? "lose " : "")go:retry ask
          """)
      #expect(run.proofs == (loses ? [] : ["possession by code"]))
      #expect(run.machine.currentUser == (loses ? "bob" : "eve"))
    }
  }

  @Test("a reply that names another user than the one who was asked takes every proof, and earns none")
  func replyNamesUser() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      AskingTests.toConsent
        + """

        ! askPIN(enter) person=eve  | event go step ask
        ? pin=1234                  | answer call
        ok                          | accepted
        ! entered person=bob        | event phase doubt go step ask
        """)
    #expect(run.machine.currentUser == "bob")
    #expect(run.proofs.isEmpty)
  }

  @Test(
    "a name that is written with other bytes is another user's, though it looks the same",
    arguments: [
      ("zo\u{EB}", "zoe\u{308}"), ("zoe\u{308}", "zo\u{EB}"), ("Ki", "\u{212A}i"),
      ("a\u{323}\u{307}", "a\u{307}\u{323}"),
    ])
  func spelling(_ asked: String, _ named: String) throws {
    #expect(asked == named, "Swift takes the two for one")
    let reply = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      AskingTests.toConsent
        + """

        ! askPIN(enter) person=\(asked)  | event go step ask
        ? pin=1234                  | answer call
        ok                          | accepted
        ! entered person=\(named)        | event phase doubt go step ask
        """)
    #expect(reply.proofs.isEmpty)
    let later = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      AskingTests.toConsent
        + """

        ! askPIN(enter) person=\(asked)  | event go step ask
        ? pin=1234                  | answer call
        ok                          | accepted
        ! entered person=\(asked)        | event phase proof go step ask
        ! entered person=\(named)        | event lose go:stay ask
        """)
    #expect(later.proofs.isEmpty)
  }

  @Test("an event by another name of the contract is the same event")
  func alias() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      AskingTests.toConsent + "\n! pinPlease(enter) | event:askPIN go:pin step ask")
  }

  @Test("the step's own event with no call open asks again, with its data")
  func ownEventAgain() throws {
    var run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      Self.toPIN
        + """

        ! askPIN(enter) attemptsLeft=1  | event go:stay ask:pin
        """)
    #expect(run.question?.attemptsLeft == 1)
    try run.play("#2 ? pin=1234 | refuse:stale\n? pin=1234 | answer call")
  }

  @Test("so does the own event of a step with a code")
  func ownCodeAgain() throws {
    let steps =
      ToyFlow.naming("askPIN(enter): pin\naskName 7: shut")
      + "\n"
      + ToyFlow.pin.replacing("askName 7: blocked", with: "askName 7: shut").replacing(
        "entered: inside", with: "entered: gone")
        + """

        shut:
          challenge: askName 7
          choices: { leave: { to: gone } }
        """
    try Diagram.run(
      ToyFlow.program(steps: steps + "\n  then: { else: failed }"),
      AskingTests.toConsent
        + """

        ! askName 7  | event go:shut step ask
        ! askName 7  | event go:stay ask:shut
        ! askName    | event go:failed abandon end
        """)
  }

  @Test("the own event while the call is open is no reply that the contract knows: it goes to `else`")
  func ownEventWhileOpen() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      Self.toPIN
        + """

        ? pin=1234        | answer call
        ok                | accepted
        ! askPIN(enter)   | event undeclared go:failed abandon end
        """)
  }

  @Test("a result that nobody waits for is dropped")
  func strayResult() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      Self.toPIN
        + """

        ! report          | event drop
        ! report error 9  | event drop
        ! extended 500    | event drop
        """)
  }

  @Test(
    "a challenge that nobody expects goes to `else`, and so does an event that the contract does not know",
    arguments: [
      "askCode", "askDevice", "askPIN(choose)", "askPIN(77)", "askName", "whatIsThis", "whatIsThis 7 error 9",
    ])
  func strayChallenge(_ event: String) throws {
    let run = try Diagram.run(ToyFlow.program(steps: ToyFlow.entry), Self.toPIN + "\n! \(event)")
    #expect(run.end == "failed")
  }

  @Test("under an interrupt such a challenge is kept for the flow, and goes to `else` when it is left")
  func strayChallengeKept() throws {
    for event in ["askCode", "whatIsThis"] {
      try Diagram.run(
        ToyFlow.program(steps: ToyFlow.entry, interrupts: InterruptTests.all),
        Self.toPIN
          + """

          ! idle left=3  | event interrupt step ask
          ! \(event)     | event keep
          > ignore       | answer go:resume resume:pin undeclared go:failed abandon end
          """)
    }
  }

  @Test("a line for an event takes it however it comes out, even with no call open")
  func namedEvent() throws {
    let steps =
      ToyFlow.naming("entered: inside") + "\n"
        + """
        inside:
          event: entered
          choices: { finish: { to: done } }
          then: { report: { stay: again }, else: failed }
        """
    let program = try ToyFlow.program(steps: steps)
    let way = AskingTests.toConsent + "\n! entered | event phase proof go step ask\n"
    try Diagram.run(program, way + "! report | event go:stay ask")
    try Diagram.run(program, way + "! report 20 | event go:failed abandon lose end")
    try Diagram.run(program, way + "! report error 9 | event go:failed abandon lose end")
  }

  @Test("an interrupt is a reply only where a line names it just as it came")
  func namedInterrupt() throws {
    let steps = ToyFlow.entry.replacing(
      "    5: { retry: wrong }", with: "    timedOut: { stay: again }\n    5: { retry: wrong }")
    let program = try ToyFlow.program(steps: steps, interrupts: InterruptTests.timedOut)
    try Diagram.run(program, Self.toPIN + "\n! timedOut | event go:stay ask:pin")
    try Diagram.run(program, Self.toPIN + "\n! timedOut 500 | event interrupt step ask:timedOut")
  }

  @Test("an echo is a reply only with the same set of ids: otherwise it is an interrupt of its own")
  func echo() throws {
    let program = try InterruptTests.program()
    let exit = """
      start
      ok
      ! askName
      ! alarmed alarms=7,9   | event interrupt step ask
      > exit                 | answer call
      ok                     | accepted
      """
    try Diagram.run(program, exit + "\n! sealed alarms=9,7 | event phase go:blocked end:blocked")
    try Diagram.run(program, exit + "\n! sealed alarms=9,7,9 | event phase go:blocked end:blocked")
    for other in ["7", "7,9,11", "1,2", ""] {
      try Diagram.run(
        program,
        exit + "\n! sealed\(other.isEmpty ? "" : " alarms=\(other)") | event phase interrupt:sealed step ask:sealed")
    }
  }

  @Test("where the decision was refused, its echo is not awaited any more")
  func echoForgotten() throws {
    try Diagram.run(
      InterruptTests.program(),
      """
      start
      ok
      ! askName
      ! alarmed alarms=7   | event interrupt step ask
      > exit               | answer call
      no 70                | rejected ask
      ! sealed alarms=7    | event phase interrupt:sealed step ask:sealed
      """)
  }

  @Test("a duplicate of a reply is handled as what it is then: nobody's, or unexpected")
  func duplicates() throws {
    let program = try ToyFlow.program(steps: ToyFlow.entry)
    try Diagram.run(
      program,
      Self.toPIN
        + """

        ? pin=1234         | answer call
        ok                 | accepted
        ! askPIN(enter) 5  | event go:retry ask
        ! askPIN(enter) 5  | event go:retry ask
        ? pin=1234         | answer call
        ok                 | accepted
        ! entered          | event phase proof go:inside step ask
        ! entered          | event go:stay ask:inside
        """)
  }

  @Test("data that break the contract's types are no event at all")
  func brokenData() throws {
    let program = try ToyFlow.program(steps: ToyFlow.entry)
    for data: Record in [
      ["attemptsLeft": .text("two")], ["attemptsLeft": .int(-1)], ["pinMode": .text("enter")], ["person": .int(4)],
    ] {
      #expect(throws: BackendFailure.self) { try program.occurrence(of: SDKEvent("askPIN", data: data)) }
    }
    #expect(throws: Never.self) { try program.occurrence(of: SDKEvent("askPIN", data: ["more": .int(1)])) }
  }
}
