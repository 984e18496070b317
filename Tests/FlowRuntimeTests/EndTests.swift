// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract
import Testing

@testable import FlowRuntime

@Suite("The end")
struct EndTests {
  static let toInside = OwnerTests.toPIN + "\n? pin=1234\nok\n! entered | event phase proof go:inside step ask"

  @Test(
    "a success is one only with the proofs of the goal",
    arguments: [("aal1", "done"), ("aal2", "done"), ("aal3", "goal-not-reached")])
  func goals(_ goal: String, _ end: String) throws {
    let marks = end == "done" ? "" : "goal abandon lose "
    let run = try Diagram.run(
      ToyFlow.program(goal: goal, steps: ToyFlow.entry), Self.toInside + "\n> finish | answer go:done \(marks)end")
    #expect(run.end == end)
    #expect(run.proofs.isEmpty == (end != "done"))
  }

  @Test("`aal2` takes proofs of two kinds; enrolments count for nothing")
  func twoKinds() throws {
    let run = try Diagram.run(
      ToyFlow.program(goal: "aal2", steps: ToyFlow.naming("entered: inside") + "\n" + ToyFlow.inside),
      AskingTests.toConsent
        + "\n! entered | event phase proof go step ask\n> finish | answer go:done goal abandon lose end")
    #expect(run.end == "goal-not-reached")
    let enrolling = try Diagram.run(
      ToyFlow.program(goal: "aal1", steps: AnsweringTests.creating),
      AskingTests.toConsent
        + "\n! askPIN(choose)\n? first=1234 second=1234 hint=a\nok\n! entered | event phase enrol go step ask\n> finish"
    )
    #expect(enrolling.end == "goal-not-reached")
    #expect(enrolling.enrolled.isEmpty)
  }

  @Test("a goal that is not reached says what it needs and what there was, before that is lost")
  func unreachedGoal() throws {
    let run = try Diagram.run(
      ToyFlow.program(goal: "aal2", steps: ToyFlow.naming("entered: inside") + "\n" + ToyFlow.inside),
      AskingTests.toConsent + "\n! entered\n> finish")
    let goal = try #require(run.machine.unreachedGoal)
    #expect(goal.name == "aal2" && goal.isSignedIn && goal.enrolled.isEmpty)
    #expect(goal.proofs.count == 1 && run.proofs.isEmpty)
    #expect(
      goal.words.hasPrefix("the goal aal2 needs two kinds of factor; shown: \(goal.proofs[0].factor.rawValue) by "))
    let entry = try #require(run.entries.first { $0.kind == "goal" })
    #expect(entry.words == goal.words && entry.text("goal") == "aal2" && entry.text("why") == goal.words)
    let enrolling = try Diagram.run(
      ToyFlow.program(goal: "aal1", steps: AnsweringTests.creating),
      AskingTests.toConsent
        + "\n! askPIN(choose)\n? first=1234 second=1234 hint=a\nok\n! entered\n> finish")
    #expect(
      enrolling.machine.unreachedGoal?.words.contains("shown: nothing; set up in this run, which does not count: ")
        == true)
    let left = try Diagram.run(
      ToyFlow.program(goal: "aal1", steps: ToyFlow.entry), Self.toInside + "\n! left\n> finish")
    #expect(
      left.machine.unreachedGoal?.words.hasPrefix("a success needs a signed-in user, and there is none") == true)
    let done = try Diagram.run(ToyFlow.program(goal: "aal1", steps: ToyFlow.entry), Self.toInside + "\n> finish")
    #expect(done.end == "done" && done.machine.unreachedGoal == nil)
  }

  @Test("a success is one only in the phase of somebody who is signed in")
  func phaseOfSuccess() throws {
    let run = try Diagram.run(
      ToyFlow.program(goal: "aal1", steps: ToyFlow.entry), Self.toInside + "\n! left\n> finish")
    #expect(run.end == "goal-not-reached")
    let bare = try Diagram.run(
      ToyFlow.program(steps: AskingTests.choosing("finish: { to: done }", then: "else: failed")),
      AskingTests.toConsent + "\n! askConsent\n> finish | answer go:done goal abandon end:goal-not-reached")
    #expect(bare.end == "goal-not-reached")
  }

  @Test("a failure makes the call with which the contract abandons the phase, and nobody waits for it")
  func abandons() throws {
    try Diagram.run(ToyFlow.program(steps: ToyFlow.entry), "start\nno 70 | rejected go:failed end")
    let before = try Diagram.run(ToyFlow.program(steps: ToyFlow.entry), OwnerTests.toPIN + "\n! askCode")
    #expect(before.abandoned == ["reset"])
    #expect(before.machine.awaitsAnswer == false)
    let inside = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      Self.toInside + "\n! askCode | event undeclared go:failed abandon:logOff lose end")
    #expect(inside.abandoned == ["logOff"])
    let dead = try Diagram.run(
      InterruptTests.program(), OwnerTests.toPIN + "\n! sealed\n> close | answer go:blocked end:blocked")
    #expect(dead.abandoned == [])
  }

  @Test("an end by the user's own will abandons nothing, and keeps no proof")
  func ended() throws {
    let steps = ToyFlow.entry.replacing("finish: { to: done }", with: "finish: { to: done }, leave: { to: gone }")
    let run = try Diagram.run(ToyFlow.program(steps: steps), Self.toInside + "\n> leave | answer go:gone lose end:gone")
    #expect(run.proofs.isEmpty)
  }

  @Test("after the end answers are refused, events dropped, and nothing changes any more")
  func afterEnd() throws {
    var run = try Diagram.run(ToyFlow.program(goal: "aal2", steps: ToyFlow.entry), Self.toInside + "\n> finish")
    let proofs = run.proofs
    #expect(run.machine.isOver)
    try run.play(
      """
      > finish         | refuse:stale
      #3 ? pin=1234    | refuse:stale
      ! left           | drop
      ! unplugged      | drop
      ! alarmed        | drop
      ok               |
      no 70            |
      @999999 tick     |
      start            |
      """)
    #expect(run.proofs == proofs)
    #expect(run.machine.deadline == nil)
    #expect(run.question == nil)
  }

  @Test("the message of an end is that of the transition, with the data of the event that led there, else the end's")
  func messages() throws {
    let steps = ToyFlow.entry.replacing("5: { retry: wrong }", with: "5: { to: blocked, say: wrong }")
    var run = try Diagram.run(
      ToyFlow.program(steps: steps),
      OwnerTests.toPIN.replacing("! askPIN(enter)", with: "! askPIN(enter) attemptsLeft=3")
        + "\n? pin=1234\nok\n! askPIN(enter) 5 attemptsLeft=0")
    #expect(run.message == "That is not right. Attempts left: 0.")
    run = try Diagram.run(ToyFlow.program(steps: steps), OwnerTests.toPIN + "\n! askCode")
    #expect(run.message == "Something went wrong.")
    run = try Diagram.run(ToyFlow.program(steps: steps), OwnerTests.toPIN + "\n? pin=1234\nok\n! askName 7")
    #expect(run.end == "blocked")
    #expect(run.message == nil)
  }

  @Test("the trace counts one attempt as one")
  func oneAttempt() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry),
      OwnerTests.toPIN.replacing("! askPIN(enter)", with: "! askPIN(enter) attemptsLeft=1"))
    #expect(run.entries.contains { $0.kind == "event" && $0.words.hasSuffix(", 1 attempt left") })
  }

  @Test("what was held, kept or waiting at the end is left over for the host")
  func leftover() throws {
    var run = try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + """

        ? pin=1234          | answer call
        ok                  | accepted
        ! timedOut          | event interrupt step ask
        ! askPIN(enter) 5   | event keep
        ! idle left=9       | event queue
        """)
    #expect(run.machine.leftover.isEmpty)
    try run.play("> ok | answer go:gone end")
    #expect(run.machine.leftover.map(\.name) == ["askPIN", "idle"])
    let held = try Diagram.run(
      ToyFlow.program(
        steps: AskingTests.choosing("go: { call: ping, then: { accepted: gone } }", then: "else: failed")),
      AskingTests.toConsent + "\n! askConsent\n> go\n! entered |\n! left |\nok | accepted go:gone end")
    #expect(held.machine.leftover.map(\.name) == ["entered", "left"])
  }
}

extension Diagram {
  /// The calls that were made on the way out.
  var abandoned: [String] { entries.filter { $0.kind == "abandon" }.map(\.name) }

  /// What is told at the end.
  var message: String? {
    for case .end(let end) in effects.actions { return machine.message(at: end) }
    return nil
  }
}
