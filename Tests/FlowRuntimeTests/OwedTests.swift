// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import FlowRuntime

@Suite("Replies that are owed")
struct OwedTests {
  /// An extension was under way when the session ran out, and there is a newer warning.
  static let cancelled =
    OwnerTests.toPIN
      + """

      ! idle left=30 canExtend=true         | event interrupt step ask
      @1000 > extend                        | answer call:extend
      @1000 ok                              | accepted
      @8000 ! timedOut                      | event owe:extend interrupt step ask
      @8000 > back                          | answer go:resume resume:pin ask:pin
      @9000 ! idle left=20 canExtend=true   | event interrupt step ask:idle
      """

  @Test("a call whose interrupt was cancelled is not made again until its reply has come, which is nobody's")
  func untilReply() throws {
    for reply in ["extended", "extended 500", "extended error 9"] {
      var run = try Diagram.run(InterruptTests.program(), Self.cancelled)
      #expect(run.offered == ["ignore"])
      #expect(run.question?.later.map(\.at) == [.seconds(61)])
      try run.play(
        """
        @9000 > extend      | refuse:not-offered
        @9500 ! \(reply)    | event drop:extended free:extend ask:idle
        """)
      #expect(run.offered == ["extend", "ignore"])
      try run.play(
        """
        > extend            | answer call
        ok                  | accepted
        ! extended          | event go:resume resume:pin ask:pin
        """)
    }
  }

  @Test("or until the contract's patience has passed since it was taken")
  func untilPatience() throws {
    var run = try Diagram.run(InterruptTests.program(), Self.cancelled)
    #expect(run.machine.deadline == 61_000)
    try run.play("@60999 tick |")
    #expect(run.offered == ["ignore"])
    try run.play("@61000 tick | free:extend ask:idle")
    #expect(run.offered == ["extend", "ignore"])
    #expect(run.machine.deadline == nil)
    try run.play("! extended | event drop\n> extend | answer call")
  }

  @Test("at one moment the reply comes before the time; an answer that is made in time needs no new question")
  func sameMoment() throws {
    try Diagram.run(InterruptTests.program(), Self.cancelled + "\n@61000 ! extended | event drop free:extend ask:idle")
    try Diagram.run(InterruptTests.program(), Self.cancelled + "\n@61000 > extend | free:extend answer call")
    try Diagram.run(InterruptTests.program(), Self.cancelled + "\n@61001 ! extended | free:extend ask:idle event drop")
  }

  @Test("a line of the newer warning itself does not take the late reply")
  func namedByTheStep() throws {
    let idle = InterruptTests.idle.replacing("then: { else: failed }", with: "then: { extended: resume, else: failed }")
    try Diagram.run(
      ToyFlow.unchecked(steps: ToyFlow.entry, interrupts: idle + "\n" + InterruptTests.timedOut),
      Self.cancelled + "\n! extended | event drop free ask:idle\n! extended | event go:resume resume:pin ask:pin")
  }

  @Test("a call is owed however its interrupt goes away", arguments: ["! timedOut", "! surprise", "@6000 tick"])
  func goesAway(_ input: String) throws {
    let idle = InterruptTests.idle.replacing(
      "max: 3, then: {", with: "max: 3, within: 5s, then: { timeout: resume,")
    let steps = ToyFlow.entry.replacing(
      "    5: { retry: wrong }",
      with: "    timedOut: { stay: again }\n    surprise: { stay: again }\n    5: { retry: wrong }")
    var run = try Diagram.run(
      ToyFlow.program(steps: steps, interrupts: idle),
      OwnerTests.toPIN + "\n! idle left=30 canExtend=true\n@1000 > extend\n@1000 ok\n\(input)")
    #expect(run.machine.owed.map(\.until) == [61_000])
    #expect(run.machine.stepName == "pin")
    // What is asked below has nothing to do with it, and is not asked again.
    try run.play("! extended | event drop free")
    #expect(run.machine.owed.isEmpty)
  }

  @Test("nothing is owed by a call that can lead to nothing, that was answered, or in a closed phase")
  func nothingOwed() throws {
    let program = try InterruptTests.program()
    let proceeded = try Diagram.run(
      program, OwnerTests.toPIN + "\n! alarmed alarms=1\n> proceed\nok | accepted go:resume resume ask")
    #expect(proceeded.machine.owed.isEmpty)
    let extending = OwnerTests.toPIN + "\n! idle left=30 canExtend=true\n> extend\nok\n"
    let sealed = try Diagram.run(program, extending + "! sealed | event phase interrupt step ask")
    #expect(sealed.machine.owed.isEmpty)
    let kept = try Diagram.run(
      program,
      extending
        + """
        ! alarmed alarms=1  | event interrupt step ask
        ! extended          | event keep
        ! timedOut          | event lose drop:extended queue
        """.replacing(" lose", with: ""))
    #expect(kept.machine.owed.isEmpty)
    var shut = try Diagram.run(program, Self.cancelled)
    #expect(shut.machine.owed.count == 1)
    try shut.play("! sealed | event phase interrupt step ask")
    #expect(shut.machine.owed.isEmpty)
  }

  @Test("a step that offers nothing else waits until it can be made again")
  func nothingElse() throws {
    let idle =
      "idle: { choices: { extend: { call: extend, max: 3, then: { extended: resume, else: stay } } }, then: { else: failed } }"
    var run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry, interrupts: idle + "\n" + InterruptTests.timedOut), Self.cancelled)
    #expect(run.offered == [])
    try run.play("! extended | event drop free ask:idle")
    #expect(run.offered == ["extend"])
  }

  @Test("a run that is taken up owes what it owed")
  func saved() throws {
    var run = try Diagram.run(InterruptTests.program(), Self.cancelled)
    let snapshot = try #require(run.machine.snapshot)
    #expect(snapshot.owed == [MachineSnapshot.Owed(call: "extend", until: 61_000)])
    var json = JSONWriter()
    json.object { snapshot.write(to: &$0) }
    let again = try MachineSnapshot(try JSONReader.read(Array(json.text.utf8)))
    #expect(again == snapshot)
    run.machine = try FlowMachine(restoring: again, of: run.program)
    try run.play("@9000 start | reopen ask")
    #expect(run.offered == ["ignore"])
    try run.play("@61000 tick | free ask")
    // While the call is open, when its time is over is saved with it.
    var open = try Diagram.run(
      InterruptTests.program(), OwnerTests.toPIN + "\n! idle left=30 canExtend=true\n@1000 > extend\n@1000 ok")
    open.machine = try FlowMachine(restoring: try #require(open.machine.snapshot), of: open.program)
    try open.play("start | reopen\n@9000 ! timedOut | event owe interrupt step ask")
    #expect(open.machine.owed.map(\.until) == [61_000])
  }

  @Test("what no run could owe is refused")
  func contradictions() throws {
    let snapshot = try #require(try Diagram.run(InterruptTests.program(), Self.cancelled).machine.snapshot)
    var json = JSONWriter()
    json.object { snapshot.write(to: &$0) }
    for (old, new) in [
      ("\"call\":\"extend\"", "\"call\":\"fly\""), ("\"call\":\"extend\"", "\"call\":\"ping\""),
      ("\"until\":61000", "\"until\":8999"),
      ("\"owed\":[", "\"owed\":[{\"call\":\"extend\",\"until\":null},"),
    ] {
      #expect(json.text.contains(old))
      let changed = try MachineSnapshot(try JSONReader.read(Array(json.text.replacing(old, with: new).utf8)))
      #expect(throws: SnapshotMismatch.damaged("owed"), "\(new)") {
        try FlowMachine(restoring: changed, of: InterruptTests.program())
      }
    }
  }
}
