// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowRuntime

@Suite("The time of a call, while the SDK waits for an answer")
struct CallTimeTests {
  /// A PIN was handed in at two seconds, and an alarm wants an answer at twelve: of the call's minute 50 seconds are left.
  private static let alarmed =
    OwnerTests.toPIN
      + """

      ? pin=1234                    | answer call
      @2000 ok                      | accepted
      @12000 ! alarmed alarms=1     | event interrupt step ask:alarmed
      """

  /// The alarm is decided about after ten minutes.
  private static let decided = """
    @600000 > proceed   | answer call
    @600500 ok          | accepted go:resume resume:pin
    """

  @Test("it stands still, and goes on with what was left")
  func standsStill() throws {
    var run = try Diagram.run(InterruptTests.program(), Self.alarmed)
    #expect(run.machine.deadline == nil)
    try run.play("@500000 tick |\n\(Self.decided)")
    #expect(run.machine.deadline == 650_500)
    try run.play("@650499 tick |\n@650500 tick | timeout go:failed abandon end")
  }

  @Test("in the background, too; and the reply counts as if nobody had thought about anything")
  func inBackground() throws {
    let run = try Diagram.run(
      InterruptTests.program(),
      Self.alarmed
        + """

        @20000 background    | background
        @599000 foreground   | foreground ask:alarmed
        \(Self.decided)
        @650000 ! entered    | event phase proof go:inside step ask
        """)
    #expect(run.proofs == ["possession by key", "knowledge by pin"])
  }

  @Test("a second alarm that waits for the first takes nothing of it")
  func twoAlarms() throws {
    let run = try Diagram.run(
      InterruptTests.program(),
      Self.alarmed
        + """

        @30000 ! alarmed alarms=1   | event queue
        @300000 > proceed           | answer call
        @300000 ok                  | accepted go:resume resume:pin interrupt step ask:alarmed
        \(Self.decided)
        """)
    #expect(run.machine.deadline == 650_500)
  }

  @Test("the time of the call with which the alarm is answered goes on")
  func ownCall() throws {
    try Diagram.run(
      InterruptTests.program(),
      Self.alarmed
        + """

        @600000 > exit      | answer call
        @600000 ok          | accepted
        @605000 tick        | timeout go:blocked stranded end
        """)
  }

  @Test("a warning, to which the SDK wants no answer, stops nothing")
  func warning() throws {
    try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + """

        ? pin=1234                              | answer call
        @2000 ok                                | accepted
        @12000 ! idle left=30 canExtend=true    | event interrupt step ask:idle
        @62000 > ignore                         | answer go:resume resume:pin timeout go:failed abandon end
        """)
  }

  @Test("nor does an alarm stop the time of a step whose call is not open")
  func step() throws {
    let steps = ToyFlow.entry.replacing("  challenge: askPIN(enter)", with: "  challenge: askPIN(enter)\n  within: 30s")
    try Diagram.run(
      ToyFlow.program(steps: steps, interrupts: InterruptTests.all),
      OwnerTests.toPIN
        + """

        @12000 ! alarmed alarms=1   | event interrupt step ask:alarmed
        @30000 > proceed            | answer call
        @30000 ok                   | accepted go:resume resume:pin timeout go:failed abandon end
        """)
  }

  @Test("an alarm that waits for something higher stops what is below that")
  func waits() throws {
    let surprise = "surprise: { choices: { ok: { resume: true } }, then: { else: failed } }"
    let run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry, interrupts: InterruptTests.all + "\n" + surprise),
      OwnerTests.toPIN
        + """

        ? pin=1234                  | answer call
        @2000 ok                    | accepted
        @10000 ! surprise           | event interrupt step ask:surprise
        @12000 ! alarmed alarms=1   | event queue
        @300000 > ok                | answer go:resume resume:pin interrupt step ask:alarmed
        \(Self.decided)
        """)
    #expect(run.machine.deadline == 650_500)
  }

  /// An extension is open under the alarm when the session runs out: its reply is owed.
  private static let owing =
    OwnerTests.toPIN
      + """

      ! idle left=30 canExtend=true   | event interrupt step ask
      @1000 > extend                  | answer call:extend
      @1000 ok                        | accepted
      @11000 ! alarmed alarms=1       | event interrupt step ask:alarmed
      @90000 ! timedOut               | event owe:extend queue
      """

  @Test("nor does the time go on in which a reply may be owed")
  func owed() throws {
    var run = try Diagram.run(InterruptTests.program(), Self.owing + "\n@500000 tick |")
    #expect(run.machine.deadline == nil)
    try run.play(
      "@600000 > proceed | answer call\n@600000 ok | accepted go:resume resume:pin interrupt step ask:timedOut")
    #expect(run.machine.deadline == 650_000)
    try run.play("@650000 tick | free:extend")
  }

  @Test("a run that was saved meanwhile goes on with what was left", arguments: [alarmed, owing])
  func saved(_ text: String) throws {
    let program = try InterruptTests.program()
    var run = try Diagram.run(program, text + "\n@400000 tick |")
    let snapshot = try #require(run.machine.snapshot)
    var other = try FlowMachine(restoring: snapshot, of: program)
    #expect(other.snapshot == snapshot)
    var effects = Effects(tracing: false)
    other.receive(.start, at: 400_000, into: &effects)
    let number = try #require(other.question(at: 400_000)?.request)
    other.receive(.answer(Answer(to: number, choice: "proceed")), at: 600_000, into: &effects)
    other.receive(.accepted, at: 600_000, into: &effects)
    try run.play("@600000 > proceed | answer call\n@600000 ok")
    #expect(other.deadline == run.machine.deadline && other.deadline == 650_000)
  }
}
