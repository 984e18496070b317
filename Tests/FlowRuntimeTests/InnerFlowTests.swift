// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import Testing
import Values

@testable import FlowRuntime

@Suite("A flow inside a flow")
struct InnerFlowTests {
  private static let outer = """
    language: mfaflow/1
    flow: outer
    version: 1.0.0
    sdk: toy
    start: begin
    steps:
      begin: { call: begin, then: { askName: open, else: failed } }
      open:
        run: inner
        then: { in: inside, late: { to: name, say: late }, else: failed }
      name:
        challenge: askName
        choices: { again: { max: 3, to: open }, leave: { to: gone } }
      inside:
        event: entered
        choices: { finish: { to: done } }
        then: { else: failed }
    interrupts:
      timedOut: { choices: { ok: { to: failed } } }
    ends: { done: { outcome: success }, gone: { outcome: ended }, failed: { outcome: failure, say: outer } }
    messages: { late: Outer says late., outer: Outer says failed. }
    """

  private static func inner(goal: String = "") -> String {
    """
    language: mfaflow/1
    flow: inner
    version: 1.0.0
    sdk: toy
    \(goal)
    start: ask
    steps:
      ask:
        challenge: askName
        ask: [name]
        answer: sendName
        tries: 2
        choices: { late: { to: late } }
        then: { entered: in, askName 7: { to: blocked, say: own }, askPIN(enter): pin, exhausted: blocked, else: failed }
      pin:
        challenge: askPIN(enter)
        ask: [pin]
        answer: sendPIN
        then: { entered: in, 5: { retry: own }, askName 7: late, else: failed }
    ends:
      in: { outcome: success }
      late: { outcome: ended }
      blocked: { outcome: failure }
      failed: { outcome: failure, say: own-end }
    messages: { own: Inner says so., own-end: Inner says failed. }
    """
  }

  private static func program(goal: String = "") throws -> Program {
    let loader = FileLoader { path in
      path == "inner.yaml"
        ? .success(SourceFile(path: path, text: Self.inner(goal: goal))) : .failure(FileLoader.Problem("none"))
    }
    let compiler = Compiler(contract: ToyContract.contract, loader: loader)
    let file = SourceFile(path: "outer.yaml", text: outer)
    let made = compiler.compile(file)
    // What a run does with ends that it must refuse is tested, too.
    #expect(
      made.findings.allSatisfy {
        ["goal-not-proved", "nothing-claimed", "interrupt-without-entry"].contains($0.code.slug)
      }, "\(made.findings)")
    return Program(ValidFlow(checked: try #require(compiler.unchecked(file))))
  }

  private static let toAsk = "start\nok\n! askName | event phase go:open/ask step:open/ask ask:open/ask"

  @Test("a challenge that has come is handed on to the flow inside, and its end leads on with the event")
  func handedOn() throws {
    let run = try Diagram.run(
      Self.program(),
      Self.toAsk
        + """

        ? name=eve          | answer call
        ok                  | accepted
        ! entered person=eve | event phase proof go:inside step:inside ask:inside
        > finish            | answer go:done end
        """)
    #expect(run.question == nil)
    #expect(run.end == "done")
  }

  @Test("a success inside is held to the goal that the flow inside claims")
  func claim() throws {
    let run = try Diagram.run(
      Self.program(goal: "goal: aal2"),
      Self.toAsk
        + """

        ? name=eve  | answer call
        ok          | accepted
        ! entered   | event phase proof go:inside goal abandon lose end
        """)
    #expect(run.end == "goal-not-reached")
    #expect(run.machine.unreachedGoal?.name == "aal2")
    let two = try Diagram.run(
      Self.program(goal: "goal: aal2"),
      Self.toAsk + "\n? name=eve\nok\n! askPIN(enter)\n? pin=1234\nok\n! entered | event phase proof go:inside step ask"
    )
    #expect(two.question?.step == "inside")
  }

  @Test("a success inside is held to what that flow requires, too, and to its goal")
  func required() throws {
    let one = "\n? name=eve\nok\n! entered"
    let two = "\n? name=eve\nok\n! askPIN(enter)\n? pin=1234\nok\n! entered"
    for (text, isMetByOne, isMetByTwo) in [
      ("require: { proofs: [pin] }", false, true), ("require: { phishing-resistant: true }", true, true),
      ("require: { authenticators: 3 }", false, false), ("goal: aal2\nrequire: { kinds: 1 }", false, true),
    ] {
      for (way, isMet) in [(one, isMetByOne), (two, isMetByTwo)] {
        let run = try Diagram.run(Self.program(goal: text), Self.toAsk + way)
        #expect(run.question?.step == (isMet ? "inside" : nil), "\(text)")
        #expect(run.end == (isMet ? nil : "goal-not-reached"), "\(text)")
      }
    }
    let run = try Diagram.run(Self.program(goal: "require: { proofs: [pin] }"), Self.toAsk + one)
    #expect(run.machine.unreachedGoal?.required == ["proofs: pin"])
  }

  @Test("a success inside without anybody signed in is none")
  func phase() throws {
    let run = try Diagram.run(Self.program(), Self.toAsk + "\n? name=eve\nok\n! entered\n! timedOut\n> ok")
    #expect(run.end == "failed")
    let early = ToyFlow.text(
      start: "begin",
      steps:
        "begin: { call: begin, then: { askName: open, else: failed } }\nopen: { run: inner, then: { in: gone, else: failed } }"
    )
    let inner = """
      language: mfaflow/1
      flow: inner
      version: 1.0.0
      sdk: toy
      start: ask
      steps: { ask: { challenge: askName, choices: { go: { to: in } } } }
      ends: { in: { outcome: success } }
      """
    let compiler = Compiler(
      contract: ToyContract.contract, loader: FileLoader { .success(SourceFile(path: $0, text: inner)) }
    )
    let program = Program(
      ValidFlow(checked: try #require(compiler.unchecked(SourceFile(path: "door.yaml", text: early)))))
    // Even where it goes on to what is no success of the outer flow.
    let other = try Diagram.run(program, "start\nok\n! askName\n> go")
    #expect(other.end == "goal-not-reached")
  }

  /// The flow inside is run twice, the second time for what the outer flow requires after it.
  private static func twice(inner head: String, outer require: String) throws -> Program {
    let outer = ToyFlow.text(
      goal: "aal1\nrequire: \(require)",
      steps: """
        begin: { call: begin, then: { askName: first, else: failed } }
        first: { run: inner, then: { in: inside, else: failed } }
        inside:
          event: entered
          choices: { again: { call: logOff, max: 2, then: { left: out } }, finish: { to: done } }
          then: { else: failed }
        out:
          event: left
          choices: { reset: { call: reset, max: 2, then: { askName: second } } }
          then: { else: failed }
        second: { run: inner, then: { in: inside, else: failed } }
        """)
    let compiler = Compiler(
      contract: ToyContract.contract,
      loader: FileLoader { .success(SourceFile(path: $0, text: inner(goal: "goal: aal1\n" + head))) })
    return Program(ValidFlow(checked: try #require(compiler.unchecked(SourceFile(path: "door.yaml", text: outer)))))
  }

  @Test("a flow inside is held to what it requires after a step of its own, each time that it is run")
  func after() throws {
    let byName = "\n? name=eve\nok\n! entered person=eve"
    let byPIN = "\n? name=eve\nok\n! askPIN(enter) person=eve\n? pin=1234\nok\n! entered person=eve"
    let again = "\n> again\nok\n! left\n> reset\nok\n! askName"
    for (inner, outer, isMetByName, isMetByPIN) in [
      ("require: { proofs: [key], after: ask }", "{ kinds: 1 }", true, true),
      ("require: { proofs: [key], after: pin }", "{ kinds: 1 }", false, true),
      ("", "{ proofs: [key], after: second }", true, true), ("", "{ proofs: [pin], after: second }", false, true),
      ("require: { gates: [allowLogin] }", "{ kinds: 1 }", false, false),
    ] {
      let program = try Self.twice(inner: inner, outer: outer)
      for (way, isMet) in [(byName, isMetByName), (byPIN, isMetByPIN)] {
        let once = try Diagram.run(program, "start\nok\n! askName" + way + "\n> finish")
        #expect(once.end == (isMet && outer == "{ kinds: 1 }" ? "done" : "goal-not-reached"), "\(inner) \(outer)")
        guard isMet || inner.isEmpty else { continue }
        let run = try Diagram.run(program, "start\nok\n! askName" + byPIN + again + way + "\n> finish")
        #expect(run.end == (isMet ? "done" : "goal-not-reached"), "\(inner) \(outer)")
      }
    }
  }

  @Test("tries are of the whole run, however often the flow inside is run")
  func tries() throws {
    var run = try Diagram.run(Self.program(), Self.toAsk)
    for _ in 0..<2 {
      try run.play("? name=eve\nok\n! askPIN(enter)\n? pin=1234\nok\n! askName 7 | event go:name step:name ask:name")
      #expect(run.question?.message == "Outer says late.")
      try run.play("> again")
    }
    // The two tries of `ask` are spent: it goes to its end `blocked` at once.
    #expect(run.end == "failed")
    #expect(run.entries.contains { $0.kind == "exhausted" && $0.text("step") == "open/ask" })
  }

  @Test("the message is the first that is stated on the way: the line's, the outer line's, the inner end's")
  func messages() throws {
    let line = try Diagram.run(Self.program(), Self.toAsk + "\n? name=eve\nok\n! askName 7")
    #expect(line.entries.first { $0.kind == "go" && $0.text("to") == "failed" }?.text("say") == "open/own")
    let end = try Diagram.run(Self.program(), Self.toAsk + "\n? name=eve\nok\n! askCode")
    #expect(end.entries.first { $0.kind == "go" && $0.text("to") == "failed" }?.text("say") == "open/own-end")
  }

  @Test("coverage counts the step and its lines, and nothing of the flow inside")
  func coverage() throws {
    let program = try Self.program()
    var coverage = Coverage(of: program)
    let names = coverage.untaken.map(\.name)
    #expect(names.contains("open") && names.contains("open: late") && !names.contains { $0.contains("/") })
    let run = try Diagram.run(program, Self.toAsk + "\n? name=eve\nok\n! askName 7")
    for entry in run.entries { coverage.note(entry) }
    let left = coverage.untaken.map(\.name)
    #expect(!left.contains("open") && !left.contains("open: else"))
    #expect(left.contains("open: in") && left.contains("open: late"))
  }
}
