// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import SDKContract
import Testing

@testable import FlowExploration

@Suite("Exploring a flow")
struct ExplorerTests {
  private func explore(
    _ program: Program, _ change: (inout Explorer.Bounds) -> Void = { _ in }
  ) -> Exploration {
    var bounds = Explorer.Bounds()
    change(&bounds)
    return Explorer(program, Prospects(program), within: bounds).explore()
  }

  @Test("every step, interrupt and end is reached")
  func reachesAll() throws {
    let program = try BellFlow.program()
    let exploration = explore(program)
    let steps = Set(exploration.nodes.flatMap { $0.standing.layers.map { program.flow[$0.place.step].name.value } })
    #expect(steps == ["begin", "name", "inside", "idle", "naming", "alarmed", "sealed"])
    let traces = exploration.nodes.indices.filter { exploration.nodes[$0].machine.isOver }.map { index in
      program.trace(of: exploration.run(to: index)).last?.text("end")
    }
    #expect(Set(traces) == ["done", "failed", "shut"])
    #expect(exploration.isComplete && exploration.violations.isEmpty)
  }

  @Test("the run to a standing is the shortest one, and it replays to that standing")
  func shortest() throws {
    let program = try BellFlow.program(interrupts: "")
    let exploration = explore(program)
    let done = try #require(
      exploration.nodes.indices.first { index in
        program.trace(of: exploration.run(to: index)).last?.text("end") == "done"
      })
    let kinds = program.trace(of: exploration.run(to: done)).map(\.kind)
    #expect(kinds.count { $0 == "call" } == 2 && kinds.count { $0 == "answer" } == 2)
    #expect(exploration.run(to: done).count == 7)
    for index in exploration.nodes.indices {
      var machine = FlowMachine(program)
      for moment in exploration.run(to: index) { _ = machine.pass(moment) }
      #expect(machine.standing(tellingUses: 0) == exploration.nodes[index].standing)
    }
  }

  @Test("runs are found in the order of their lengths, and edges lead to standings that were found")
  func breadthFirst() throws {
    let exploration = explore(try BellFlow.program())
    let lengths = exploration.nodes.indices.map { exploration.run(to: $0).count }
    #expect(lengths == lengths.sorted())
    #expect(exploration.edges.allSatisfy { exploration.nodes.indices.contains($0.to) })
    #expect(exploration.edges.map(\.from) == exploration.edges.map(\.from).sorted())
  }

  @Test("too many standings are told, never skipped in silence", arguments: [1, 2, 5, 20])
  func bounded(limit: Int) throws {
    let exploration = explore(try BellFlow.program()) { $0.standings = limit }
    #expect(exploration.nodes.count == limit)
    #expect(!exploration.isComplete && exploration.unexplored > 0)
  }

  @Test("uses of a budget are distinguished only up to the bound, and one that is spent is always told")
  func budgets() throws {
    let program = try BellFlow.program(interrupts: "")
    func ways(_ uses: Int) -> Set<[String]> {
      let exploration = explore(program) { $0.uses = uses }
      return Set(
        exploration.nodes.indices.map { index in
          program.trace(of: exploration.run(to: index)).filter { $0.kind == "exhausted" }.map(\.kind)
        })
    }
    #expect(ways(0) == [[]])
    #expect(ways(3).contains(["exhausted"]))
  }

  @Test("interrupts happen where they are let happen, one at a time")
  func interrupting() throws {
    let program = try BellFlow.program()
    let counts = [Explorer.Interrupting.nowhere, .oncePerSite, .everywhere].map { interrupts in
      explore(program) { $0.interrupts = interrupts }
    }
    #expect(counts[0].nodes.allSatisfy { $0.standing.layers.count == 1 })
    #expect(counts[1].nodes.allSatisfy { $0.standing.layers.count <= 2 })
    #expect(counts[0].nodes.count < counts[1].nodes.count && counts[1].nodes.count < counts[2].nodes.count)
  }

  @Test("what only an interrupt without an entry leads to is explored, too")
  func unnamedInterrupts() throws {
    // `name` is reached by its event alone, were it not for the `else` of `inside`.
    let program = try BellFlow.unchecked(interrupts: "", inside: "look")
    let steps = Set(
      explore(program).nodes.flatMap { $0.standing.layers.map { program.flow[$0.place.step].name.value } })
    #expect(steps.isSuperset(of: ["begin", "name", "inside", "look", "looked"]))
    let calm = explore(program) { $0.interrupts = .nowhere }
    #expect(!calm.nodes.contains { program.flow[$0.machine.stepAtWork].name.value == "looked" })
  }

  @Test("interrupts come while a call is open, too, once for each of a step's calls")
  func interruptsInCalls() throws {
    let program = try BellFlow.program()
    let open = explore(program).nodes.filter { $0.standing.layers.count == 2 }
      .compactMap { $0.standing.layers.first?.place }.filter { $0.call == .open }
    #expect(Set(open.map { program.flow[$0.step].name.value }) == ["begin", "name"])
  }

  @Test("the same flow is explored in the same order")
  func deterministic() throws {
    let first = try explore(BellFlow.program())
    let second = try explore(BellFlow.program())
    #expect(first.edges.map { "\($0.from) \($0.to)" } == second.edges.map { "\($0.from) \($0.to)" })
  }
}
