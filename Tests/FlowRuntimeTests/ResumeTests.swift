// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowRuntime

@Suite("Resume, and what was kept")
struct ResumeTests {
  @Test("the question is asked again under a new number, and no try is spent")
  func newNumber() throws {
    var run = try Diagram.run(InterruptTests.program(), OwnerTests.toPIN)
    let before = try #require(run.question?.request)
    for _ in 0..<10 {
      try run.play("! idle left=9 | event interrupt step ask\n> ignore | answer go:resume resume:pin ask:pin")
    }
    try run.play(
      """
      #\(before) ? pin=1234  | refuse:stale
      ? pin=1234             | answer call
      """)
  }

  @Test("no automatic choice is made after a resume")
  func noAuto() throws {
    try Diagram.run(
      ToyFlow.program(steps: EnteringTests.consenting(), interrupts: InterruptTests.idle),
      AskingTests.toConsent
        + """

        ! askConsent ready=true  | event go:agree step answer call:consent
        no 70                    | rejected ask
        ! idle left=9            | event interrupt step ask
        > ignore                 | answer go:resume resume:agree ask:agree
        """)
  }

  @Test("a message of `resume` is shown at the question below")
  func messageOfResume() throws {
    let idle = "idle: { choices: { ignore: { resume: again } }, then: { else: failed } }"
    let run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry, interrupts: idle), OwnerTests.toPIN + "\n! idle\n> ignore")
    #expect(run.question?.message == "Try again.")
  }

  @Test("a message of `resume` is about that interrupt, and is not said again after another one")
  func messageOfResumeIsNews() throws {
    let interrupts = """
      idle:
        choices: { ignore: { resume: again }, leave: { resume: true } }
        then: { else: failed }
      """
    var run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry, interrupts: interrupts), OwnerTests.toPIN + "\n! idle\n> ignore")
    #expect(run.question?.message == "Try again.")
    try run.play("! idle\n> leave")
    #expect(run.question?.step == "pin" && run.question?.message != "Try again.")
  }

  @Test("the message of the question is shown again")
  func messageAgain() throws {
    let run = try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN + "\n? pin=1234\nok\n! askPIN(enter) 5 attemptsLeft=2\n! idle left=3\n> ignore")
    #expect(run.question?.message == "That is not right. Attempts left: 2.")
  }

  @Test("events that were kept are resolved in order")
  func keptInOrder() throws {
    try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + """

        ? pin=1234         | answer call
        ok                 | accepted
        ! idle left=9      | event interrupt step ask
        ! askPIN(enter) 5  | event keep
        ! askPIN(enter) 5  | event keep
        ! entered          | event phase keep
        ! entered          | event keep
        > ignore           | answer go:resume resume:pin go:retry ask go:retry ask go:inside step ask go:stay ask
        """)
  }

  @Test("a kept event that makes a call leaves the rest until the call is taken")
  func keptAfterCall() throws {
    let steps =
      ToyFlow.naming("askPIN(enter): again\nentered: inside") + "\n"
        + """
        again: { call: reset, max: 3, then: { askName: name, entered: inside, else: failed } }
        \(ToyFlow.inside)
        """
    try Diagram.run(
      ToyFlow.program(steps: steps, interrupts: InterruptTests.idle),
      AskingTests.toConsent
        + """

        ! idle left=9      | event interrupt step ask
        ! askPIN(enter)    | event keep
        ! entered          | event phase keep
        > ignore           | answer go:resume resume:name go:again step unmade go:failed abandon end
        """)
    let other = steps.replacing("entered: inside\n", with: "askDevice: failed\n").replacing(
      "entered: inside,", with: "")
    try Diagram.run(
      ToyFlow.unchecked(steps: other, interrupts: InterruptTests.idle),
      AskingTests.toConsent
        + """

        ! idle left=9      | event interrupt step ask
        ! askPIN(enter)    | event keep
        ! askDevice        | event keep
        > ignore           | answer go:resume resume:name go:again step call:reset
        #1 ? name=eve      | refuse:stale
        ok                 | accepted undeclared go:failed abandon end
        """)
  }

  @Test("what an interrupt kept is dropped where it is left")
  func keptOfInterrupt() throws {
    let idle = """
      idle:
        choices:
          extend: { call: extend, max: 3, then: { extended: resume, else: { stay: again } } }
          ignore: { resume: true }
        then: { else: failed }
      """
    try Diagram.run(
      ToyFlow.program(
        steps: ToyFlow.entry, interrupts: idle + "\n" + InterruptTests.alarmed + "\n" + InterruptTests.sealed),
      OwnerTests.toPIN
        + """

        ! idle canExtend=true  | event interrupt step ask
        > extend               | answer call
        ok                     | accepted
        ! alarmed alarms=1     | event interrupt step ask
        ! extended             | event keep:extended
        ! sealed alarms=2      | event phase drop:extended interrupt:sealed step ask
        """)
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry, interrupts: idle + "\n" + InterruptTests.alarmed),
      OwnerTests.toPIN
        + """

        ! idle canExtend=true  | event interrupt step ask
        > extend               | answer call
        ok                     | accepted
        ! alarmed alarms=1     | event interrupt step ask
        ! extended             | event keep:extended
        > proceed              | answer call
        ok                     | accepted go:resume resume:idle go:resume resume:pin ask:pin
        """)
  }

  @Test("a deadline that passed under the interrupt strikes after the kept events")
  func dueAfterKept() throws {
    let program = try InterruptTests.program()
    try Diagram.run(
      program,
      OwnerTests.toPIN
        + """

        @1000 ? pin=1234     | answer call
        @1000 ok             | accepted
        @2000 ! idle left=9  | event interrupt step ask
        @61000 tick          |
        @90000 > ignore      | answer go:resume resume:pin timeout go:failed abandon end
        """)
    try Diagram.run(
      program,
      OwnerTests.toPIN
        + """

        @1000 ? pin=1234     | answer call
        @1000 ok             | accepted
        @2000 ! idle left=9  | event interrupt step ask
        @70000 ! entered     | event phase keep
        @90000 > ignore      | answer go:resume resume:pin proof go:inside step ask
        """)
  }

  @Test("a question that was open beside its call is asked again, too")
  func askedBesideCall() throws {
    let steps = ToyFlow.entry.replacing(
      "    5: { retry: wrong }", with: "    timeout: { stay: again }\n    5: { retry: wrong }")
    try Diagram.run(
      ToyFlow.program(steps: steps, interrupts: InterruptTests.idle),
      OwnerTests.toPIN
        + """

        ? pin=1234      | answer call
        ok              | accepted
        @60000 tick     | timeout go:stay ask:pin
        ! idle left=9   | event interrupt step ask
        > ignore        | answer go:resume resume:pin ask:pin
        ! entered       | event phase proof go:inside step ask
        """)
  }
}
