// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowRuntime

@Suite("Inputs, one after the other")
struct InputTests {
  @Test("a name, a wrong PIN, the right one, and the door is open")
  func wholeWay() throws {
    let run = try Diagram.run(
      ToyFlow.program(goal: "aal2", steps: ToyFlow.entry),
      """
      start                               | start step:begin call:begin
      ok                                  | accepted
      ! askName last=eve                  | event phase go:name step:name ask:name
      ? name=eve                          | answer call:sendName
      ok                                  | accepted
      ! askPIN(enter) person=eve          | event go:pin step ask:pin
      ? pin=1234                          | answer call:sendPIN
      ok                                  | accepted
      ! askPIN(enter) 5 attemptsLeft=2    | event go:retry ask:pin
      ? pin=4321                          | answer call:sendPIN
      ok                                  | accepted
      ! entered 100                       | event phase proof go:inside step ask:inside
      > finish                            | answer go:done end:done
      """)
    #expect(run.proofs == ["possession by key", "knowledge by pin"])
  }

  @Test("a second start does nothing")
  func secondStart() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      """
      start      | start step call
      start      |
      ok         | accepted
      start      |
      ! askName  | event phase go step ask
      start      |
      """)
  }

  @Test("before the start nothing happens, and an event is held until then")
  func beforeStart() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      """
      tick              |
      ok                |
      no 70             |
      ? name=eve        | refuse:stale
      ! report          |
      start             | start step call
      ok                | accepted event:report drop:report
      """)
  }

  @Test("an event that comes before the SDK's word on the call is held until then")
  func eventBeforeWord() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      """
      start        | start step call
      ! askName    |
      ! ready      |
      ok           | accepted event:askName phase go:name step ask:name notice:ready
      """)
  }

  @Test("held events are processed one by one, until one of them makes a call")
  func heldOneByOne() throws {
    let steps =
      ToyFlow.naming("askPIN(enter): again\nentered: inside") + "\n"
        + """
        again: { call: reset, max: 3, then: { askName: name, entered: inside, else: failed } }
        \(ToyFlow.inside)
        """
    try Diagram.run(
      ToyFlow.program(steps: steps),
      """
      start              | start step call
      ! askName          |
      ok                 | accepted event phase go step ask:name
      ? name=eve         | answer call
      ! askPIN(enter)    |
      ! askName          |
      ok                 | accepted event:askPIN go:again step call:reset
      ok                 | accepted event:askName go:name step ask:name
      """)
  }

  @Test("while the SDK has not said its word, an answer is refused and time is let pass")
  func answerBeforeWord() throws {
    let steps = ToyFlow.naming("askPIN(enter): failed")
    try Diagram.run(
      ToyFlow.program(steps: steps.replacing("answer: sendName", with: "answer: sendName\n  within: 5s")),
      """
      start                 | start step call
      ok                    | accepted
      ! askName             | event phase go step ask
      @100 ? name=eve       | answer call
      ? name=eve            | refuse:stale
      #1 ? name=eve         | refuse:stale
      @9000 tick            |
      @9001 ok              | accepted
      @9001 tick            | timeout go:failed abandon:reset end:failed
      """)
  }

  @Test("accepted and rejected without a call do nothing")
  func wordWithoutCall() throws {
    try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      """
      start        | start step call
      ok           | accepted
      ok           |
      no 70        |
      ! askName    | event phase go step ask
      ok           |
      no 70        |
      """)
  }

  @Test("time never runs back")
  func timeRunsForward() throws {
    var run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      """
      @500 start     | start step call
      @100 ok        | accepted
      @50 ! askName  | event phase go step ask
      @60500 tick    |
      """)
    #expect(run.entries.map(\.time) == Array(repeating: .milliseconds(500), count: run.entries.count))
    run.advance(to: 61_000)
    run.feed(.tick)
  }

  @Test("one input causes at most 64 moves; a flow that turns by itself ends in failure")
  func moveLimit() throws {
    let program = try ToyFlow.unchecked(
      steps: """
        begin: { call: begin, then: { askName: round, else: failed } }
        round: { call: begin, then: { askName: round, else: round } }
        """)
    let run = try Diagram.run(program, "start\nok\n! askName")
    let expected = ["event", "phase", "go"] + Array(repeating: ["step", "unmade", "go"], count: 63).flatMap(\.self)
    #expect(run.entries.dropFirst(4).map(\.kind) == expected + ["step", "unmade", "loop", "abandon", "end"])
    #expect(run.end == "unhandled")
  }
}
