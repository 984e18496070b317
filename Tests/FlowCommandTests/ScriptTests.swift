// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowScenarios
import Testing
import Values

@Suite("Answering from a script")
struct ScriptTests {
  private func question(
    _ step: String, inputs: [Question.Input] = [], choices: [String] = [], later: [Question.Later] = [],
    canSubmit: Bool = true
  ) -> Question {
    Question(
      request: 1, step: step, event: nil, message: nil, inputs: inputs, canSubmit: canSubmit,
      choices: choices.map { Question.Choice(name: $0, confirm: nil) }, later: later, attemptsLeft: nil, refusal: nil,
      countdown: nil, deadline: nil, isInterrupt: false)
  }

  private func input(_ name: String, _ type: ValueType = .text, suggestion: Value? = nil) -> Question.Input {
    Question.Input(name: name, type: type, suggestion: suggestion)
  }

  private func answers(_ text: String) throws -> [ScriptedAnswer] {
    try #require(AnswersReader.read(SourceFile(path: "a", text: "answers:\n" + text)).value)
  }

  /// The choice or the values of an answer, as text; nil for no answer.
  private func said(_ script: ScriptResponder, _ question: Question) async -> String? {
    switch await script.respond(to: question) {
    case .answer(let answer): answer.choice ?? answer.values.description
    case .waitUntil(let time): "until \(time)"
    case .wait, .leave: nil
    }
  }

  @Test("each answer is used once, in order, by the step that it is for")
  func inOrder() async throws {
    let script = ScriptResponder(
      answers: try answers("  - b: { x: \"1\" }\n  - a: go\n  - b: { x: \"2\" }\n  - c: never\n"))
    let b = question("b", inputs: [input("x", .int)])
    #expect(await said(script, question("a", choices: ["go"])) == "go")
    #expect(await said(script, b) == "{x: 1}")
    #expect(await said(script, b) == "{x: 2}")
    #expect(script.unanswered == nil)
    #expect(await said(script, b) == nil)
    #expect(script.unanswered?.step == "b")
    #expect(script.unused.map(\.step.value) == ["c"])
  }

  @Test("what an answer leaves out comes from a setting, the environment, or the step's own suggestion")
  func filling() async throws {
    let script = ScriptResponder(
      answers: try answers("  - a: { x: \"1\" }\n"), settings: [.input("y", text: "2", step: nil)],
      variable: { $0 == "z" ? "3" : nil })
    let asking = question(
      "a", inputs: [input("x"), input("y"), input("z", .int), input("u", suggestion: .text("4")), input("v")])
    #expect(await said(script, asking) == "{x: 1, y: 2, z: 3, u: 4}")
  }

  @Test("settings answer in their order, each once in a step, and again in another step")
  func settings() async {
    let script = ScriptResponder(
      answers: [],
      settings: [
        .input("x", text: "1", step: nil), .choice("go", step: "a"), .input("x", text: "2", step: "a"),
      ])
    let a = question("a", inputs: [input("x")], choices: ["go"])
    #expect(await said(script, a) == "{x: 1}")
    #expect(await said(script, a) == "go")
    #expect(await said(script, a) == "{x: 2}")
    #expect(await said(script, a) == nil)
    #expect(await said(script, question("b", inputs: [input("x")])) == "{x: 1}")
  }

  @Test("a step is not answered by suggestions alone, nor by half of its inputs, nor when nothing can be handed in")
  func notEnough() async {
    let script = ScriptResponder(answers: [], settings: [.input("x", text: "1", step: nil)])
    #expect(await said(script, question("a", inputs: [input("u", suggestion: .text("4"))])) == nil)
    #expect(await said(script, question("a", inputs: [input("x"), input("y")])) == nil)
    #expect(await said(script, question("a", inputs: [input("x")], canSubmit: false)) == nil)
    #expect(await said(script, question("a", inputs: [input("x")])) == "{x: 1}")
  }

  @Test("a choice that has to cool down is waited for, and not used up")
  func cooling() async throws {
    let later = [Question.Later(name: "resend", at: .seconds(3))]
    for script in [
      ScriptResponder(answers: try answers("  - a: resend\n")),
      ScriptResponder(answers: [], settings: [.choice("resend", step: "a")]),
    ] {
      #expect(await said(script, question("a", later: later)) == "until 3.0 seconds")
      #expect(await said(script, question("a", choices: ["resend"])) == "resend")
      #expect(await said(script, question("a", choices: ["resend"])) == nil)
    }
  }

  @Test("a choice is declined where the answer says no, and refusals are kept with their reason")
  func declined() async throws {
    let script = ScriptResponder(
      answers: try answers("  - a: { choice: quit, confirm: no }\n  - a: quit\n"),
      settings: [.choice("quit", step: "a")])
    var asked = question("a", choices: ["quit"])
    guard case .answer(let first) = await script.respond(to: asked) else { throw CancellationError() }
    #expect(first.choice == "quit" && !first.isConfirmed)
    guard case .answer(let second) = await script.respond(to: asked) else { throw CancellationError() }
    #expect(second.isConfirmed && script.refusals.isEmpty)
    asked.closed = [Question.Closed(name: "quit", isSpent: true)]
    await script.refused(.notOffered("quit"), to: asked)
    _ = await script.respond(to: asked)
    await script.refused(.notOffered("quit"), to: asked)
    #expect(script.refusals.map(\.line) == [3, nil])
    #expect(
      script.refusals.allSatisfy { $0.step == "a" && $0.why == "`quit` is not offered now: its `max` is used up" })
    _ = await script.respond(to: asked)
    await script.refused(.missingValue("x"), to: asked)
    #expect(script.refusals.count == 2)
  }

  @Test("secrets become secrets")
  func secrets() async throws {
    let script = ScriptResponder(answers: try answers("  - a: { pin: \"123456\" }\n"))
    #expect(await said(script, question("a", inputs: [input("pin", .secret)])) == "{pin: •••}")
  }
}
