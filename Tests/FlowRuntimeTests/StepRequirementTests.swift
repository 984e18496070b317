// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract
import Testing

@testable import FlowRuntime

@Suite("What a step requires")
struct StepRequirementTests {
  private static func program(_ require: String, interrupts: String = "") throws -> Program {
    try ToyFlow.program(
      steps: ToyFlow.naming("askPIN(enter): pin\nentered: inside\naskName 7: blocked") + "\n" + ToyFlow.pin + """

        inside:
          event: entered
          choices: { look: { to: inbox }, finish: { to: done } }
          then: { else: failed }
        inbox:
          wait: hello
          require: \(require)
          choices: { finish: { to: done }, back: { stay: true } }
          then: { report: { stay: again }, else: failed }
        """, interrupts: interrupts)
  }

  /// A step that requires a proof, and at which a choice makes a call.
  private static func loading(_ load: String, _ lines: String = "") -> String {
    ToyFlow.naming("askPIN(enter): pin\nentered: inside\naskName 7: blocked") + "\n" + ToyFlow.pin + """

      inside:
        event: entered
        choices: { look: { to: inbox }, finish: { to: done } }
        then: { else: failed }
      inbox:
        wait: hello
        require: { kinds: 1 }
        choices: { load: \(load), finish: { to: done } }
        then: { report: { stay: again }, \(lines)else: failed }
      """
  }

  private static let byName = "start\nok\n! askName\n? name=eve\nok\n! entered person=eve"
  private static let byPIN =
    "start\nok\n! askName\n? name=eve\nok\n! askPIN(enter) person=eve\n? pin=1234\nok\n! entered person=eve"

  @Test(
    "a step is entered only with what it requires",
    arguments: [
      ("{ proofs: [pin] }", false, true), ("{ kinds: 1 }", true, true), ("{ kinds: 2 }", false, true),
      ("{ authenticators: 3 }", false, false), ("{ phishing-resistant: true }", true, true),
      ("{ gates: [allowLogin] }", false, false), ("[{ proofs: [knowledge by pin, key] }]", false, true),
    ])
  func entering(_ require: String, _ byName: Bool, _ byPIN: Bool) throws {
    for (way, isMet) in [(Self.byName, byName), (Self.byPIN, byPIN)] {
      let run = try Diagram.run(Self.program(require), way + "\n> look")
      #expect(run.question?.step == (isMet ? "inbox" : nil))
      #expect(run.end == (isMet ? nil : "goal-not-reached"))
      #expect(run.machine.unreachedGoal?.step == (isMet ? nil : "inbox"))
    }
  }

  @Test("what is missing is told with the name of the step")
  func words() throws {
    let run = try Diagram.run(Self.program("{ proofs: [pin] }"), Self.byName + "\n> look")
    let goal = try #require(run.machine.unreachedGoal)
    #expect(goal.words == "not met of what `inbox` requires: proofs: pin; shown: possession by key")
    #expect(goal.isSignedIn && goal.name == nil)
  }

  @Test("nobody is asked again at the step once its proofs are lost")
  func asking() throws {
    let kept = try Diagram.run(
      Self.program("{ kinds: 1 }"), Self.byPIN + "\n> look\n! report | event go:stay ask:inbox")
    #expect(kept.question?.step == "inbox")
    var lost = kept
    try lost.play("! unplugged | event lose drop\n> back | answer go:stay goal abandon end:goal-not-reached")
    let interrupts = "idle: { choices: { on: { resume: true } }, then: { else: failed } }"
    let program = try Self.program("{ kinds: 1 }", interrupts: interrupts)
    let back = try Diagram.run(
      program, Self.byPIN + "\n> look\n! idle left=9\n> on | answer go:resume resume:inbox ask:inbox")
    #expect(back.question?.step == "inbox")
    try Diagram.run(
      program,
      Self.byPIN + "\n> look\n! idle left=9\n! unplugged\n> on | answer go:resume resume:inbox goal abandon end")
  }

  @Test("no call is made at the step once its proofs are lost, though its question is open")
  func calling() throws {
    let program = try ToyFlow.program(
      steps: Self.loading("{ call: refresh, gate: [allowLogin], max: 2, every: 3s }", "deny: { stay: again }, "))
    let asked = Self.byPIN + "\n> look"
    try Diagram.run(program, asked + "\n> load | answer gate:refresh")
    let lost = try Diagram.run(program, asked + "\n! unplugged | event lose drop\n> load")
    #expect(lost.end == "goal-not-reached")
    #expect(!lost.calls.map(\.name).contains("refresh"))
  }

  @Test("what comes when nobody is asked again, since a call may be made again, comes after the end")
  func askingForOwed() throws {
    let program = try ToyFlow.unchecked(
      steps: Self.loading("{ call: refresh }"))
    var run = try Diagram.run(program, Self.byPIN + "\n> look")
    let refresh = try #require(program.flow.contract.call(named: "refresh"))
    run.machine.owed = [OwedCall(call: refresh.index, until: 5_000)]
    (run.machine.proofBits, run.machine.enrolledBits) = (0, 0)
    try run.play("@6000 ! report | free:refresh goal abandon end:goal-not-reached drop")
  }

  @Test("a step that makes a call, asks the modules or waits requires it, too, and does nothing without it")
  func kinds() throws {
    for step in [
      "inbox: { call: refresh, require: { proofs: [pin] }, then: { report: inside2, else: failed } }",
      "inbox: { gate: [allowLogin], require: { proofs: [pin] }, then: { allow: inside2, else: failed } }",
    ] {
      let program = try ToyFlow.program(
        steps: ToyFlow.naming("askPIN(enter): pin\nentered: inside\naskName 7: blocked") + "\n" + ToyFlow.pin + """

          inside:
            event: entered
            choices: { look: { to: inbox } }
            then: { else: failed }
          \(step)
          inside2: { wait: hello, choices: { finish: { to: done } }, then: { else: failed } }
          """)
      let missed = try Diagram.run(program, Self.byName + "\n> look")
      #expect(missed.end == "goal-not-reached" && missed.calls.map(\.name) == ["begin", "sendName"])
      let met = try Diagram.run(program, Self.byPIN + "\n> look")
      #expect(met.end == nil)
    }
  }

  @Test("checks of the inputs stand beside it in a list")
  func besideChecks() throws {
    let steps = ToyFlow.entry.replacing(
      "  answer: sendPIN\n",
      with: "  require:\n    - check: size(pin) > 4\n      say: hello\n    - gates: [allowLogin]\n  answer: sendPIN\n"
    ).replacing("  answer: sendName\n", with: "  answer: sendName\n  gate: [allowLogin]\n")
    let toPIN = "start\nok\n! askName\n? name=eve\nallow\nok\n! askPIN(enter) person=eve"
    try Diagram.run(ToyFlow.program(steps: steps), toPIN + "\n? pin=1234 | refuse:failed-check ask:pin")
    try Diagram.run(ToyFlow.program(steps: steps), toPIN + "\n? pin=12345 | answer call:sendPIN")
    try Diagram.run(
      ToyFlow.program(steps: steps), "start\nok\n! askName\n! askPIN(enter) | event go:pin step goal abandon end")
  }
}

@Suite("What is shown after a step")
struct FreshnessTests {
  /// A code, then a PIN; from the PIN the SDK may go back to the code.
  private static func program(_ require: String) throws -> Program {
    try ToyFlow.program(
      goal: "aal1\nrequire: \(require)",
      steps: ToyFlow.naming("askCode: code\naskName 7: blocked") + """

        code:
          challenge: askCode
          ask: [code]
          answer: sendCode
          tries: 5
          then: { askPIN(enter): pin, 15: retry, else: failed }
        pin:
          challenge: askPIN(enter)
          ask: [pin]
          answer: sendPIN
          tries: 5
          then: { entered: inside, askCode: code, askName 7: blocked, 5: retry, else: failed }
        inside:
          event: entered
          choices: { finish: { to: done }, rest: { to: rest } }
          then: { else: failed }
        rest: { wait: hello, choices: { finish: { to: done } }, then: { else: failed } }
        """)
  }

  private static let code = "\n! askCode person=eve\n? code=11\nok\n! askPIN(enter) person=eve"
  private static let pin = "\n? pin=1234\nok\n! entered person=eve"
  private static let toCode = "start\nok\n! askName\n? name=eve\nok"
  private static let way = toCode + code + pin + "\n> finish"

  @Test(
    "a proof counts only if it was earned since the step was last entered",
    arguments: [
      ("{ proofs: [code], after: code }", "done"), ("{ proofs: [code], after: name }", "done"),
      ("{ proofs: [code], after: pin }", "goal-not-reached"), ("{ proofs: [pin], after: pin }", "done"),
      ("{ proofs: [pin], after: rest }", "goal-not-reached"), ("{ kinds: 2, after: code }", "done"),
      ("{ authenticators: 3, after: code }", "done"), ("{ authenticators: 3, after: pin }", "goal-not-reached"),
      ("{ phishing-resistant: true, after: inside }", "goal-not-reached"),
    ])
  func since(_ require: String, _ end: String) throws {
    #expect(try Diagram.run(Self.program(require), Self.way).end == end)
  }

  @Test("a step that is entered again starts again, and the same proof counts when it is shown again")
  func anew() throws {
    let program = try Self.program("{ proofs: [code], after: code }")
    let back = "\n! askCode person=eve"
    let stale = try Diagram.run(
      program, Self.toCode + Self.code + back + "\n! askPIN(enter) person=eve" + Self.pin + "\n> finish")
    #expect(stale.end == "goal-not-reached")
    #expect(stale.machine.unreachedGoal?.proofs.count == 3, "the code was shown, but before")
    let shown = try Diagram.run(program, Self.toCode + Self.code + Self.code + Self.pin)
    #expect(shown.entries.count { $0.kind == "proof" && $0.words == "possession by code" } == 2)
    var run = shown
    try run.play("> finish")
    #expect(run.end == "done")
  }

  @Test("after a step that was never entered nothing was shown")
  func never() throws {
    let run = try Diagram.run(Self.program("{ proofs: [pin], after: rest }"), Self.way)
    #expect(run.machine.unreachedGoal?.required == ["proofs: pin after rest"])
    let late = try Diagram.run(
      Self.program("{ proofs: [pin], after: rest }"), Self.toCode + Self.code + Self.pin + "\n> rest\n> finish")
    #expect(late.end == "goal-not-reached")
  }

  @Test("a run that is taken up knows since when it has what")
  func saved() throws {
    for (require, end) in [
      ("{ proofs: [code], after: code }", "done"), ("{ proofs: [code], after: pin }", "goal-not-reached"),
      ("{ proofs: [pin], after: rest }", "goal-not-reached"),
    ] {
      let program = try Self.program(require)
      var run = try Diagram.run(program, Self.toCode + Self.code)
      let snapshot = try #require(run.machine.snapshot)
      run.machine = try FlowMachine(restoring: snapshot, of: program)
      #expect(run.machine.snapshot == snapshot)
      run.feed(.start)
      try run.play(Self.pin + "\n> finish")
      #expect(run.end == end)
    }
  }
}
