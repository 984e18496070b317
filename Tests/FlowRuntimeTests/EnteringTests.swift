// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract
import Testing
import Values

@testable import FlowRuntime

@Suite("Entering a step")
struct EnteringTests {
  @Test("a step that is entered by an event has its data")
  func dataOfEvent() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      """
      start
      ok
      ! askName last=eve
      """)
    #expect(run.question?.event?.data["last"] == .text("eve"))
    #expect(run.question?.step == "name")
  }

  @Test("a choice may go to another step for the event that is open, and the data stay")
  func dataStay() throws {
    let steps =
      ToyFlow.naming("entered: inside") + "\n"
        + """
        inside:
          event: entered
          choices: { more: { to: aside } }
        aside:
          event: entered
          choices: { finish: { to: done } }
        """
    let run = try Diagram.run(
      ToyFlow.program(steps: steps),
      """
      start
      ok
      ! askName
      ? name=eve
      ok
      ! entered person=eve  | event phase proof go:inside step ask:inside
      > more                | answer go:aside step ask:aside
      """)
    #expect(run.question?.event?.data["person"] == .text("eve"))
  }

  @Test("an automatic choice is made when the step is entered by an event")
  func auto() throws {
    try Diagram.run(
      ToyFlow.program(steps: Self.consenting()),
      """
      start
      ok
      ! askName
      ? name=eve
      ok                       | accepted
      ! askConsent ready=true  | event go:agree step answer call:consent
      """)
  }

  @Test("where its guard does not hold, the person is asked")
  func autoNotOffered() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: Self.consenting()),
      """
      start
      ok
      ! askName
      ? name=eve
      ok                        | accepted
      ! askConsent ready=false  | event go:agree step ask:agree
      """)
    #expect(run.offered == ["no"])
  }

  @Test("where its guard errs, that is traced and the person is asked")
  func autoErrs() throws {
    try Diagram.run(
      ToyFlow.program(steps: Self.consenting()),
      """
      start
      ok
      ! askName
      ? name=eve
      ok           | accepted
      ! askConsent | event go:agree step guard ask:agree
      """)
  }

  @Test("what has to be confirmed is not done automatically")
  func autoConfirms() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: Self.consenting(extra: "confirm: hello, ")),
      """
      start
      ok
      ! askName
      ? name=eve
      ok                       | accepted
      ! askConsent ready=true  | event go:agree step ask:agree
      """)
    #expect(run.question?.choices.first?.confirm == "Hello.")
  }

  @Test("an automatic choice is made once: the same event, when it comes again, is asked")
  func autoOnce() throws {
    try Diagram.run(
      ToyFlow.program(steps: Self.consenting()),
      """
      start
      ok
      ! askName
      ? name=eve
      ok
      ! askConsent ready=true  | event go:agree step answer call:consent
      no 70                    | rejected ask:agree
      ! askConsent ready=true  | event go:stay ask:agree
      """)
  }

  @Test(
    "of several automatic choices the first that is offered is made; one that errs ends it",
    arguments: [
      ("ready=true", "event go:agree step answer call:consent"),
      ("ready=false", "event go:agree step answer go:gone end:gone"),
      ("", "event go:agree step guard ask:agree"),
    ])
  func autosInOrder(_ data: String, _ expected: String) throws {
    let steps = Self.consenting().replacing("auto: yes", with: "auto: [yes, no]")
    try Diagram.run(
      ToyFlow.program(steps: steps),
      """
      start
      ok
      ! askName
      ? name=eve
      ok           | accepted
      ! askConsent \(data) | \(expected)
      """)
  }

  @Test("an automatic choice that has to be confirmed is passed by for the next one")
  func autoPassesConfirming() throws {
    let steps = Self.consenting(extra: "confirm: hello, ").replacing("auto: yes", with: "auto: [yes, no]")
    try Diagram.run(
      ToyFlow.program(steps: steps),
      """
      start
      ok
      ! askName
      ? name=eve
      ok                       | accepted
      ! askConsent ready=true  | event go:agree step answer go:gone end:gone
      """)
  }

  @Test("an interrupt with `to` goes there at once")
  func interruptGoes() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry, interrupts: "timedOut: { to: gone }"),
      """
      start
      ok
      ! askName   | event phase go step ask
      ! timedOut  | event interrupt step:timedOut go:gone end:gone
      """)
  }

  @Test("a run that begins at a step for an event waits for it without asking")
  func beginsAtEvent() throws {
    let program = try ToyFlow.unchecked(start: "name", steps: ToyFlow.naming("entered: failed"))
    let run = try Diagram.run(
      program,
      """
      start               | start step:name
      ? name=eve          | refuse:stale
      ! ready             | notice
      ! askName last=bob  | event phase go:stay ask:name
      ? name=eve          | answer call:sendName
      """)
    #expect(run.machine.question(at: 0) == nil)
  }

  @Test("a notice enters its phase while the SDK does not run yet, and none once it does")
  func noticeEnters() throws {
    let text = ToyContract.text.replacing("ready: { kind: notice,", with: "ready: { kind: notice, enters: pre,")
    let contract = try #require(ContractReader.read(SourceFile(path: "toy.yaml", text: text)).value)
    let flow = ToyFlow.text(
      start: "home",
      steps: "home: { event: entered, choices: { leave: { to: failed } }, then: { else: failed } }")
    let program = try ToyFlow.unchecked(flow, on: contract)
    try Diagram.run(program, "start | start step:home\n! ready | notice phase\n! ready | notice")
    try Diagram.run(
      program,
      "start | start step:home\n! entered | event phase go:stay ask:home\n! ready | notice\n> leave | answer go:failed abandon:logOff end:failed"
    )
  }

  @Test("at such a step another event than its own goes to `else`")
  func beginsAtAnotherEvent() throws {
    try Diagram.run(
      ToyFlow.unchecked(start: "name", steps: ToyFlow.naming("entered: failed")),
      """
      start     | start step:name
      ! askPIN  | event undeclared go:failed end:failed
      """)
  }

  @Test("its automatic choice is made when the event has come")
  func beginsWithAuto() throws {
    let steps = """
      agree:
        challenge: askConsent
        auto: yes
        choices:
          yes: { when: event.ready, call: consent, with: { grant: true }, then: { entered: inside } }
        then: { else: failed }
      \(ToyFlow.inside)
      """
    try Diagram.run(
      ToyFlow.unchecked(start: "agree", steps: steps),
      """
      start                    | start step:agree
      ! askName                | event phase undeclared go:failed abandon end
      """)
    try Diagram.run(
      ToyFlow.unchecked(
        start: "agree",
        steps: steps.replacing("call: consent, with: { grant: true }", with: "call: ping")
          .replacing("then: { entered: inside }", with: "then: { accepted: gone }")),
      """
      start                    | start step:agree
      ! askConsent ready=true  | event go:stay answer call:ping
      ok                       | accepted go:gone end
      """)
  }

  /// Asks for consent, and gives it automatically where the event is `ready`.
  static func consenting(extra: String = "") -> String {
    ToyFlow.naming("askConsent: agree") + "\n"
      + """
      agree:
        challenge: askConsent
        auto: yes
        choices:
          yes: { \(extra)when: event.ready, call: consent, with: { grant: true } }
          no: { to: gone }
        then: { entered: inside, else: failed }
      \(ToyFlow.inside)
      """
  }
}
