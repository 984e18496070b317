// SPDX-License-Identifier: Apache-2.0

import Testing
import Values

@testable import FlowRuntime

@Suite("Background and foreground")
struct LifecycleTests {
  @Test("nobody is asked in the background; in the foreground the question has a new number, and nothing else is new")
  func asksAnew() throws {
    var run = try Diagram.run(InterruptTests.program(), OwnerTests.toPIN)
    let before = try #require(run.question)
    try run.play(
      """
      background            | background
      ? pin=1234            | refuse:stale
      """)
    #expect(run.question == nil)
    #expect(run.machine.question(at: 0) == nil)
    try run.play("foreground | foreground ask:pin")
    let after = try #require(run.question)
    #expect(after.request == before.request + 1)
    #expect(after.step == before.step && after.choices == before.choices && after.canSubmit == before.canSubmit)
    try run.play(
      """
      #\(before.request) ? pin=1234  | refuse:stale
      ? pin=1234                     | answer call
      """)
  }

  @Test("no try and no refusal is spent, however often the app goes and comes")
  func costsNothing() throws {
    var run = try Diagram.run(InterruptTests.program(), OwnerTests.toPIN)
    for _ in 0..<20 { try run.play("background\nforeground | foreground ask:pin") }
    for left in [2, 1] {
      try run.play("? pin=1111\nok\n! askPIN(enter) 5 attemptsLeft=\(left) | event go:retry ask:pin")
    }
    try run.play("? pin=1234 | answer call")
  }

  @Test("going twice is as going once; coming without going does nothing")
  func twice() throws {
    try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + """

        foreground  |
        background  | background
        background  |
        foreground  | foreground ask:pin
        foreground  |
        """)
  }

  @Test(
    "a call that is open stays open, and its reply is taken in the background; the next step asks in the foreground")
  func callOpen() throws {
    var run = try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + """

        ? pin=1234   | answer call
        ok           | accepted
        background   | background
        ! entered    | event phase proof go:inside step ask:inside
        > finish     | refuse:stale
        """)
    #expect(run.question == nil)
    try run.play(
      """
      foreground   | foreground ask:inside
      > finish     | answer go:done end
      """)
  }

  @Test("between a call and the SDK's word to it the app may go and come; nothing is asked")
  func whileCalling() throws {
    try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + """

        ? pin=1234                  | answer call
        background                  | background
        foreground                  | foreground
        background                  | background
        no 70                       | rejected ask:pin
        foreground                  | foreground ask:pin
        """)
  }

  @Test("the patience with a call runs out in the background, and strikes in the foreground at the latest")
  func deadline() throws {
    let program = try InterruptTests.program()
    let toCall = OwnerTests.toPIN + "\n@1000 ? pin=1234\n@1000 ok"
    try Diagram.run(
      program,
      toCall
        + """

        @2000 background      | background
        @90000 foreground     | foreground timeout go:failed abandon end
        """)
    try Diagram.run(
      program,
      toCall
        + """

        @2000 background      | background
        @61000 tick           | timeout go:failed abandon end
        @90000 foreground     |
        """)
    try Diagram.run(
      program,
      toCall
        + """

        @2000 background      | background
        @60999 foreground     | foreground
        """)
  }

  @Test("what came in the background comes before what is due")
  func eventFirst() throws {
    try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + """

        @1000 ? pin=1234      | answer call
        @1000 ok              | accepted
        @2000 background      | background
        @90000 ! entered      | event phase proof go:inside step ask
        @90000 foreground     | foreground ask:inside
        """)
  }

  @Test("an open interrupt is asked again; what it covers is not")
  func interruptOpen() throws {
    try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + """

        ! idle left=9     | event interrupt:idle step ask:idle
        background        | background
        foreground        | foreground ask:idle
        > ignore          | answer go:resume resume:pin ask:pin
        """)
  }

  @Test("a session that ends in the background has taken its warning with it")
  func warningExpired() throws {
    var run = try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + """

        ! idle left=30           | event interrupt:idle step ask:idle
        background               | background
        @31000 ! timedOut        | event interrupt:timedOut step ask:timedOut
        """)
    #expect(run.question == nil)
    try run.play(
      """
      @40000 foreground  | foreground ask:timedOut
      > ok               | answer go:gone end
      """)
  }

  @Test("a countdown runs from the event's arrival, in the background, below another interrupt and in a snapshot, too")
  func countdown() throws {
    let program = try InterruptTests.program()
    var run = try Diagram.run(program, OwnerTests.toPIN)
    run.advance(to: 1000)
    run.feed(.event(try program.occurrence(of: Diagram.event(["idle", "left=30"]), at: 1000)))
    #expect(run.question?.countdown == .seconds(30))
    try run.play("background")
    run.advance(to: 9000)
    try run.play("foreground | foreground ask:idle")
    #expect(run.question?.countdown == .seconds(22))
    try run.play("@15000 ! alarmed alarms=1:LOW\n> proceed\nok | accepted go:resume resume:idle ask:idle")
    #expect(run.question?.countdown == .seconds(16))
    run.machine = try FlowMachine(restoring: try #require(run.machine.snapshot), of: program)
    try run.play("@20000 start")
    #expect(run.question?.countdown == .seconds(11))
    try run.play("@90000 background\nforeground")
    #expect(run.question?.countdown == .zero)
  }

  @Test("automatic choices and calls need nobody, and go on in the background")
  func automatic() throws {
    try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + """

        background          | background
        ! naming label=x    | event interrupt:naming step answer call:setLabel
        ok                  | accepted go:resume resume:pin ask:pin
        foreground          | foreground ask:pin
        """)
  }

  @Test("a run may begin in the background; after the end nothing is left to do")
  func beforeAndAfter() throws {
    var run = try Diagram.run(
      InterruptTests.program(),
      """
      background   |
      start        | start step call:begin
      ok           | accepted
      ! askName    | event phase go:name step ask:name
      """)
    #expect(run.question == nil)
    try run.play("foreground | foreground ask:name")
    run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry), OwnerTests.toPIN + "\n! unheardOf | event undeclared go:failed abandon end"
    )
    try run.play("background |\nforeground |")
  }

  @Test("a run that nobody puts into the background is the same as ever", arguments: Dice.seeds(20))
  func changesNothing(_ seed: UInt64) throws {
    for program in PropertyTests.programs {
      var (plain, swayed) = (Diagram(program), Diagram(program))
      var (dice, lines, swayedLines) = (Dice(seed: seed), [String](), [String]())
      for index in 0..<120 {
        let time = Int64(index * 500)
        plain.advance(to: time)
        swayed.advance(to: time)
        let drawn = index == 0 ? DrawnInput.start : dice.input(for: plain.machine, at: time)
        // The answers of one run are for the numbers of the other, so both are told by their own.
        var input = drawn
        if case .answer(let request, let choice, let names, let isConfirmed) = drawn,
          request == plain.question?.request
        {
          input = .answer(
            request: swayed.question?.request ?? request, choice: choice, names: names, isConfirmed: isConfirmed)
        }
        lines += plain.feed(try drawn.input(for: program)).map(\.text)
        swayedLines += swayed.feed(try input.input(for: program)).map(\.text)
        guard !swayed.machine.isOver, swayed.machine.deadline.map({ $0 > time }) ?? true else { continue }
        let wasAsking = swayed.question != nil
        #expect(swayed.feed(.background).map(\.kind) == (swayed.machine.hasStarted ? ["background"] : []))
        let back = swayed.feed(.foreground).map(\.kind)
        #expect(back == ["foreground"] + (wasAsking ? ["ask"] : []), "SEED=\(seed)")
      }
      #expect(lines == swayedLines, "SEED=\(seed)")
    }
  }
}
