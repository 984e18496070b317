// SPDX-License-Identifier: Apache-2.0

import Testing
import Values

@testable import FlowRuntime

@Suite("Answering")
struct AnsweringTests {
  static let creating =
    ToyFlow.naming("askPIN(choose): create") + "\n"
      + """
      create:
        challenge: askPIN(choose)
        ask: { first: secret, second: secret, hint: text }
        require:
          - check: first == second
            say: again
          - check: size(hint) < 6
            say: hello
        answer: { call: sendPIN, with: { pin: $first } }
        tries: 3
        then: { entered: inside, 6: { retry: wrong }, exhausted: blocked, else: failed }
      \(ToyFlow.inside)
      """

  @Test(
    "an answer that does not fit is refused, traced, and changes nothing",
    arguments: [
      ("#7 ? name=eve", "stale"), ("#0 ? name=eve", "stale"), ("#-1 ? name=eve", "stale"),
      ("#4294967297 ? name=eve", "stale"), ("?", "missing"), ("? nam=eve", "unknown-value"),
      ("? name=eve pin=1234", "unknown-value"), ("? name=", "too-short"), ("? name=e", "too-short"),
      ("? name=___e___", "too-short"), ("? name=evelyn_99", "too-long"), ("> so", "unknown-choice"),
    ])
  func misfits(_ answer: String, _ why: String) throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      """
      start          | start step call
      ok             | accepted
      ! askName      | event phase go step ask
      \(answer)      | refuse:\(why)
      #1 ? name=eve  | answer call
      """)
  }

  @Test("a value of another type is refused")
  func wrongType() throws {
    var run = try Diagram.run(ToyFlow.program(steps: ToyFlow.entry), "start\nok\n! askName")
    run.feed(.answer(Answer(to: 1, values: ["name": .int(7)])))
    #expect(run.effects.refusal == .wrongType("name", .text))
    #expect(Refusal.wrongType("pin", .secret).words == "`pin` must be a secret: it is given as a text")
    #expect(run.question?.request == 1)
  }

  @Test("what is handed in where nothing can be is refused")
  func nothingToSubmit() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      AskingTests.toConsent
        + """

        ! askPIN(enter)  | event go step ask
        ? pin=1234       | answer call
        ok               | accepted
        ! entered        | event phase proof go step ask
        ? pin=1234       | refuse:nothing
        """)
  }

  @Test("white space around a value is cut off where the contract says so, and nowhere else")
  func trimming() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      """
      start
      ok
      ! askName        | event phase go step ask
      ? name=_eve__    | answer call
      ok
      ! askPIN(enter)
      ? pin=_12_       | answer call
      """)
    #expect(run.calls[1].arguments["name"] == .text("eve"))
    guard case .secret(let pin)? = run.calls[2].arguments["pin"] else { return #expect(Bool(false)) }
    #expect(pin.withBytes { $0 } == Array(" 12 ".utf8))
  }

  @Test("a length is counted in characters")
  func lengths() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      """
      start
      ok
      ! askName        | event phase go step ask
      ? name=ä         | refuse:too-short
      ? name=äöüäöüäö  | answer call
      """)
  }

  @Test("a check that fails asks again with its message, and costs nothing")
  func failedCheck() throws {
    var run = try Diagram.run(
      ToyFlow.program(steps: Self.creating),
      AskingTests.toConsent
        + """

        ! askPIN(choose)                        | event go:create step ask
        ? first=1234 second=4321 hint=a         | refuse:failed-check ask
        """)
    #expect(run.question?.message == "Try again.")
    try run.play("? first=1234 second=1234 hint=abcdefg | refuse:failed-check ask")
    #expect(run.question?.message == "Hello.")
    for _ in 0..<5 { try run.play("? first=1234 second=4321 hint=a | refuse:failed-check ask") }
    try run.play(
      """
      ? first=1234 second=1234 hint=a  | answer call
      ok                               | accepted
      ! entered                        | event phase enrol go:inside step ask
      """)
    #expect(run.enrolled == ["knowledge by pin"])
    #expect(run.calls.last?.arguments.fields.map(\.name) == ["pin", "pinMode"])
  }

  @Test(
    "the contract's bounds hold for what a parameter gets, whatever the input is called",
    arguments: [("first=123 second=123", "too-short"), ("first=123456789 second=123456789", "too-long")])
  func boundsOfMapped(_ pins: String, _ why: String) throws {
    try Diagram.run(
      ToyFlow.program(steps: Self.creating),
      AskingTests.toConsent
        + """

        ! askPIN(choose)                        | event go:create step ask
        ? \(pins) hint=a  | refuse:\(why)
        ? first=1234 second=1 hint=a            | refuse:failed-check ask
        """)
  }

  @Test("a check that errs goes to `else`")
  func checkErrs() throws {
    let steps =
      ToyFlow.naming("askConsent: agree") + "\n"
        + """
        agree:
          challenge: askConsent
          ask: { first: secret }
          require: [ { check: event.ready && size(first) > 0 } ]
          answer: { call: consent, with: { grant: true } }
          then: { entered: gone, else: failed }
        """
    try Diagram.run(
      ToyFlow.program(steps: steps),
      AskingTests.toConsent
        + """

        ! askConsent  | event go step ask
        ? first=12    | guard go:failed abandon end
        """)
  }

  @Test("a choice that is not confirmed asks again")
  func notConfirmed() throws {
    try Diagram.run(
      ToyFlow.program(
        steps: AskingTests.choosing("no: { confirm: hello, to: gone }", then: "else: failed")),
      AskingTests.toConsent
        + """

        ! askConsent  | event go step ask
        > no no       | decline ask
        > no          | answer go:gone end
        """)
  }

  @Test("a call takes literals, inputs, fields of the event, and what the contract echoes")
  func arguments() throws {
    let steps =
      ToyFlow.naming("askPIN: pin\nentered: inside") + "\n"
        + """
        pin:
          challenge: askPIN
          ask: [pin]
          answer: sendPIN
          tries: 9
          then: { entered: inside, else: failed }
        inside:
          event: entered
          choices:
            leave: { call: logOff, with: { whom: $event.person }, then: { left: gone } }
          then: { else: failed }
        """
    var run = try Diagram.run(
      ToyFlow.program(steps: steps),
      AskingTests.toConsent + "\n! askPIN(change)\n? pin=1234\nok\n! entered person=eve\n> leave")
    #expect(run.calls.map(\.name) == ["begin", "sendName", "sendPIN", "logOff"])
    #expect(run.calls[2].arguments["pinMode"] == .int(2))
    #expect(run.calls[3].arguments["whom"] == .text("eve"))
    try run.play("ok\n! left | event phase go:gone end")
  }

  /// A step whose call gets the user of the event.
  private static let leavingByName =
    ToyFlow.naming("entered: inside") + "\n"
      + """
      inside:
        event: entered
        choices: { leave: { call: logOff, with: { whom: $event.person }, then: { left: gone } } }
        then: { else: failed }
      """

  @Test("a field that may be left out is left out where the event lacks it")
  func optionalArgument() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: Self.leavingByName), AskingTests.toConsent + "\n! entered\n> leave | answer call")
    #expect(run.calls.last?.arguments == [:])
  }

  @Test("a parameter for the user gets none but the one whom the SDK has named last")
  func userBefore() throws {
    let program = try ToyFlow.program(steps: Self.leavingByName)
    let same = try Diagram.run(
      program,
      AskingTests.toConsent
        + "\n! entered person=eve\n! greeted person=eve\n> leave | answer call")
    #expect(same.calls.last?.arguments == ["whom": .text("eve")])
    try Diagram.run(
      program,
      AskingTests.toConsent
        + "\n! entered person=eve\n! greeted person=bob\n> leave | answer unmade go:failed abandon end")
  }

  @Test("a call whose argument the event lacks is not made: the step goes to `else`")
  func missingArgument() throws {
    let naming = """
      naming:
        auto: take
        choices: { take: { call: setLabel, with: { label: $event.label }, then: { accepted: resume } } }
        then: { else: failed }
      """
    let program = try ToyFlow.program(steps: ToyFlow.entry, interrupts: naming)
    try Diagram.run(
      program,
      """
      start
      ok
      ! askName
      ! naming           | event interrupt step answer unmade go:failed abandon end
      """)
    try Diagram.run(
      program,
      """
      start
      ok
      ! askName
      ! naming label=x   | event interrupt step answer call:setLabel
      """)
  }

  @Test("a call whose echo the event lacks is not made: the step goes to `else`")
  func missingEcho() throws {
    let steps = ToyFlow.entry.replacing("challenge: askPIN(enter)", with: "challenge: askPIN")
      .replacing("askPIN(enter): pin", with: "askPIN error: pin\n    askPIN: pin").replacing(
        "5:", with: "askPIN(enter) 5:")
    try Diagram.run(
      ToyFlow.unchecked(steps: steps),
      AskingTests.toConsent
        + """

        ! askPIN error 9  | event undeclared go:pin step ask
        ? pin=1234        | answer unmade go:failed abandon end
        """)
  }

  @Test("the arguments are set on each element of the contract's list")
  func eachElement() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry, interrupts: InterruptTests.alarmed),
      "start\nok\n! askName\n! alarmed alarms=7,9 | event interrupt step ask\n> proceed | answer call")
    let expected: Value = .list([
      .record(["alarmID": .int(7), "risk": .text("LOW"), "ignore": .flag(true)]),
      .record(["alarmID": .int(9), "risk": .text("LOW"), "ignore": .flag(true)]),
    ])
    #expect(run.calls.last?.arguments == ["alarms": expected])
  }

  @Test("without that list the call is not made")
  func eachOfNothing() throws {
    let alarmed = """
      alarmed:
        choices: { proceed: { call: handleAlarms, with: { ignore: true }, then: { accepted: resume } } }
        then: { else: failed }
      """
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry, interrupts: alarmed),
      """
      start
      ok
      ! askName
      ! alarmed            | event interrupt step ask
      > proceed            | answer unmade go:failed stranded end
      """)
  }

  @Test("a `call:` step whose `max` is reached goes to `exhausted`")
  func callStepMax() throws {
    let steps =
      ToyFlow.naming("entered: list") + "\n"
        + """
        list:
          event: entered
          choices: { more: { to: load } }
          then: { else: failed }
        load: { call: refresh, max: 2, then: { report: shown, exhausted: gone, else: failed } }
        shown:
          event: report
          choices: { more: { to: load } }
          then: { else: failed }
        """
    try Diagram.run(
      ToyFlow.program(steps: steps),
      AskingTests.toConsent
        + """

        ! entered  | event phase proof go step ask
        > more     | answer go:load step call
        no 9       | rejected go:failed abandon lose end
        """)
    try Diagram.run(
      ToyFlow.program(steps: steps),
      AskingTests.toConsent
        + """

        ! entered  | event phase proof go step ask
        > more     | answer go:load step call
        ok         | accepted
        ! report   | event go:shown step ask
        > more     | answer go:load step call
        ok         | accepted
        ! report   | event go:shown step ask
        > more     | answer go:load step exhausted go:gone lose end
        """)
  }

  @Test("a second tap while the call is open is refused")
  func secondTap() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      """
      start          | start step call
      ok             | accepted
      ! askName      | event phase go step ask
      #1 ? name=eve  | answer call
      #1 ? name=eve  | refuse:stale
      ok             | accepted
      #1 ? name=eve  | refuse:stale
      #2 ? name=eve  | refuse:stale
      """)
  }
}
