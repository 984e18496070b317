// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowRuntime

@Suite("What a message says of the flow's own counts")
struct StepCountsTests {
  private static func flow(tries: String = "tries: 4", budgets: String = "") throws -> Program {
    try ToyFlow.unchecked(
      ToyFlow.text(
        steps: ToyFlow.naming("askPIN(enter): pin\nentered: inside\naskName 7: blocked") + "\n" + """
          pin:
            challenge: askPIN(enter)
            ask: [pin]
            answer: sendPIN
            \(tries)
            say: first
            choices:
              other: { call: reset, max: 3, then: { askName: name } }
              back: { call: reset, then: { askName: name } }
            then: { entered: inside, 5: { retry: wrong-again }, exhausted: blocked, else: failed }
          inside:
            event: entered
            choices: { finish: { to: done } }
            then: { else: failed }
          """,
        messages: """
          first: "{tries.left} tries, {choices.other.left} others"
          wrong-again: "Wrong. {tries.left} left, others {choices.other.left}"
          """, budgets: budgets))
  }

  private static let toPIN = "start\nok\n! askName\n? name=eve\nok\n! askPIN(enter) person=eve"
  private static let wrong = "\n? pin=1234\nok\n! askPIN(enter) 5"

  private func said(_ text: String, _ program: Program) throws -> String? {
    try Diagram.run(program, Self.toPIN + text).question?.message
  }

  @Test("the first question tells all of them, and each wrong answer tells one less")
  func counting() throws {
    let flow = try Self.flow()
    #expect(try said("", flow) == "4 tries, 3 others")
    #expect(try said(Self.wrong, flow) == "Wrong. 3 left, others 3")
    #expect(try said(Self.wrong + Self.wrong, flow) == "Wrong. 2 left, others 3")
    #expect(try said(Self.wrong + Self.wrong + Self.wrong, flow) == "Wrong. 1 left, others 3")
  }

  @Test("so many answers can be given as the message says, and no more")
  func exact() throws {
    let run = try Diagram.run(try Self.flow(), Self.toPIN + Self.wrong + Self.wrong + Self.wrong + Self.wrong)
    #expect(run.end == "blocked")
  }

  @Test("where the SDK takes fewer, its number is told; where it takes more, the flow's is")
  func fewer() throws {
    let flow = try Self.flow()
    #expect(try said(" attemptsLeft=2", flow) == "2 tries, 3 others")
    #expect(try said(" attemptsLeft=9", flow) == "4 tries, 3 others")
    #expect(try said(Self.wrong + " attemptsLeft=1", flow) == "Wrong. 1 left, others 3")
  }

  @Test("a choice with `max` tells how often it can still be made")
  func choices() throws {
    let again = "\n> other\nok\n! askName\n? name=eve\nok\n! askPIN(enter) person=eve"
    #expect(try said(again, try Self.flow()) == "4 tries, 2 others")
    #expect(try said(again + again + again, try Self.flow()) == "4 tries, 0 others")
  }

  @Test("what is left of a budget for the whole run is told after coming back")
  func perRun() throws {
    let flow = try Self.flow(tries: "tries: { count: 4, per: run }")
    let back = "\n> back\nok\n! askName\n? name=eve\nok\n! askPIN(enter) person=eve"
    #expect(try said(Self.wrong + Self.wrong + back, flow) == "2 tries, 3 others")
  }
}
