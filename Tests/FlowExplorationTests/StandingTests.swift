// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import SDKContract
import Testing
import Values

@testable import FlowExploration

@Suite("Where a run stands")
struct StandingTests {
  private func machine(_ program: Program, _ happenings: Happening...) -> FlowMachine {
    var machine = FlowMachine(program)
    for happening in happenings { _ = machine.pass(Moment(happening)) }
    return machine
  }

  private func choice(_ name: String) -> Happening { .answer(choice: name, Record()) }

  @Test("an interrupt that is left leaves the same work, under a new question")
  func resumed() throws {
    let program = try BellFlow.program()
    let (asked, idle) = (try program.sample("askName"), try program.sample("idle"))
    let before = machine(program, .start, .accepted, .event(asked))
    let above = machine(program, .start, .accepted, .event(asked), .event(idle))
    let after = machine(program, .start, .accepted, .event(asked), .event(idle), choice("ignore"))
    #expect(after.standing(tellingUses: 0) == before.standing(tellingUses: 0))
    #expect(after.standing(tellingUses: 0).isSameWork(as: before.standing(tellingUses: 0)))
    #expect(!above.standing(tellingUses: 0).isSameWork(as: before.standing(tellingUses: 0)))
    #expect(after.lastQuestion == before.lastQuestion + 2)
  }

  @Test("another event, a call that is made or open, and a step further are other work")
  func other() throws {
    let program = try BellFlow.program()
    let (asked, again) = (try program.sample("askName"), try program.sample("askName"))
    let name = Happening.answer(choice: nil, ["name": .text("sample")])
    let runs = [
      machine(program, .start), machine(program, .start, .accepted), machine(program, .start, .accepted, .event(asked)),
      machine(program, .start, .accepted, .event(again)), machine(program, .start, .accepted, .event(asked), name),
      machine(program, .start, .accepted, .event(asked), name, .accepted),
      machine(program, .start, .accepted, .event(asked), name, .accepted, .event(try program.sample("entered"))),
    ].map { $0.standing(tellingUses: 0) }
    for (index, run) in runs.enumerated() {
      for (other, second) in runs.enumerated() { #expect(run.isSameWork(as: second) == (index == other)) }
    }
  }

  @Test("what is not done with is told, with where it waits")
  func pending() throws {
    let program = try BellFlow.program()
    let (idle, alarmed) = (try program.sample("idle"), try program.sample("alarmed"))
    let held = machine(program, .start, .event(idle))
    #expect(held.pending.map(\.place) == [.held])
    let open = machine(program, .start, .accepted, .event(alarmed), .event(idle))
    let step = try #require(program.flow.step(named: "alarmed")).id
    #expect(open.pending.map(\.place) == [.waiting, .open(step)])
    #expect(open.depth == 2 && open.stepAtWork == step)
    let kept = machine(program, .start, .accepted, .event(alarmed), .event(try program.sample("askName")))
    let begin = try #require(program.flow.step(named: "begin")).id
    #expect(kept.pending.map(\.place) == [.kept(begin), .open(step)])
  }
}
