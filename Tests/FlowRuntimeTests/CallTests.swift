// SPDX-License-Identifier: Apache-2.0

import Testing
import Values

@testable import FlowRuntime

@Suite("What the SDK says at once")
struct CallTests {
  private static func pin(_ lines: String) -> String {
    ToyFlow.entry.replacing("    5: { retry: wrong }", with: "    5: { retry: wrong }\n" + lines.indented.indented)
  }

  @Test("a refusal that no line names asks again, and the third in a row goes to `else`")
  func thirdRefusal() throws {
    let program = try ToyFlow.program(steps: ToyFlow.entry)
    try Diagram.run(
      program,
      AskingTests.toConsent
        + """

        ! askPIN(enter)  | event go step ask
        ? pin=1234       | answer call
        no 70            | rejected ask:pin
        ? pin=1234       | answer call
        no 71            | rejected ask:pin
        ? pin=1234       | answer call
        no 70            | rejected go:failed abandon end
        """)
  }

  @Test("an accepted call ends the row of refusals")
  func rowOfRefusals() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      AskingTests.toConsent
        + """

        ! askPIN(enter)    | event go step ask
        ? pin=1234
        no 70              | rejected ask
        ? pin=1234
        no 70              | rejected ask
        ? pin=1234
        ok                 | accepted
        ! askPIN(enter) 5  | event go:retry ask
        ? pin=1234
        no 70              | rejected ask
        ? pin=1234
        no 70              | rejected ask
        """)
  }

  @Test("`rejected N` is taken before `rejected`, and both as often as it comes")
  func namedRefusal() throws {
    let steps = Self.pin("rejected 70: { stay: hello }\nrejected: { stay: again }")
    var run = try Diagram.run(ToyFlow.program(steps: steps), AskingTests.toConsent + "\n! askPIN(enter)")
    for _ in 0..<5 {
      try run.play("? pin=1234 | answer call\nno 70 | rejected go:stay ask")
      #expect(run.question?.message == "Hello.")
      try run.play("? pin=1234 | answer call\nno 71 | rejected go:stay ask")
      #expect(run.question?.message == "Try again.")
      #expect(run.question?.refusal == 71)
    }
  }

  @Test("a refused call costs no try")
  func refusalCostsNoTry() throws {
    let steps = Self.pin("rejected: stay")
    try Diagram.run(
      ToyFlow.program(steps: steps),
      AskingTests.toConsent + "\n! askPIN(enter)\n"
        + String(repeating: "? pin=1234 | answer call\nno 70 | rejected go:stay ask\n", count: 4)
          + """
          ? pin=1234         | answer call
          ok                 | accepted
          ! askPIN(enter) 5  | event go:retry ask
          """)
  }

  @Test("a refusal at a `call:` step goes to `else` at once")
  func refusedCallStep() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      """
      start  | start step call
      no 70  | rejected go:failed end:failed
      """)
    try Diagram.run(
      ToyFlow.program(
        steps: ToyFlow.entry.replacing(
          "then: { askName: name, else", with: "then: { rejected 70: gone, askName: name, else")),
      """
      start  | start step call
      no 70  | rejected go:gone end:gone
      """)
  }

  @Test("after a refusal what was open before still is")
  func refusalKeepsOpenCall() throws {
    var run = try Diagram.run(
      ToyFlow.program(steps: Self.approving()),
      AskingTests.toConsent
        + """

        ! askDevice       | event go:device step ask
        > verify          | answer call:verify
        ok                | accepted go:approval step ask:approval
        > other           | answer call:fallback
        no 70             | rejected ask:approval
        ! askPIN(choose)  | event proof go:create step ask
        """)
    #expect(run.proofs == ["possession by other-device"])
    try run.play("> stop | answer go:gone lose end")
  }

  @Test("a choice's `then` lies over the step's while its call is open, key by key")
  func choiceOverStep() throws {
    let steps =
      ToyFlow.naming("askCode: code") + "\n"
        + """
        code:
          challenge: askCode
          ask: [code]
          answer: sendCode
          choices:
            resend: { call: resendCode, max: 3, then: { askCode: { stay: again } } }
          then: { 15: { retry: wrong }, askName: gone, else: failed }
        """
    let program = try ToyFlow.program(steps: steps)
    var run = try Diagram.run(
      program,
      AskingTests.toConsent
        + """

        ! askCode attemptsLeft=3     | event go:code step ask
        > resend                     | answer call
        ok                           | accepted
        ! askCode attemptsLeft=3     | event go:stay ask
        """)
    #expect(run.question?.message == "Try again.")
    try run.play(
      """
      > resend                     | answer call
      ok                           | accepted
      ! askCode 15 attemptsLeft=2  | event undeclared go:retry ask
      > resend                     | answer call
      ok                           | accepted
      ! askName                    | event undeclared go:gone end
      """)
  }

  @Test("a call that leads to nothing goes to `accepted`, else the step asks again")
  func leadsToNothing() throws {
    let steps = AskingTests.choosing(
      "one: { call: ping, max: 5, then: { accepted: gone } }\ntwo: { call: ping, max: 5 }", then: "else: failed")
    try Diagram.run(
      ToyFlow.program(steps: steps),
      AskingTests.toConsent
        + """

        ! askConsent  | event go step ask
        > two         | answer call
        ok            | accepted ask
        > one         | answer call
        ok            | accepted go:gone end
        """)
  }

  @Test("a `call:` step whose call leads to nothing goes to `else` where `accepted` is not named")
  func callStepLeadsToNothing() throws {
    try Diagram.run(
      ToyFlow.unchecked(steps: "begin: { call: ping, then: { else: failed } }"),
      """
      start  | start step call
      ok     | accepted go:failed end
      """)
  }

  @Test("an accepted call changes phase and proofs as the contract says")
  func effectsOfCall() throws {
    let steps =
      ToyFlow.naming("askPIN(enter): pin") + "\n"
        + """
        pin:
          challenge: askPIN(enter)
          choices: { open: { call: unlock, max: 1, then: { accepted: done } } }
          then: { else: failed }
        """
    let run = try Diagram.run(
      ToyFlow.program(steps: steps),
      AskingTests.toConsent
        + """

        ! askPIN(enter)  | event go step ask
        > open           | answer call
        ok               | accepted phase:in go:done end:done
        """)
    #expect(run.proofs.isEmpty)
  }

  @Test("a `wait:` step inherits the open call, and goes on offering its choices")
  func waitInherits() throws {
    let program = try ToyFlow.program(steps: Self.approving())
    var run = try Diagram.run(
      program,
      AskingTests.toConsent
        + """

        ! askDevice     | event go:device step ask
        > verify        | answer call:verify
        ok              | accepted go:approval step ask:approval
        """)
    #expect(run.offered == ["other", "cancel"])
    #expect(run.question?.message == "Hello.")
    try run.play(
      """
      ! report        | event drop
      ! entered       | event phase proof go:inside step ask:inside
      """)
    #expect(run.proofs == ["possession by other-device"])
  }

  @Test("a choice's call in a `wait:` step takes the place of the inherited one, whose reply then earns nothing")
  func waitReplacesCall() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: Self.approving()),
      AskingTests.toConsent
        + """

        ! askDevice     | event go:device step ask
        > verify        | answer call:verify
        ok              | accepted go:approval step ask:approval
        > other         | answer call:fallback
        ok              | accepted ask:approval
        ! entered       | event phase undeclared go:inside step ask:inside
        """)
    #expect(run.proofs.isEmpty)
  }

  @Test("a `wait:` step hands the call on to another `wait:` step, over a choice or a timeout")
  func waitToWait() throws {
    for way in [
      "> later | answer go:patience step ask:patience", "@60000 tick | timeout go:patience step ask:patience",
    ] {
      let steps =
        Self.approving(extra: "later: { to: patience }", timeout: "timeout: patience") + "\n"
          + """
          patience:
            wait: again
            choices: { stop: { to: gone } }
            then: { entered: inside, else: failed }
          """
      let run = try Diagram.run(
        ToyFlow.program(steps: steps),
        AskingTests.toConsent
          + """

          ! askDevice     | event go:device step ask
          > verify        | answer call:verify
          ok              | accepted go:approval step ask:approval
          \(way)
          ! entered       | event phase proof go:inside step ask:inside
          """)
      #expect(run.proofs == ["possession by other-device"])
    }
  }

  @Test("a `wait:` step inherits the call by the `else` of a timeout, too")
  func waitByElse() throws {
    let steps = Self.approving().replacing("accepted: approval, ", with: "")
      .replacing("then: { else: failed } # device", with: "then: { else: approval }")
    let run = try Diagram.run(
      ToyFlow.unchecked(steps: steps),
      AskingTests.toConsent
        + """

        ! askDevice     | event go:device step ask
        > verify        | answer call:verify
        ok              | accepted
        @90000 tick     | timeout go:approval step ask:approval
        ! entered       | event phase proof go:inside step ask:inside
        """)
    #expect(run.proofs == ["possession by other-device"])
  }

  @Test("any other step that is entered closes the call: a late reply is nobody's")
  func stepClosesCall() throws {
    let steps =
      Self.approving(extra: "aside: { to: aside }") + "\n"
        + """
        aside: { call: ping, then: { accepted: rest, else: failed } }
        rest:
          wait: again
          choices: { stop: { to: gone } }
          then: { left: gone, else: failed }
        """
    try Diagram.run(
      ToyFlow.program(steps: steps),
      AskingTests.toConsent
        + """

        ! askDevice     | event go:device step ask
        > verify        | answer call:verify
        ok              | accepted go:approval step ask:approval
        > aside         | answer go:aside step call:ping
        ok              | accepted go:rest step ask:rest
        ! entered       | event phase drop
        """)
  }

  /// A device has to approve: `verify` leads to a `wait:` step.
  static func approving(extra: String = "", timeout: String = "timeout: { stay: again }") -> String {
    ToyFlow.naming("askDevice: device") + "\n"
      + """
      device:
        challenge: askDevice
        choices:
          verify: { call: verify, with: { go: true }, then: { accepted: approval, rejected: failed } }
        then: { else: failed } # device
      approval:
        wait: hello
        within: 60s
        choices:
      \(extra.indented.indented)
          other: { call: fallback, max: 2, then: { askCode: failed } }
          cancel: { call: reset, max: 5, then: { askName: name } }
        then:
          askPIN(choose): create
          entered: inside
          \(timeout)
          else: failed
      create:
        challenge: askPIN(choose)
        choices: { stop: { to: gone } }
      \(ToyFlow.inside)
      """
  }

  private static let leaving = """
    inside:
      event: entered
      choices: { leave: { call: logOff, with: { whom: $user }, then: { left: gone } } }
      then: { else: failed }
    """

  @Test("`$user` is the user whom the SDK last named")
  func user() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.naming("entered: inside") + "\n" + Self.leaving),
      "start\nok\n! askName\n? name=eve\nok\n! entered person=eva\n> leave | answer call")
    #expect(run.calls.last?.arguments == ["whom": .text("eva")])
  }

  @Test("without a user an argument that may be left out is, and a call that needs it is not made")
  func nobody() throws {
    let left = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.naming("entered: inside") + "\n" + Self.leaving),
      "start\nok\n! askName\n? name=eve\nok\n! entered\n> leave | answer call")
    #expect(left.calls.last?.arguments == [:])
    let naming = """
      naming:
        choices: { label: { call: setLabel, with: { label: $user }, then: { accepted: resume } } }
        then: { else: blocked }
      """
    let none = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry, interrupts: naming), "start\nok\n! askName\n! naming\n> label")
    #expect(none.entries.contains { $0.kind == "unmade" })
    #expect(none.end == "blocked")
  }
}
