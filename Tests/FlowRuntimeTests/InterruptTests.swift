// SPDX-License-Identifier: Apache-2.0

import Testing
import Values

@testable import FlowRuntime

@Suite("Interrupts and their ranks")
struct InterruptTests {
  static let alarmed = """
    alarmed:
      choices:
        proceed:
          when: 'event.alarms.all(a, a.risk == "LOW")'
          call: handleAlarms
          with: { ignore: true }
          then: { accepted: resume, rejected: { stay: again } }
        exit:
          call: handleAlarms
          with: { ignore: false }
          within: 5s
          then: { sealed: blocked, timeout: blocked }
      then: { else: failed }
    """
  static let sealed = "sealed: { choices: { close: { to: blocked } } }"
  static let idle = """
    idle:
      countdown: $event.left
      choices:
        extend: { call: extend, max: 3, then: { extended: resume, else: { stay: again } } }
        ignore: { resume: true }
      then: { else: failed }
    """
  static let naming = """
    naming:
      auto: take
      choices: { take: { call: setLabel, with: { label: $event.label }, then: { accepted: resume } } }
      then: { else: failed }
    """
  static let timedOut = "timedOut: { choices: { ok: { to: gone }, back: { resume: true } }, then: { else: failed } }"
  static let all = [alarmed, sealed, idle, naming, timedOut].joined(separator: "\n")

  static func program() throws -> Program { try ToyFlow.program(steps: ToyFlow.entry, interrupts: all) }

  static let toName = """
    start
    ok
    ! askName   | event phase go:name step ask:name
    """

  @Test("one of a higher rank opens above, and the question below is void")
  func opensAbove() throws {
    var run = try Diagram.run(
      Self.program(),
      Self.toName
        + """

        ! idle left=30 canExtend=true   | event interrupt:idle step:idle ask:idle
        #1 ? name=eve                   | refuse:stale
        ! alarmed alarms=1              | event interrupt:alarmed step ask:alarmed
        #2 > ignore                     | refuse:stale
        > ignore                        | refuse:unknown-choice
        """)
    #expect(run.question?.isInterrupt == true)
    try run.play(
      """
      > proceed   | answer call:handleAlarms
      ok          | accepted go:resume resume:idle ask:idle
      > ignore    | answer go:resume resume:name ask:name
      ? name=eve  | answer call
      """)
  }

  @Test("a countdown is for show")
  func countdown() throws {
    var run = try Diagram.run(
      Self.program(), Self.toName + "\n! idle left=30 canExtend=true | event interrupt step ask")
    #expect(run.question?.countdown == .seconds(30))
    try run.play("@40000 tick |")
    #expect(run.question?.deadline == nil)
  }

  @Test("one of a lower rank waits until the higher one is left")
  func lowerWaits() throws {
    try Diagram.run(
      Self.program(),
      Self.toName
        + """

        ! alarmed alarms=1  | event interrupt:alarmed step ask:alarmed
        ! idle left=30      | event queue:idle
        ! naming label=x    | event queue:naming
        > proceed           | answer call
        ok                  | accepted go:resume resume:name interrupt:naming step answer call:setLabel
        ok                  | accepted go:resume resume:name interrupt:idle step ask:idle
        > ignore            | answer go:resume resume:name ask:name
        """)
  }

  @Test("of those that wait the highest opens first, and of equals the earliest")
  func waitingByRank() throws {
    var run = try Diagram.run(
      Self.program(),
      Self.toName
        + """

        ! alarmed alarms=1  | event interrupt step ask
        ! idle left=30      | event queue
        ! alarmed alarms=2  | event queue
        ! timedOut          | event queue
        ! alarmed alarms=3  | event queue
        > proceed           | answer call
        ok                  | accepted go:resume resume interrupt:alarmed step ask
        """)
    // The time-out cancels the idle warning that waits.
    #expect(run.machine.waiting.map(\.event.name) == ["timedOut", "alarmed"])
    try run.play(
      """
      > proceed           | answer call
      ok                  | accepted go:resume resume interrupt:alarmed step ask
      > proceed           | answer call
      ok                  | accepted go:resume resume interrupt:timedOut step ask
      > back              | answer go:resume resume:name ask
      """)
    #expect(run.calls.suffix(3).map { $0.arguments.description.contains("alarmID: 1") } == [true, false, false])
    #expect(run.calls.suffix(3).map { $0.arguments.description.contains("alarmID: 2") } == [false, true, false])
  }

  @Test("no interrupt opens before the SDK has taken a call")
  func heldDuringCall() throws {
    try Diagram.run(
      Self.program(),
      Self.toName
        + """

        ? name=eve          | answer call:sendName
        ! alarmed alarms=1  |
        ! idle left=5       |
        ok                  | accepted event interrupt:alarmed step ask event queue:idle
        """)
    try Diagram.run(
      Self.program(),
      Self.toName
        + """

        ? name=eve          | answer call:sendName
        ! alarmed alarms=1  |
        no 70               | rejected ask:name event interrupt:alarmed step ask:alarmed
        """)
  }

  @Test("an interrupt opens while a call is open, and its reply is kept below")
  func replyKept() throws {
    try Diagram.run(
      Self.program(),
      Self.toName
        + """

        ? name=eve          | answer call:sendName
        ok                  | accepted
        ! alarmed alarms=1  | event interrupt step ask
        ! askPIN(enter)     | event keep:askPIN
        > proceed           | answer call
        ok                  | accepted go:resume resume:name go:pin step ask:pin
        """)
  }

  @Test("after resume a frame whose call is open waits on, and asks nothing")
  func openCallWaitsOn() throws {
    try Diagram.run(
      Self.program(),
      Self.toName
        + """

        ? name=eve          | answer call:sendName
        ok                  | accepted
        ! idle left=3       | event interrupt step ask
        > ignore            | answer go:resume resume:name
        ! askPIN(enter)     | event go:pin step ask:pin
        """)
  }

  @Test("with `replace` the later warning takes the place of the earlier one, which asks")
  func replaces() throws {
    var run = try Diagram.run(
      Self.program(),
      Self.toName
        + """

        ! idle left=30 canExtend=true  | event interrupt step ask
        ! idle left=20 canExtend=true  | event interrupt step ask:idle
        """)
    #expect(run.question?.countdown == .seconds(20))
    #expect(run.machine.below.count == 1)
    try run.play("> ignore | answer go:resume resume:name ask")
  }

  @Test("one whose call is open stays, and the latest warning waits: what somebody has decided is not lost")
  func replacesNoDecision() throws {
    var run = try Diagram.run(
      Self.program(),
      Self.toName
        + """

        ! idle left=30 canExtend=true  | event interrupt step ask
        > extend                       | answer call:extend
        ok                             | accepted
        ! idle left=20 canExtend=true  | event queue
        ! alarmed alarms=1             | event interrupt step ask
        ! idle left=10 canExtend=true  | event queue
        > proceed                      | answer call
        ok                             | accepted go:resume resume:idle
        ! extended                     | event go:resume resume:name interrupt:idle step ask:idle
        """)
    #expect(run.question?.countdown == .seconds(10))
    #expect(run.machine.below.count == 1)
    #expect(run.machine.owed.isEmpty)
    try run.play("> ignore | answer go:resume resume:name ask")
  }

  @Test("below a higher interrupt the later warning waits, and the earlier one is gone")
  func replacesBelow() throws {
    var run = try Diagram.run(
      Self.program(),
      Self.toName
        + """

        ! idle left=30      | event interrupt step ask
        ! alarmed alarms=1  | event interrupt step ask
        ! idle left=20      | event queue
        ! idle left=10      | event queue
        > proceed           | answer call
        ok                  | accepted go:resume resume:name interrupt:idle step ask
        """)
    #expect(run.question?.countdown == .seconds(10))
    try run.play("> ignore | answer go:resume resume:name ask:name")
  }

  @Test("a terminal one closes everything above the flow, and does so again")
  func terminal() throws {
    try Diagram.run(
      Self.program(),
      Self.toName
        + """

        ! idle left=30      | event interrupt step ask
        ! alarmed alarms=1  | event interrupt step ask
        ! alarmed alarms=2  | event queue
        ! sealed alarms=8   | event phase:dead interrupt:sealed step ask:sealed
        ! sealed alarms=9   | event interrupt:sealed step ask:sealed
        ! alarmed alarms=3  | event queue
        ! idle left=1       | event queue
        > close             | answer go:blocked end:blocked
        """)
  }

  @Test("`resume` out of a terminal interrupt is a failure, where the checker was not asked")
  func terminalResume() throws {
    try Diagram.run(
      ToyFlow.unchecked(steps: ToyFlow.entry, interrupts: "sealed: { choices: { on: { resume: true } } }"),
      Self.toName + "\n! sealed | event phase interrupt step ask\n> on | answer go:resume end:unhandled")
  }

  @Test("an event cancels an interrupt that waits, and one that is open")
  func cancels() throws {
    try Diagram.run(
      Self.program(),
      Self.toName
        + """

        ! idle left=30     | event interrupt:idle step ask
        ! timedOut         | event interrupt:timedOut step ask
        > back             | answer go:resume resume:name ask:name
        """)
  }

  @Test("the frame that is laid bare by an event goes on as after a resume")
  func laidBare() throws {
    // The flow takes the time-out by name, so that it does not interrupt.
    let steps = ToyFlow.entry.replacing(
      "    5: { retry: wrong }", with: "    timedOut: { stay: again }\n    5: { retry: wrong }")
    let program = try ToyFlow.program(steps: steps, interrupts: Self.idle)
    try Diagram.run(
      program,
      AskingTests.toConsent
        + """

        ! askPIN(enter)    | event go:pin step ask
        ! idle left=30     | event interrupt:idle step ask
        ! timedOut         | event go:stay ask:pin
        ? pin=1234         | answer call
        """)
    let queued = try ToyFlow.program(steps: steps, interrupts: [Self.idle, Self.alarmed].joined(separator: "\n"))
    try Diagram.run(
      queued,
      AskingTests.toConsent
        + """

        ! askPIN(enter)     | event go:pin step ask
        ? pin=1234          | answer call
        ok                  | accepted
        ! alarmed alarms=1  | event interrupt step ask
        ! idle left=30      | event queue
        ! timedOut          | event keep
        > proceed           | answer call
        ok                  | accepted go:resume resume:pin undeclared go:stay ask:pin
        """)
  }

  @Test("the facts of an interrupt are so when it arrives, though its screen has to wait")
  func factsAtArrival() throws {
    let run = try Diagram.run(
      Self.program(),
      AskingTests.toConsent
        + """

        ! askPIN(enter)     | event go step ask
        ? pin=1234          | answer call
        ok                  | accepted
        ! entered           | event phase proof go:inside step ask
        ! alarmed alarms=1  | event interrupt step ask
        ! timedOut          | event lose queue:timedOut
        """)
    #expect(run.proofs.isEmpty)
  }

  @Test("while an interrupt that bars calls is open or waits, no other call is offered")
  func barsCalls() throws {
    // Two alarms wait behind each other; what is at work is always an alarm, whose own call is legal.
    var run = try Diagram.run(
      Self.program(),
      Self.toName + "\n! alarmed alarms=1\n! alarmed alarms=2 | event queue\n! naming label=x | event queue")
    #expect(run.offered == ["proceed", "exit"])
    // Something of a higher rank, whose call is not that of the alarm.
    let higher = "surprise: { choices: { try: { call: ping, max: 3 }, on: { resume: true } }, then: { else: failed } }"
    run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry, interrupts: Self.alarmed + "\n" + higher),
      Self.toName + "\n! alarmed alarms=1\n! surprise | event interrupt step ask:surprise")
    #expect(run.offered == ["on"])
    try run.play("> try | refuse:not-offered\n> on | answer go:resume resume:alarmed ask")
    // Where it offers nothing but calls, it goes to `else`.
    try Diagram.run(
      ToyFlow.program(
        steps: ToyFlow.entry,
        interrupts: Self.alarmed + "\nsurprise: { choices: { try: { call: ping, max: 3 } }, then: { else: failed } }"),
      Self.toName + "\n! alarmed alarms=1\n! surprise | event interrupt step exhausted go:failed stranded end")
  }
}
