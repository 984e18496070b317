// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowMeaning
import FlowRuntime
import SDKContract
import Testing
import Values

@testable import FlowChecks
@testable import FlowMutation

@Suite("Random runs, held against the one relation")
struct RelationTests {
  private static let seed = Setting.seed("STORM_SEED")

  /// A flow with what the checker knows of it.
  private struct Subject {
    let name: String
    let program: Program
    let relation: Relation
    let table: MoveTable
    let states: ProofStates

    init(_ name: String, _ program: Program) {
      self.name = name
      self.program = program
      let context = CheckContext(program.flow)
      relation = context.relation
      table = context.moves
      states = ProofStates(context.relation, context.moves)
    }

    /// Whether a line that was taken at a step is a move of the relation there.
    func has(hop: UInt16, at step: UInt16) -> Bool {
      var isFound = false
      table.forEachMove(at: Int(step)) { move in
        if program.isWritten(hop: hop, at: move.line?.range ?? move.range) { isFound = true }
      }
      return isFound
        || relation.unlistedMoves(at: Place(step: Int(step))).contains {
          program.isWritten(hop: hop, at: $0.line?.range ?? $0.range)
        }
    }

    /// Whether a line that a trace tells of is a move of the relation at its step.
    func has(_ entry: TraceEntry) -> Bool {
      guard let step = program.flow.steps.first(where: { $0.name.value == entry.text(of: "step") }),
        let to = entry.text(of: "to")
      else { return false }
      let by = entry.text(of: "by")
      func isMeant(_ move: FlowMeaning.Move) -> Bool {
        move.line.map { program.flow.contract.key(of: $0.trigger) } == by && target(of: move) == to
      }
      var isFound = false
      let index = Int(step.id.index)
      table.forEachMove(at: index) { if isMeant($0) { isFound = true } }
      return isFound || relation.unlistedMoves(at: Place(step: index)).contains(where: isMeant)
    }

    /// Where a move leads, as a trace names it.
    private func target(of move: FlowMeaning.Move) -> String {
      let written = move.line?.target.move
      switch move.target {
      case .end(let end): return program.flow[end].name.value
      case .resume: return "resume"
      case .unhandled: return "unhandled"
      case .place(let place):
        if written == .stay { return "stay" }
        if written == .retry { return "retry" }
        return program.flow.steps[place.step].name.value
      }
    }

    /// Whether some state that the checker has followed allows no more than the run at rest has come to.
    func covers(_ machine: FlowMachine) -> Bool {
      let step = Int(machine.stepAtWork.index)
      let phase = machine.currentPhase.index
      let shown = Set(machine.proofs)
      return states.states.contains { state in
        state.place.step == step && (state.phase == phase || state.phase == Assurance.starting)
          && relation.proofs(in: state.assurance.proofs).allSatisfy(shown.contains)
      }
    }
  }

  private static func subjects() throws -> [Subject] {
    let corpus = try Shipped.corpus()
    var subjects = corpus.flows.map { Subject($0.path, $0.program) }
    let breeder = FlowBreeder(corpus)
    var dice = Dice(seed: seed)
    for number in 0..<30 {
      guard let bred = breeder.next(&dice) else { continue }
      subjects.append(Subject("bred \(number): \(bred.words)", bred.program))
    }
    return subjects
  }

  @Test("every line that a run takes is a move of the relation, and every place that it comes to was followed")
  func everyHop() throws {
    var (hops, rests) = (0, 0)
    for subject in try Self.subjects() {
      let prospects = Prospects(subject.program)
      for number in 0..<12 {
        let run = ContractRun.play(
          subject.program, prospects, Dice(seed: Self.seed, run: number), length: 120, hasStrays: false)
        var machine = FlowMachine(subject.program)
        for moment in run.moments {
          let passage = machine.pass(moment)
          for mark in passage.marks {
            guard case .took(let hop, let step) = mark.what, subject.program.destination(ofHop: hop) != .unhandled
            else {
              continue
            }
            hops += 1
            #expect(
              subject.has(hop: hop, at: step),
              "\(subject.name), seed \(Self.seed), run \(number): `\(subject.program.flow.steps[Int(step)].name.value)`"
            )
          }
          guard !machine.isOver, machine.hasBegun, machine.depth == 1, machine.backlog == 0, !machine.awaitsAnswer,
            !machine.awaitsVerdict
          else { continue }
          // What begins with an event is for a flow that runs it: alone, nothing comes.
          guard subject.program.flow[subject.program.flow.start].awaited == nil else { continue }
          rests += 1
          #expect(
            subject.covers(machine), "\(subject.name), seed \(Self.seed), run \(number): at `\(machine.stepName)`")
        }
      }
    }
    print("relation: seed \(Self.seed), \(hops) lines taken, \(rests) places at rest")
    #expect(hops > 500 && rests > 1_000)
  }

  @Test("every line that a run against the simulated SDK takes is a move of the relation")
  func everySimulatedHop() async throws {
    var hops = 0
    for subject in try Self.subjects() {
      for number in 0..<12 {
        guard
          let run = await SimulatedRun.play(
            subject.program, Dice(seed: Self.seed, run: number), patience: 60, isShipped: false)
        else { continue }
        // What the SDK does without a contract for it, such as refuse what was never legal, is no move.
        for entry in run.trace where entry.kind == "go" && entry.text(of: "to") != "unhandled" {
          hops += 1
          #expect(
            subject.has(entry),
            "\(subject.name), seed \(Self.seed), run \(number): \(entry.words)")
        }
      }
    }
    print("relation: seed \(Self.seed), \(hops) lines taken against the simulated SDK")
    #expect(hops > 500)
  }
}

extension TraceEntry {
  fileprivate func text(of name: String) -> String? {
    guard case .text(let text)? = facts.first(where: { $0.name == name })?.value else { return nil }
    return text
  }
}
