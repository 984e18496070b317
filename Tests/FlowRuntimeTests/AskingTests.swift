// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowRuntime

@Suite("Asking, and what is offered")
struct AskingTests {
  /// A step with choices of every kind, reached by `! askConsent`.
  static func choosing(_ choices: String, then: String = "entered: inside\nelse: failed") -> String {
    ToyFlow.naming("askConsent: agree") + "\n"
      + """
      agree:
        challenge: askConsent
        choices:
      \(choices.indented.indented)
        then:
      \(then.indented.indented)
      \(then.contains("inside") ? ToyFlow.inside : "")
      """
  }

  static let toConsent = """
    start
    ok
    ! askName
    ? name=eve
    ok
    """

  @Test("each question has the next number, and the one before is void")
  func numbers() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      """
      start             | start step call
      ok                | accepted
      ! askName         | event phase go step ask
      ! askName         | event go:stay ask
      #1 ? name=eve     | refuse:stale
      #2 ? name=eve     | answer call
      """)
    #expect(run.machine.question(at: 0) == nil)
  }

  @Test("a choice whose guard does not hold is not offered")
  func guardHolds() throws {
    var run = try Diagram.run(
      ToyFlow.program(
        steps: Self.choosing("yes: { when: event.ready, to: gone }\nno: { when: '!event.ready', to: failed }")),
      Self.toConsent + "\n! askConsent ready=true | event go step ask")
    #expect(run.offered == ["yes"])
    try run.play(
      """
      > no   | refuse:not-offered
      > so   | refuse:unknown-choice
      > yes  | answer go:gone end
      """)
  }

  @Test("a guard that errs hides its choice and is traced")
  func guardErrs() throws {
    var run = try Diagram.run(
      ToyFlow.program(steps: Self.choosing("yes: { when: event.ready, to: gone }\nno: { to: failed }")),
      Self.toConsent + "\n! askConsent | event go step ask")
    #expect(run.offered == ["no"])
    try run.play("> yes | guard refuse:not-offered")
  }

  @Test("a guard may read the words of the contract")
  func guardReadsContract() throws {
    let run = try Diagram.run(
      ToyFlow.program(
        steps: Self.choosing(
          "yes: { when: 'contract.site == \"north\"', to: gone }\nno: { when: 'contract.site == \"south\"', to: gone }")
      ),
      Self.toConsent + "\n! askConsent | event go step ask")
    #expect(run.offered == ["yes"])
  }

  @Test("a constant of the contract is of the type in which it is written")
  func typesOfConstants() throws {
    let run = try Diagram.run(
      ToyFlow.program(
        steps: Self.choosing(
          """
          number: { when: contract.floors == 3 && contract.floors < 4, to: gone }
          flag: { when: contract.guarded, to: gone }
          text: { when: 'contract.branch == "4711"', to: gone }
          none: { when: '!contract.guarded || contract.branch == "3"', to: gone }
          """)
      ),
      Self.toConsent + "\n! askConsent | event go step ask")
    #expect(run.offered == ["number", "flag", "text"])
  }

  @Test("a choice is offered until its `max` is reached, over the whole run")
  func maxOfRun() throws {
    var run = try Diagram.run(
      ToyFlow.program(
        steps: Self.choosing("back: { call: reset, max: 2, then: { askName: name } }\nno: { to: gone }")),
      Self.toConsent
        + """

        ! askConsent | event go step ask
        > back       | answer call:reset
        ok           | accepted
        ! askName    | event go:name step ask
        ? name=eve   | answer call
        ok           | accepted
        ! askConsent | event go step ask
        > back       | answer call:reset
        no 70        | rejected ask
        > back       | answer call:reset
        ok           | accepted
        ! askName    | event go:name step ask
        ? name=eve
        ok
        ! askConsent | event go step ask
        > back       | refuse:not-offered
        """)
    #expect(run.offered == ["no"])
    try run.play("> no | answer go:gone end")
  }

  @Test("a choice has to cool down for `every`, and the question says until when")
  func cooldown() throws {
    let steps =
      ToyFlow.naming("askCode: code")
        + """

        code:
          challenge: askCode
          ask: [code]
          answer: sendCode
          choices:
            resend: { call: resendCode, max: 3, every: 3s, then: { askCode: { stay: again } } }
          then: { else: failed }
        """
    var run = try Diagram.run(
      ToyFlow.program(steps: steps),
      AskingTests.toConsent
        + """

        ! askCode       | event go:code step ask
        @1000 > resend  | answer call:resendCode
        @1200 ok        | accepted
        ! askCode       | event go:stay ask
        @4000 > resend  | refuse:not-offered
        """)
    #expect(run.offered == ["?"])
    #expect(run.question?.later == [Question.Later(name: "resend", at: .milliseconds(4200))])
    #expect(run.question?.message == "Try again.")
    try run.play("@4200 > resend | answer call:resendCode")
    #expect(run.question == nil)
    try run.play("ok\n! askCode\n@9000 > resend\nok\n! askCode\n> resend | refuse:not-offered")
    #expect(run.question?.later == [])
    #expect(run.question?.closed == [Question.Closed(name: "resend", isSpent: true)])
  }

  @Test("a cooldown alone does not make a step run out")
  func cooldownIsNoEnd() throws {
    try Diagram.run(
      ToyFlow.program(
        steps: Self.choosing(
          "more: { call: ping, max: 5, every: 3s, then: { accepted: stay } }", then: "exhausted: blocked\nelse: failed")
      ),
      Self.toConsent
        + """

        ! askConsent | event go step ask
        > more       | answer call:ping
        ok           | accepted go:stay ask
        """)
  }

  @Test("where nothing is offered any more, the step goes to `exhausted`")
  func nothingOffered() throws {
    try Diagram.run(
      ToyFlow.program(
        steps: Self.choosing(
          "more: { call: ping, max: 2, then: { accepted: stay } }", then: "exhausted: blocked\nelse: failed")),
      Self.toConsent
        + """

        ! askConsent | event go step ask
        > more       | answer call
        ok           | accepted go:stay ask
        > more       | answer call
        ok           | accepted go:stay exhausted go:blocked abandon end:blocked
        """)
  }

  @Test("without `exhausted` it goes to `else`")
  func nothingOfferedElse() throws {
    try Diagram.run(
      ToyFlow.program(
        steps: Self.choosing("yes: { when: event.ready, to: gone }", then: "else: failed")),
      Self.toConsent + "\n! askConsent ready=false | event go step exhausted go:failed abandon end")
  }

  @Test("an answer whose call requires a field of the event is not offered without it, so that nothing may be offered")
  func requiredOfAnswer() throws {
    let idle = """
      idle:
        answer: extend
        then: { exhausted: gone, else: failed }
      """
    let program = try ToyFlow.program(steps: ToyFlow.entry, interrupts: idle)
    let toName = "start\nok\n! askName\n"
    try Diagram.run(program, toName + "! idle canExtend=false | event interrupt step exhausted go:gone end")
    try Diagram.run(program, toName + "! idle canExtend=true | event interrupt step ask:idle")
  }

  @Test("a step that can wait for a deadline asks though nothing is offered")
  func waitsForDeadline() throws {
    let steps = Self.choosing("yes: { when: event.ready, to: gone }", then: "timeout: gone\nelse: failed")
      .replacing("challenge: askConsent", with: "challenge: askConsent\n  within: 3s")
    try Diagram.run(
      ToyFlow.program(steps: steps),
      Self.toConsent
        + """

        ! askConsent ready=false | event go step ask
        @3000 tick               | timeout go:gone end
        """)
  }

  @Test("when the tries are spent, entering goes to `exhausted`: coming back by another way does not refill them")
  func triesOfRun() throws {
    let steps =
      ToyFlow.naming("askPIN(enter): pin").replacing("  answer: sendName", with: "  answer: sendName\n  tries: 2")
      .replacing("    else: failed", with: "    exhausted: blocked\n    else: failed")
        + """

        pin:
          challenge: askPIN(enter)
          choices: { back: { call: reset, max: 9, then: { askName: name } } }
          then: { else: failed }
        """
    try Diagram.run(
      ToyFlow.program(steps: steps),
      """
      start
      ok
      ! askName        | event phase go:name step ask
      ? name=eve       | answer call
      no 70            | rejected ask
      ? name=eve       | answer call
      ok               | accepted
      ! askPIN(enter)  | event go:pin step ask
      > back           | answer call:reset
      ok               | accepted
      ! askName        | event go:name step ask:name
      ? name=eve       | answer call
      ok               | accepted
      ! askPIN(enter)  | event go:pin step ask
      > back           | answer call
      ok               | accepted
      ! askName        | event go:name step exhausted go:blocked abandon end:blocked
      """)
  }

  @Test("retrying with the tries spent goes to `exhausted`")
  func retriesSpent() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      Self.toConsent
        + """

        ! askPIN(enter)    | event go:pin step ask
        ? pin=1111         | answer call
        ok                 | accepted
        ! askPIN(enter) 5  | event go:retry ask
        ? pin=1111         | answer call
        ok                 | accepted
        ! askPIN(enter) 5  | event go:retry ask
        ? pin=1111         | answer call
        ok                 | accepted
        ! askPIN(enter) 5  | event go:retry exhausted go:blocked abandon end:blocked
        """)
  }

  @Test("an answer is offered only in a phase in which its call is legal")
  func phaseOfAnswer() throws {
    var run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      Self.toConsent + "\n! askPIN(enter) | event go step ask")
    #expect(run.offered == ["?"])
    // The SDK says by a result that it is inside already, which nobody waited for here.
    try run.play(
      """
      ! report    | event drop
      ? pin=1234  | answer call
      ok          | accepted
      """)
  }

  @Test("a call that is not legal in the phase is not offered, and an answer to it is refused")
  func illegalPhase() throws {
    let steps =
      ToyFlow.naming("entered: inside")
        + """

        inside:
          event: entered
          choices:
            back: { call: reset, max: 3, then: { askName: name } }
            leave: { call: logOff, then: { left: gone } }
          then: { else: failed }
        """
    var run = try Diagram.run(
      ToyFlow.program(steps: steps), Self.toConsent + "\n! entered | event phase proof go:inside step ask")
    #expect(run.offered == ["leave"])
    try run.play("> back | refuse:not-offered")
  }

  @Test("a choice that requires a flag of the event is offered only where it is true")
  func requiredFlag() throws {
    let idle = """
      idle:
        choices:
          extend: { call: extend, max: 3, then: { extended: resume } }
          ignore: { resume: true }
        then: { else: failed }
      """
    let program = try ToyFlow.program(steps: ToyFlow.entry, interrupts: idle)
    var run = try Diagram.run(program, "start\nok\n! askName\n! idle canExtend=0 | event interrupt step ask:idle")
    #expect(run.offered == ["ignore"])
    try run.play("! idle canExtend=1 | event interrupt step ask:idle")
    #expect(run.offered == ["extend", "ignore"])
  }

  @Test("a message of a transition is shown instead of the step's own, until the question is answered")
  func messages() throws {
    let steps = ToyFlow.entry.replacing("  challenge: askPIN(enter)", with: "  challenge: askPIN(enter)\n  say: hello")
    var run = try Diagram.run(ToyFlow.program(steps: steps), Self.toConsent + "\n! askPIN(enter)")
    #expect(run.question?.message == "Hello.")
    try run.play("? pin=1111\nok\n! askPIN(enter) 5 attemptsLeft=2 | event go:retry ask:pin")
    #expect(run.question?.message == "That is not right. Attempts left: 2.")
    try run.play("? pin=2222\nno 70 | rejected ask")
    #expect(run.question?.message == "Hello.")
    #expect(run.question?.refusal == 70)
    #expect(run.question?.attemptsLeft == 2)
  }

  @Test("a message that no question has shown goes along through steps that only call")
  func messageGoesAlong() throws {
    let steps =
      ToyFlow.naming("entered: inside")
        + """

        inside:
          event: entered
          choices: { more: { to: again } }
          then: { else: failed }
        again: { call: refresh, max: 9, then: { report: { to: list, say: again }, else: failed } }
        list:
          event: report
          choices: { more: { call: refresh, max: 9, then: { report: { to: reload, say: hello } } } }
          then: { else: failed }
        reload: { call: refresh, max: 9, then: { report: list, else: { to: gone } } }
        """
    var run = try Diagram.run(
      ToyFlow.program(steps: steps),
      Self.toConsent + "\n! entered\n> more\nok\n! report | event go:list step ask:list")
    #expect(run.question?.message == "Try again.")
    try run.play(
      """
      > more    | answer call
      ok        | accepted
      ! report  | event go:reload step call
      ok        | accepted
      ! report  | event go:list step ask:list
      """)
    #expect(run.question?.message == "Hello.")
    try run.play("> more\nok\n! report\nok\n! report error 9 | event go:gone lose end:gone")
    guard case .end(let end)? = run.effects.actions.last else { return #expect(Bool(false)) }
    #expect(run.machine.message(at: end) == "Hello.")
  }

  @Test("a message of a question that was shown does not go along")
  func shownMessageStays() throws {
    let steps =
      Self.choosing(
        "more: { to: aside }\nwarn: { stay: again }", then: "else: failed") + "\n"
        + """
        aside:
          challenge: askConsent
          choices: { leave: { to: gone } }
        """
    var run = try Diagram.run(
      ToyFlow.program(steps: steps),
      Self.toConsent + "\n! askConsent\n> warn | answer go:stay ask")
    #expect(run.question?.message == "Try again.")
    try run.play("> more | answer go:aside step ask")
    #expect(run.question?.message == nil)
  }
}
