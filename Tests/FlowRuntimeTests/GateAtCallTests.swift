// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract
import Testing
import Values

@testable import FlowRuntime

@Suite("Gates at calls")
struct GateAtCallTests {
  /// The modules are asked before the name is sent, before the PIN is, and before the flow goes back to the name.
  static func program(
    goal: String? = nil, name: String = "gate: [allowLogin]", pin: String = "gate: [isDeviceSecure, allowLogin]",
    then: String = "deny: { stay: again }"
  ) throws -> Program {
    try ToyFlow.program(
      goal: goal,
      steps: """
        begin: { call: begin, gate: [isDeviceSecure], then: { askName: name, deny: blocked, else: failed } }
        name:
          challenge: askName
          ask: [name]
          answer: sendName
          \(name)
          tries: 5
          then: { askPIN(enter): pin, entered: inside, deny: { stay: again }, else: failed }
        pin:
          challenge: askPIN(enter)
          ask: [pin]
          require: [{ check: size(pin) > 3, say: hello }]
          answer: sendPIN
          \(pin)
          tries: 1
          choices:
            back:
              call: reset
              gate: [allowLogin]
              max: 1
              every: 1m
              then: { askName: name, deny: blocked }
            again: { call: reset, gate: [allowLogin], max: 1, then: { askName: name } }
          then: { entered: inside, \(then), exhausted: gone, else: failed }
        inside:
          event: entered
          choices: { finish: { to: done }, leave: { call: logOff, max: 3, then: { left: out } } }
          then: { else: failed }
        out:
          event: left
          choices: { again: { call: reset, max: 3, then: { askName: name } } }
          then: { else: failed }
        """)
  }

  /// At the name, and at the PIN.
  static let toName = "start | start step gate:begin\nallow | allow call:begin\nok\n! askName"
  static let toPIN =
    toName + "\n? name=eve | answer gate:sendName\nallow | allow call:sendName\nok\n! askPIN(enter) person=eve"

  @Test("the modules are asked each time before the call is made, and an allowance makes it")
  func asks() throws {
    let run = try Diagram.run(
      Self.program(),
      Self.toPIN + "\n? pin=1234 | answer gate:sendPIN\nallow | allow call:sendPIN\nok\n! entered person=eve")
    #expect(run.question?.step == "inside")
    let gate = try #require(run.entries.last { $0.kind == "gate" })
    #expect(gate.words == "pin: isDeviceSecure, allowLogin, before sendPIN")
    #expect(gate.text("call") == "sendPIN" && gate.text("step") == "pin")
  }

  @Test("a denial makes no call, and goes where `deny` says: the choice's before the step's")
  func denies() throws {
    let way = Self.toPIN + "\n? pin=1234 | answer gate:sendPIN\ndeny rooted | deny go:stay ask:pin"
    let run = try Diagram.run(Self.program(), way)
    #expect(run.calls.map(\.name) == ["begin", "sendName"])
    #expect(run.question?.message == "Try again.")
    for (choice, moves) in [("back", "deny go:blocked abandon lose end"), ("again", "deny go:stay ask:pin")] {
      var other = run
      try other.play("> \(choice) | answer gate:reset\ndeny no | \(moves.replacing(" lose", with: ""))")
    }
    try Diagram.run(Self.program(), "start\ndeny rooted | deny go:blocked end")
  }

  @Test("without a line for it a denial goes to `else`")
  func unnamed() throws {
    let run = try Diagram.run(
      Self.program(then: "5: retry"), Self.toPIN + "\n? pin=1234\ndeny rooted | deny go:failed abandon end")
    #expect(run.end == "failed")
  }

  @Test("a denial costs no try, no `max` and no `every`")
  func isFree() throws {
    var run = try Diagram.run(Self.program(), Self.toPIN)
    for _ in 0..<3 { try run.play("? pin=1234\ndeny rooted | deny go:stay ask:pin") }
    for _ in 0..<3 { try run.play("> again\ndeny rooted | deny go:stay ask:pin") }
    #expect(run.offered == ["?", "back", "again"])
    try run.play("? pin=1234\nallow\nok\n! entered person=eve")
    #expect(run.question?.step == "inside")
  }

  @Test("a check that fails, a call that is not legal and a spent limit come first: nobody is asked")
  func comesLast() throws {
    var run = try Diagram.run(Self.program(), Self.toPIN + "\n? pin=12345678\ndeny no")
    try run.play("> again\nallow\nok\n! askName\n? name=eve\nallow\nok\n! askPIN(enter) person=eve")
    #expect(run.offered == ["?", "back"])
    try run.play("> again | refuse:not-offered")
    let checked = try ToyFlow.program(
      steps: ToyFlow.entry.replacing(
        "  answer: sendPIN\n",
        with: "  require: [{ check: size(pin) > 6, say: hello }]\n  gate: [allowLogin]\n  answer: sendPIN\n"))
    try Diagram.run(checked, OwnerTests.toPIN + "\n? pin=1234 | refuse:failed-check ask:pin")
  }

  @Test("events that come meanwhile are held, an answer is refused, and time strikes later")
  func holds() throws {
    try Diagram.run(
      Self.program(),
      Self.toPIN
        + """

        ? pin=1234       | answer gate:sendPIN
        ? pin=1234       | refuse:stale
        ! timedOut       |
        @99999 tick      |
        background       | background
        allow            | allow call:sendPIN
        ok               | accepted event lose phase undeclared go:failed abandon end
        """.replacing(" lose phase", with: ""))
  }

  @Test("there is no snapshot while the modules are asked")
  func unsaved() throws {
    #expect(try Diagram.run(Self.program(), Self.toPIN + "\n? pin=1234").machine.snapshot == nil)
    #expect(try Diagram.run(Self.program(), Self.toPIN + "\n? pin=1234\ndeny no").machine.snapshot != nil)
  }

  @Test("what was typed is overwritten when the call is denied")
  func wipes() throws {
    var run = try Diagram.run(Self.program(), Self.toPIN)
    let secret = Secret("1234")
    run.feed(.answer(Answer(to: run.question?.request ?? 0, values: ["pin": .secret(secret)])))
    run.feed(.verdict(.deny("rooted")))
    let dropped = run.effects.actions.compactMap { if case .discard(let call) = $0 { call } else { nil } }
    try #require(dropped.count == 1)
    #expect(secret.count == 4, "a machine is a value, and overwrites nothing itself")
    dropped[0].wipe()
    #expect(secret.count == 0)
  }

  private struct Module: SecurityModule {
    let name = "root"
    let verdict: SecurityVerdict
    func allowLogin() async throws -> SecurityVerdict { verdict }
  }

  @Test("a session asks the modules, and makes the call or does not")
  func session() async throws {
    for (verdict, waiting) in [(SecurityVerdict.allow, "pin"), (.deny("Rooted."), "name")] {
      let result = await FlowSession(
        program: try Self.program(), backend: ToyBackend(("begin", "askName"), ("sendName", "askPIN(enter)")),
        responder: QuickResponder { question, turn in
          question.step == "name" && turn < 2
            ? .answer(Answer(to: question.request, values: ["name": .text("eve")])) : .leave
        },
        clock: VirtualClock(), modules: SecurityModules([Module(verdict: verdict)])
      ).run()
      #expect(result.waiting == waiting)
      #expect(result.reasons == (waiting == "pin" ? [] : ["Rooted."]))
    }
  }
}

@Suite("Gates that are required")
struct RequiredGateTests {
  private static let required = "aal1\nrequire: { gates: [isDeviceSecure, allowLogin] }"
  private static let signedIn = "\n? pin=1234\nallow\nok\n! entered person=eve"

  private static func end(_ program: Program, _ way: String) throws -> (end: String?, goal: UnreachedGoal?) {
    let run = try Diagram.run(program, way)
    return (run.end, run.machine.unreachedGoal)
  }

  @Test("a success is one only if each question was allowed for the sign-in that stands")
  func met() throws {
    let way = GateAtCallTests.toPIN + Self.signedIn + "\n> finish"
    #expect(try Self.end(GateAtCallTests.program(goal: Self.required), way).end == "done")
    // Before the name the SDK takes the word on the start back: `askName` loses what was shown.
    let half = try GateAtCallTests.program(goal: Self.required, pin: "gate: [allowLogin]")
    let missed = try Self.end(half, way)
    #expect(missed.end == "goal-not-reached")
    #expect(missed.goal?.gates == ["isDeviceSecure"] && missed.goal?.required == ["gates: isDeviceSecure"])
    #expect(
      missed.goal?.words == "not met of what is required: gates: isDeviceSecure; "
        + "the security modules have not allowed `isDeviceSecure` for this sign-in")
  }

  @Test("a denial takes the word back until the same questions are allowed")
  func denied() throws {
    let program = try GateAtCallTests.program(goal: Self.required, pin: "earns: [key, pin]")
    let toPIN = GateAtCallTests.toName + "\n? name=eve\nallow\nok\n! askPIN(enter) person=eve"
    let way = "\n? pin=1234\nok\n! entered person=eve\n> finish"
    #expect(try Self.end(program, toPIN + way).goal?.gates == ["isDeviceSecure"])
    let one = try GateAtCallTests.program(
      goal: "aal1\nrequire: { gates: [allowLogin] }", pin: "earns: [key, pin]")
    #expect(try Self.end(one, toPIN + way).end == "done")
    #expect(try Self.end(one, toPIN + "\n> again\ndeny no" + way).goal?.gates == ["allowLogin"])
  }

  @Test("the word on one sign-in is none on the next one")
  func once() throws {
    let program = try GateAtCallTests.program(
      goal: "aal1\nrequire: { gates: [allowLogin] }", name: "earns: none", pin: "")
    let again =
      GateAtCallTests.toName + "\n? name=eve\nok\n! askPIN(enter) person=eve\n? pin=1234\nok\n! entered person=eve"
    #expect(try Self.end(program, again + "\n> finish").goal?.gates == ["allowLogin"])
    let asked = try GateAtCallTests.program(goal: "aal1\nrequire: { gates: [allowLogin] }", pin: "")
    let first = GateAtCallTests.toPIN + "\n? pin=1234\nok\n! entered person=eve"
    #expect(try Self.end(asked, first + "\n> finish").end == "done")
    let second = first + "\n> leave\nok\n! left\n> again\nok\n! askName\n! entered person=eve\n> finish"
    #expect(try Self.end(asked, second).goal?.gates == ["allowLogin"])
  }

  @Test("another user needs a word of his own; the gate before the call that names him is that word")
  func anotherUser() throws {
    let first = GateAtCallTests.toPIN + "\n> again\nallow\nok\n! askName"
    let asked = try GateAtCallTests.program(goal: "aal1\nrequire: { gates: [allowLogin] }", pin: "")
    let bob = "\n? name=bob\nallow\nok\n! askPIN(enter) person=bob\n? pin=1234\nok\n! entered person=bob\n> finish"
    #expect(try Self.end(asked, first + bob).end == "done")
    let direct = "\n? name=bob\nallow\nok\n! entered person=bob\n> finish"
    #expect(try Self.end(asked, first + direct).end == "done")
    let swapped = "\n? name=bob\nallow\nok\n! askPIN(enter) person=bob\n? pin=1234\nok\n! entered person=mia\n> finish"
    #expect(try Self.end(asked, first + swapped).goal?.gates == ["allowLogin"])
  }

  @Test("a gate as a step gives its word, too; so does one behind the sign-in")
  func step() throws {
    let steps = """
      \(ToyFlow.opening)
      name:
        challenge: askName
        ask: [name]
        answer: sendName
        tries: 3
        then: { entered: mayEnter, else: failed }
      mayEnter:
        event: entered
        choices: { go: { to: ask }, past: { to: done } }
        then: { else: failed }
      ask: { gate: [isDeviceSecure, allowLogin], then: { allow: rest, deny: rest, else: failed } }
      rest: { wait: hello, choices: { finish: { to: done }, askAgain: { to: ask, max: 1 } }, then: { else: failed } }
      """
    let program = try ToyFlow.program(goal: Self.required, steps: steps)
    let inside = "start\nok\n! askName\n? name=eve\nok\n! entered person=eve"
    #expect(try Self.end(program, inside + "\n> past").goal?.gates == ["isDeviceSecure", "allowLogin"])
    #expect(try Self.end(program, inside + "\n> go\nallow\n> finish").end == "done")
    #expect(try Self.end(program, inside + "\n> go\ndeny no\n> finish").end == "goal-not-reached")
    #expect(try Self.end(program, inside + "\n> go\nallow\n> askAgain\ndeny no\n> finish").end == "goal-not-reached")
    #expect(try Self.end(program, inside + "\n> go\ndeny no\n> askAgain\nallow\n> finish").end == "done")
  }

  @Test("a run that is taken up keeps the word that it has")
  func saved() throws {
    let program = try GateAtCallTests.program(goal: Self.required)
    for way in [GateAtCallTests.toPIN, GateAtCallTests.toPIN + Self.signedIn] {
      var run = try Diagram.run(program, way)
      let snapshot = try #require(run.machine.snapshot)
      run.machine = try FlowMachine(restoring: snapshot, of: program)
      #expect(run.machine.snapshot == snapshot)
      run.feed(.start)
      try run.play(way == GateAtCallTests.toPIN ? Self.signedIn + "\n> finish" : "> finish")
      #expect(run.end == "done")
    }
  }
}
