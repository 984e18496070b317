// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowRuntime

@Suite("Time")
struct TimeTests {
  private static func timed(_ pin: String, then lines: String = "timeout: { stay: again }") throws -> Program {
    try ToyFlow.program(
      steps: ToyFlow.entry
        .replacing("  challenge: askPIN(enter)", with: "  challenge: askPIN(enter)\n\(pin)")
        .replacing("    5: { retry: wrong }", with: "\(lines.indented.indented)\n    5: { retry: wrong }"))
  }

  @Test("`within` runs from entering the step, and strikes once: `stay` sets no new deadline")
  func withinStep() throws {
    var run = try Diagram.run(Self.timed("  within: 5s"), "@1000 start\nok\n! askName\n? name=eve\nok\n! askPIN(enter)")
    #expect(run.machine.deadline == 6000)
    #expect(run.question?.deadline == .seconds(6))
    try run.play(
      """
      @5999 tick  |
      @6000 tick  | timeout go:stay ask:pin
      @9000 tick  |
      """)
    #expect(run.machine.deadline == nil)
    #expect(run.question?.message == "Try again.")
    try run.play("? pin=1234 | answer call\nok | accepted\n! entered | event phase proof go step ask")
  }

  @Test("without a line for it a timeout goes to `else`")
  func timeoutElse() throws {
    try Diagram.run(
      Self.timed("  within: 5s", then: "entered error: failed"),
      AskingTests.toConsent + "\n! askPIN(enter)\n@5000 tick | timeout go:failed abandon end")
  }

  @Test("after its own event a step starts counting again")
  func withinAnew() throws {
    let run = try Diagram.run(
      Self.timed("  within: 5s"),
      AskingTests.toConsent
        + """

        ! askPIN(enter)          | event go step ask
        @4000 ? pin=1234         | answer call
        @4500 ok                 | accepted
        @4600 ! askPIN(enter) 5  | event go:retry ask
        @5000 tick               |
        """)
    #expect(run.machine.deadline == 9600)
  }

  @Test("the contract's patience begins when the call is taken; an earlier deadline of the step stays")
  func patience() throws {
    var run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry), OwnerTests.toPIN + "\n? pin=1234 | answer call\n@2000 ok | accepted")
    #expect(run.machine.deadline == 62_000)
    run = try Diagram.run(
      Self.timed("  within: 5s"), OwnerTests.toPIN + "\n? pin=1234 | answer call\n@2000 ok | accepted")
    #expect(run.machine.deadline == 5000)
    run = try Diagram.run(
      Self.timed("  within: 5m"), OwnerTests.toPIN + "\n? pin=1234 | answer call\n@2000 ok | accepted")
    #expect(run.machine.deadline == 62_000)
  }

  @Test("`within` of a choice, and of a `call:` step, is in place of the contract's patience")
  func withinCall() throws {
    var run = try Diagram.run(InterruptTests.program(), "start\nok\n! askName\n! alarmed alarms=1\n> exit\n@100 ok")
    #expect(run.machine.deadline == 5100)
    try run.play("@5100 tick | timeout go:blocked stranded end")
    let steps = ToyFlow.entry.replacing("begin: { call: begin,", with: "begin: { call: begin, within: 3m,")
    run = try Diagram.run(ToyFlow.program(steps: steps), "@1000 start\n@2000 ok")
    #expect(run.machine.deadline == 181_000)
  }

  @Test("a `wait:` step without `within` keeps the deadline of the call that it inherits")
  func waitDeadline() throws {
    let toDevice = AskingTests.toConsent + "\n! askDevice\n> verify\n@1000 ok"
    var run = try Diagram.run(ToyFlow.program(steps: CallTests.approving()), toDevice)
    #expect(run.machine.deadline == 61_000)
    run = try Diagram.run(
      ToyFlow.program(steps: CallTests.approving().replacing("  within: 60s\n", with: "")), toDevice)
    #expect(run.machine.deadline == 91_000)
  }

  @Test("a timeout closes nothing: the reply still counts")
  func lateReply() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: CallTests.approving()),
      AskingTests.toConsent
        + """

        ! askDevice     | event go step ask
        > verify        | answer call
        ok              | accepted go:approval step ask
        @60000 tick     | timeout go:stay ask:approval
        @99000 ! entered | event phase proof go:inside step ask
        """)
    #expect(run.proofs == ["possession by other-device"])
  }

  @Test("at one moment an event comes before a timer")
  func eventBeforeTimer() throws {
    try Diagram.run(
      Self.timed("  within: 5s"),
      OwnerTests.toPIN
        + """

        ? pin=1234         | answer call
        @5000 ok           | accepted
        @5000 ! entered    | event phase proof go:inside step ask
        @5000 tick         |
        """)
  }

  @Test("a deadline strikes once it is at work again, however long ago it was")
  func background() throws {
    try Diagram.run(
      Self.timed("  within: 5s"),
      OwnerTests.toPIN + "\n@86400000 tick | timeout go:stay ask:pin")
  }

  @Test("a step without answer and choices just waits")
  func justWaits() throws {
    let steps =
      ToyFlow.naming("entered: rest") + "\n"
        + """
        rest:
          event: entered
          then: { report: gone, else: failed }
        """
    var run = try Diagram.run(
      ToyFlow.program(steps: steps), AskingTests.toConsent + "\n! entered | event phase proof go:rest step ask:rest")
    #expect(run.offered == [])
    try run.play(
      """
      ? name=eve      | refuse:nothing
      @999999 tick    |
      ! entered       | event go:stay ask
      ! report        | event go:gone lose end
      """)
  }
}
