// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import SDKContract
import Testing
import Values

@testable import FlowExploration

@Suite("The matrix of interrupts")
struct InterruptMatrixTests {
  typealias Timing = InterruptMatrix.Timing

  private func cell(_ step: String, _ interrupt: String, _ matrix: InterruptMatrix) throws -> InterruptMatrix.Cell {
    let row = try #require(matrix.rows.first { $0.name == step })
    return row.cells[try #require(matrix.columns.firstIndex { $0.name == interrupt })]
  }

  @Test("rows are the steps, then the interrupts; columns are the SDK's interrupts, the highest rank first")
  func shape() throws {
    let matrix = InterruptMatrix(try BellFlow.program(interrupts: BellFlow.naming))
    #expect(matrix.rows.map(\.name) == ["begin", "name", "inside", "naming"])
    #expect(matrix.columns.map(\.name) == ["sealed", "alarmed", "naming", "idle"])
    #expect(matrix.columns.map(\.isHandled) == [false, false, true, false])
    #expect(matrix.rows.allSatisfy { $0.isReached && $0.cells.allSatisfy { $0.runs > 0 } })
  }

  @Test(
    "what comes at once is the same in a matrix of that alone, in a small part of the runs",
    arguments: [nil, BellFlow.naming, BellFlow.alarmed, ""])
  func atOnce(interrupts: String?) throws {
    let program = try interrupts.map { try BellFlow.unchecked(interrupts: $0) } ?? BellFlow.program()
    let whole = InterruptMatrix(program)
    var told: [(Int, Int)] = []
    let brief = InterruptMatrix(program, .atOnce) { told.append(($0, $1)) }
    let steps = whole.rows.filter { !$0.isInterrupt }
    #expect(brief.rows.map(\.name) == steps.map(\.name))
    for (row, other) in zip(brief.rows, steps) {
      #expect(row.isReached == other.isReached, "\(row.name)")
      for (cell, all) in zip(row.cells, other.cells) {
        #expect(CellWords(cell, program.flow).lines() == CellWords(all, program.flow).lines(), "\(row.name)")
      }
    }
    #expect(brief.runs < whole.runs)
    #expect(told.map(\.0) == Array(1...brief.standings) && told.allSatisfy { $0.0 <= $0.1 })
  }

  @Test("an interrupt that is dealt with resumes or ends, at each step and at each time")
  func handled() throws {
    let matrix = InterruptMatrix(try BellFlow.program())
    #expect(matrix.broken.isEmpty && matrix.unexplored == 0)
    for step in ["name", "inside"] {
      #expect(try cell(step, "idle", matrix).outcomes(.before) == ["resume"])
      #expect(try cell(step, "naming", matrix).outcomes(.before).contains("resume"))
      #expect(try cell(step, "alarmed", matrix).outcomes(.before) == ["end shut", "resume"])
      #expect(try cell(step, "sealed", matrix).outcomes(.before) == ["end shut"])
    }
    #expect(try cell("begin", "idle", matrix).outcomes(.before).isEmpty)
    #expect(try cell("begin", "idle", matrix).outcomes(.during).contains("resume"))
    #expect(try cell("name", "idle", matrix).outcomes(.after).contains("resume"))
    #expect(try cell("name", "idle", matrix).outcomes(.late).contains("dropped"))
  }

  @Test("an interrupt of an equal or lower rank is deferred, and one that replaces takes the place of the earlier one")
  func above() throws {
    let matrix = InterruptMatrix(try BellFlow.program())
    for interrupt in ["idle", "naming", "alarmed"] {
      #expect(try cell("alarmed", interrupt, matrix).outcomes(.before).contains("deferred"))
    }
    #expect(try cell("idle", "alarmed", matrix).outcomes(.before) == ["end shut", "resume"])
    #expect(try cell("name", "idle", matrix).outcomes(.twice) == ["replaced", "resume"])
    #expect(try cell("name", "alarmed", matrix).outcomes(.twice).contains("deferred"))
    #expect(try cell("alarmed", "sealed", matrix).outcomes(.during).contains("reply: end shut"))
    #expect(try cell("alarmed", "idle", matrix).outcomes(.together).contains("deferred"))
  }

  @Test("an interrupt that the flow has no entry for takes `else`")
  func unhandled() throws {
    let matrix = InterruptMatrix(try BellFlow.program(interrupts: ""))
    #expect(matrix.broken.isEmpty)
    #expect(try cell("name", "sealed", matrix).outcomes(.before) == ["else: end failed"])
    #expect(try cell("name", "idle", matrix).outcomes(.during).contains("else: end failed"))
  }

  @Test("a flow that would stay where a terminating threat came is ended by the machine, and nobody is asked any more")
  func staysPastTerminal() throws {
    let matrix = InterruptMatrix(try BellFlow.unchecked(interrupts: BellFlow.naming, otherwise: "stay"))
    #expect(!matrix.broken.contains { $0.violation.rule == .nothingPastTerminal })
    #expect(try cell("name", "sealed", matrix).outcomes(.before) == ["end unhandled"])
  }

  @Test("an interrupt that wants an answer and is closed by another one without is found out")
  func closedUnanswered() throws {
    let moving = "alarmed: { choices: { off: { to: begin } }, then: { else: shut } }"
    let program = try BellFlow.unchecked(interrupts: BellFlow.naming + "\n" + moving)
    let broken = InterruptMatrix(program).broken
    #expect(broken.contains { $0.violation.words == "`naming` wants an answer, and was closed without one" })
    #expect(broken.allSatisfy { $0.violation.rule == .noLostEvent })
    #expect(broken.contains { $0.place?.step == "naming" && $0.place?.interrupt == "alarmed" })
  }

  @Test("an interrupt that wants an answer and is left without one, for the flow or for a step, is found out")
  func leftUnanswered() throws {
    let ways = [
      "alarmed: { within: 5s, choices: { off: { to: shut } }, then: { timeout: resume, else: shut } }",
      "alarmed: { choices: { off: { resume: true } }, then: { else: shut } }",
      "alarmed: { choices: { off: { to: begin } }, then: { else: shut } }",
      """
      alarmed:
        choices: { on: { call: handleAlarms, with: { ignore: true }, then: { accepted: resume, rejected: resume } } }
        then: { else: shut }
      """,
    ]
    for way in ways {
      let broken = InterruptMatrix(try BellFlow.unchecked(interrupts: way)).broken
      #expect(
        broken.contains {
          $0.violation == Violation(rule: .noLostEvent, words: "`alarmed` wants an answer, and was left without one")
        }, "\(way)")
    }
    #expect(InterruptMatrix(try BellFlow.unchecked(interrupts: BellFlow.alarmed)).broken.isEmpty)
  }

  @Test("a reply that is lost while an interrupt is open which resumes is found out")
  func lostReply() throws {
    let program = try BellFlow.program()
    let prospects = Prospects(program)
    var start = RunState(FlowMachine(program), RunAudit(program), runUp: [])
    _ = start.take(Moment(.start))
    _ = start.take(Moment(.accepted))
    _ = start.take(Moment(.event(try #require(prospects.expected(by: start.machine).first))))
    let answer = prospects.next(for: start.machine).first { if case .answer = $0.happening { true } else { false } }
    _ = start.take(try #require(answer))
    _ = start.take(Moment(.accepted))
    let refused = try #require(prospects.expected(by: start.machine).first { $0.event.name == "askName" })
    let idle = try #require(program.flow.contract.event(named: "idle"))
    var state = start
    _ = state.take(Moment(.event(try #require(prospects.samples.events(idle, mode: nil).first))))
    func broken(_ state: RunState) -> [Violation] {
      var player = CellPlayer(program, prospects, .whole)
      player.compare(state, with: start, after: nil, owed: refused)
      return player.broken.map(\.violation)
    }
    var lost = state
    _ = lost.take(Moment(.answer(choice: "ignore", Record())))
    #expect(lost.wasResumed)
    #expect(
      broken(lost) == [
        Violation(rule: .resumedAsItWas, words: "`askName` leads elsewhere when an interrupt is open that resumes")
      ], "it never came to the machine")
    _ = state.take(Moment(.event(refused)))
    _ = state.take(Moment(.answer(choice: "ignore", Record())))
    #expect(state.wasResumed)
    #expect(broken(state).isEmpty)
  }

  @Test("what comes above an open interrupt is told for each step below, and where it differs that is said")
  func differsBelow() throws {
    let program = try BellFlow.unchecked(interrupts: BellFlow.idle + "\n" + BellFlow.alarmed, lines: "idle: shut,")
    let above = try cell("alarmed", "idle", InterruptMatrix(program))
    #expect(above.below.map { program.flow[$0].name.value } == ["begin", "name", "inside"])
    #expect(above.outcomes(.before).contains("kept") && above.outcomes(.before).contains("deferred"))
    let partial = above.outcomesOverSomeSteps.filter { $0.timing == .before }
    func over(_ outcome: String) -> [String] {
      partial.first { $0.outcome == outcome }?.steps.map { program.flow[$0].name.value } ?? []
    }
    #expect(over("kept") == ["name"] && over("deferred") == ["begin", "inside"])
    #expect(above.examples.contains { $0.outcome == "kept" && $0.isFirst })
    #expect(above.examples.contains { $0.outcome == "reply: end shut" && !$0.isFirst })
    #expect(try cell("name", "idle", InterruptMatrix(program)).below.isEmpty)
  }

  @Test("a step to which only an interrupt above another leads is reached, and crossed")
  func reachedFromAbove() throws {
    let matrix = InterruptMatrix(try BellFlow.unchecked(interrupts: BellFlow.alarmed, inside: "look"))
    #expect(matrix.rows.allSatisfy(\.isReached) && matrix.unexplored == 0)
    for step in ["look", "looked"] { #expect(try cell(step, "idle", matrix).runs > 0) }
    #expect(matrix.broken.isEmpty, "what has no entry waits below an open interrupt that ranks above it")
  }

  @Test("a terminating threat that resumes ends the run, whatever the flow says")
  func terminalResume() throws {
    let matrix = InterruptMatrix(
      try BellFlow.unchecked(interrupts: "sealed: { choices: { on: { resume: true } }, then: { else: shut } }"))
    #expect(matrix.broken.isEmpty)
    #expect(try cell("name", "sealed", matrix).outcomes(.before) == ["end unhandled"])
  }

  @Test("each outcome has a run that replays to it")
  func examples() throws {
    let program = try BellFlow.program()
    let matrix = InterruptMatrix(program)
    for row in matrix.rows {
      for cell in row.cells {
        for example in cell.examples where example.outcome.hasPrefix("end ") {
          let end = program.trace(of: example.run).last { $0.kind == "end" }?.text("end")
          #expect(end == String(example.outcome.dropFirst(4)))
        }
      }
    }
  }

  @Test("what is not looked at is told")
  func bounded() throws {
    var bounds = Explorer.Bounds()
    bounds.standings = 3
    let matrix = InterruptMatrix(try BellFlow.program(), within: bounds)
    #expect(matrix.unexplored > 0)
    #expect(matrix.rows.contains { !$0.isReached })
  }

  @Test("the same flow has the same table, to the run")
  func deterministic() throws {
    let first = InterruptMatrix(try BellFlow.program())
    let second = InterruptMatrix(try BellFlow.program())
    #expect(first.runs == second.runs && first.standings == second.standings)
    for timing in Timing.allCases {
      let outcomes = [first, second].map { $0.rows.flatMap { $0.cells.map { $0.outcomes(timing) } } }
      #expect(outcomes[0] == outcomes[1])
    }
  }
}
