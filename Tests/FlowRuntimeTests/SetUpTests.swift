// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract
import Testing

@testable import FlowRuntime

@Suite("What is set up in a run")
struct SetUpTests {
  /// A PIN that may be made up or entered, and a way out and in again.
  static let steps =
    ToyFlow.naming(
      "askPIN(choose): choose\naskPIN(enter): pin\naskConsent: consent\nentered: inside\naskName 7: blocked") + "\n"
    + ToyFlow.pin + """

      choose:
        challenge: askPIN(choose)
        ask: [pin]
        answer: sendPIN
        tries: 3
        then: { entered: inside, 6: retry, else: failed }
      consent:
        challenge: askConsent
        choices:
          yes: { call: consent, with: { grant: true }, then: { entered: inside } }
        then: { else: failed }
      inside:
        event: entered
        choices:
          finish: { to: done }
          leave: { call: logOff, max: 3, then: { left: out } }
        then: { else: failed }
      out:
        event: left
        choices: { again: { call: reset, max: 3, then: { askName: name } } }
        then: { else: failed }
      """

  private static let toName = "start\nok\n! askName\n? name=eve\nok"
  private static let making =
    "\n! askPIN(choose) person=eve\n? pin=1234\nok\n! entered person=eve | event phase enrol go step ask"
  private static let entering = "\n! askPIN(enter) person=eve\n? pin=1234\nok\n! entered person=eve"
  private static let out = "\n> leave\nok\n! left\n> again\nok\n! askName\n? name=eve\nok"

  /// A PIN is made up, and entered after a log-off.
  static let again = toName + making + out + entering

  @Test("a PIN that was made up in the run shows nothing in it, after a log-off either")
  func ownPIN() throws {
    let run = try Diagram.run(
      ToyFlow.program(goal: "aal2", steps: Self.steps),
      Self.toName + Self.making + Self.out + Self.entering + " | event phase set-up proof go step ask\n> finish")
    #expect(run.end == "goal-not-reached")
    #expect(run.machine.unreachedGoal?.words.contains("shown: possession by key; set up in this run") == true)
    let words = try #require(run.entries.first { $0.kind == "set-up" }?.words)
    #expect(words == "knowledge by pin: set up in this run, and no proof in it")
  }

  @Test("a PIN that was there before the run is a proof each time")
  func olderPIN() throws {
    let run = try Diagram.run(
      ToyFlow.program(goal: "aal2", steps: Self.steps),
      Self.toName + Self.entering + Self.out + Self.entering + " | event phase proof go step ask\n> finish")
    #expect(run.end == "done")
  }

  @Test("another user does not make a proof of it: nobody knows whose PIN it is")
  func anotherUser() throws {
    let run = try Diagram.run(
      ToyFlow.program(goal: "aal2", steps: Self.steps),
      Self.toName + Self.making + Self.out
        + "\n! askPIN(enter) person=bob\n? pin=1234\nok\n! entered person=bob\n> finish")
    #expect(run.end == "goal-not-reached")
  }

  @Test("what one reply shows and sets up counts once, and never again")
  func shownAndSetUp() throws {
    let program = try ToyFlow.program(goal: "aal1", steps: Self.steps)
    let consent = "\n! askConsent person=eve\n> yes\nok\n! entered person=eve"
    let run = try Diagram.run(program, Self.toName + consent + " | event phase proof enrol go step ask")
    #expect(run.proofs == ["inherence by face"])
    var again = run
    try again.play(Self.out + consent + " | event phase set-up enrol go step ask")
    #expect(again.proofs == [])
  }

  @Test("what a reply may set up is no proof, though the run does not know whether it did")
  func perhapsSetUp() throws {
    let steps = Self.steps.replacing(
      "choices:\n    yes: { call: consent, with: { grant: true }, then: { entered: inside } }",
      with: "ask: [grant]\n  answer: consent\n  tries: 3"
    )
    .replacing("\n  then: { else: failed }\ninside", with: "\n  then: { entered: inside, else: failed }\ninside")
    let perhaps = "\n! askConsent person=eve\n? grant=true\nok\n! entered person=eve"
    let run = try Diagram.run(
      ToyFlow.program(goal: "aal1", steps: steps), Self.toName + perhaps + " | event phase go step ask")
    #expect(run.enrolled == [] && run.machine.setUpBits != 0)
  }

  @Test("a run that is taken up knows it still; a snapshot that forgets it is refused")
  func saved() throws {
    let program = try ToyFlow.program(goal: "aal2", steps: Self.steps)
    var run = try Diagram.run(program, Self.toName + Self.making + "\n> leave\nok\n! left")
    let snapshot = try #require(run.machine.snapshot)
    #expect(snapshot.setUp.count == 1 && snapshot.enrolled.isEmpty)
    run.machine = try FlowMachine(restoring: snapshot, of: program)
    run.feed(.start)
    try run.play("> again\nok\n! askName\n? name=eve\nok" + Self.entering + "\n> finish")
    #expect(run.end == "goal-not-reached")
  }
}
