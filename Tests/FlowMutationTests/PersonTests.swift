// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowExploration
import FlowGraph
import FlowRuntime
import Foundation
import Testing

@testable import FlowMutation

@Suite("What a run claims of a user, held against an SDK at which people take turns")
struct PersonTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["STORM_SEED"].flatMap { UInt64($0) } ?? 1
  private static let count = environment["TRUE_FLOWS"].flatMap { Int($0) } ?? 300

  /// A flow in which a text says who it is, at an SDK some of whose events name the user.
  ///
  /// - Parameter isLate: whether it gives calls up early.
  private static func specimen(_ dice: inout Dice, isLate: Bool) -> Specimen {
    var (flow, contract) = SpecimenBreeder.parts(&dice, SpecimenBreeder.Size.usual(&dice))
    for index in contract.events.indices where contract.events[index].kind != .interrupt {
      if contract.events[index].name != "askName", dice.happens(50) {
        contract.events[index].traits.append("fields: { who: user text }")
      }
    }
    for index in contract.calls.indices where contract.calls[index].name == "giveName" {
      contract.calls[index].takesSecret = false
      contract.calls[index].traits.append("takes: { word: text 1..8 }")
      for reply in contract.calls[index].replies.indices
      where contract.calls[index].replies[reply].earns.contains("pin")
        || contract.calls[index].replies[reply].enrols.contains("pin")
      {
        (contract.calls[index].replies[reply].earns, contract.calls[index].replies[reply].enrols) = ("", "")
      }
    }
    for index in flow.steps.indices where flow.steps[index].answer == "giveName" { flow.steps[index].asks = true }
    guard isLate else { return Specimen(flow: flow.text, contract: contract.text) }
    for index in contract.calls.indices where dice.happens(80) { contract.calls[index].phases = [] }
    for index in flow.steps.indices where !flow.steps[index].kind.isEmpty && dice.happens(60) {
      flow.steps[index].within = "within: \(dice.pick([5, 10]))s"
      flow.steps[index].lines.removeAll { $0.trigger == "timeout" }
      flow.steps[index].lines.append(
        BredFlow.Line(trigger: "timeout", target: dice.pick(["begin", "begin", "failed"])))
      flow.steps[index].budget = ""
    }
    return Specimen(flow: flow.text, contract: contract.text)
  }

  private static func report(_ what: String, _ specimen: Specimen, _ program: Program, _ run: PersonSDK) {
    let lines = [specimen.contract, specimen.flow] + program.trace(of: run.moments).map(\.text)
    Issue.record("\(what)\n\(lines.joined(separator: "\n"))")
  }

  @Test("nobody is signed in by what somebody else has shown, whenever replies come, unless MFA438 warns of it")
  func nobodyElse() throws {
    var (read, runs, changes, successes) = (0, 0, 0, 0)
    for number in 0..<Self.count {
      var dice = Dice(seed: Self.seed, run: number)
      let specimen = Self.specimen(&dice, isLate: true)
      let reading = SpecimenReader().read(specimen)
      guard let flow = reading.flow, !reading.compilation.findings.contains(where: { $0.code.id == "MFA438" }) else {
        continue
      }
      read += 1
      let program = Program(ValidFlow(checked: flow))
      for _ in 0..<12 {
        var run = PersonSDK(program, Dice(seed: dice.next()), isPunctual: false)
        run.play(length: 60)
        (runs, changes, successes) = (runs + 1, changes + run.changes, successes + (run.isSuccess ? 1 : 0))
        if let broken = run.broken {
          return Self.report("seed \(Self.seed), flow \(number): \(broken)", specimen, program, run)
        }
      }
    }
    print("persons: seed \(Self.seed), \(read) flows, \(runs) runs, \(changes) changes, \(successes) successes")
    #expect(read > Self.count / 4 && changes > read && successes > read / 4)
  }

  @Test("what the checker calls clean never falls short of what it claims, whoever is named")
  func clean() throws {
    var (read, runs, changes, successes) = (0, 0, 0, 0)
    for number in 0..<Self.count * 2 {
      var dice = Dice(seed: Self.seed, run: number)
      let isLate = dice.happens(30)
      let specimen = Self.specimen(&dice, isLate: isLate)
      let reading = SpecimenReader().read(specimen)
      guard let valid = reading.compilation.flow else { continue }
      read += 1
      let program = Program(valid)
      for _ in 0..<12 {
        var run = PersonSDK(program, Dice(seed: dice.next()), isPunctual: true)
        run.play(length: 60)
        (runs, changes, successes) = (runs + 1, changes + run.changes, successes + (run.isSuccess ? 1 : 0))
        if run.fellShort {
          return Self.report("seed \(Self.seed), flow \(number): fell short", specimen, program, run)
        }
      }
    }
    print("clean: seed \(Self.seed), \(read) flows, \(runs) runs, \(changes) changes, \(successes) successes")
    #expect(read > Self.count / 20 && changes > read && successes > read / 4)
  }
}
