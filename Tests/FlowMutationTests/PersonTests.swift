// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowExploration
import FlowGraph
import FlowRuntime
import Testing

@testable import FlowMutation

@Suite("What a run claims of a user, held against an SDK at which people take turns")
struct PersonTests {
  private static let seed = Setting.seed("STORM_SEED")
  private static let count = Setting.count("TRUE_FLOWS", unlessSet: 300)

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
      if dice.happens(30) {
        contract.calls[index].traits.removeAll { $0.hasPrefix("losesProofs") }
        contract.calls[index].traits.append("losesProofs: true")
      }
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

  /// What was played so far.
  private struct Tally: CustomStringConvertible {
    var flows = 0
    private var runs = 0
    var changes = 0
    var successes = 0

    /// Plays a flow several times; the first run that is flawed, with the flaw, or nil.
    mutating func play(
      _ program: Program, _ dice: inout Dice, isPunctual: Bool, flaw: (PersonSDK) -> String?
    ) -> (run: PersonSDK, flaw: String)? {
      flows += 1
      for _ in 0..<12 {
        var run = PersonSDK(program, Dice(seed: dice.next()), isPunctual: isPunctual)
        run.play(length: 60)
        runs += 1
        changes += run.changes
        successes += run.isSuccess ? 1 : 0
        if let flaw = flaw(run) { return (run, flaw) }
      }
      return nil
    }

    var description: String { "\(flows) flows, \(runs) runs, \(changes) changes, \(successes) successes" }
  }

  @Test("nobody is signed in by what somebody else has shown, whenever replies come, unless MFA438 warns of it")
  func nobodyElse() throws {
    var tally = Tally()
    for number in 0..<Self.count {
      var dice = Dice(seed: Self.seed, run: number)
      let specimen = Self.specimen(&dice, isLate: true)
      let reading = SpecimenReader().read(specimen)
      guard let flow = reading.flow, !reading.compilation.findings.contains(where: { $0.code.id == "MFA438" }) else {
        continue
      }
      let program = Program(ValidFlow(checked: flow))
      if let (run, flaw) = tally.play(program, &dice, isPunctual: false, flaw: \.broken) {
        return Self.report("seed \(Self.seed), flow \(number): \(flaw)", specimen, program, run)
      }
    }
    print("persons: seed \(Self.seed), \(tally)")
    #expect(tally.flows > Self.count / 4 && tally.changes > tally.flows && tally.successes > tally.flows / 4)
  }

  @Test("what the checker calls clean never falls short of what it claims, whoever is named")
  func clean() throws {
    var tally = Tally()
    for number in 0..<Self.count * 2 {
      var dice = Dice(seed: Self.seed, run: number)
      let isLate = dice.happens(30)
      let specimen = Self.specimen(&dice, isLate: isLate)
      guard let valid = SpecimenReader().read(specimen).compilation.flow else { continue }
      let program = Program(valid)
      let flawed = tally.play(program, &dice, isPunctual: true) { $0.fellShort ? "fell short" : nil }
      if let (run, flaw) = flawed {
        return Self.report("seed \(Self.seed), flow \(number): \(flaw)", specimen, program, run)
      }
    }
    print("clean: seed \(Self.seed), \(tally)")
    #expect(tally.flows > Self.count / 20 && tally.changes > tally.flows && tally.successes > tally.flows / 4)
  }
}
