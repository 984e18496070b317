// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import Foundation
import Testing

@testable import FlowMutation

@Suite("The checker against brute force")
struct DifferentialTests {
  private static let seed = Setting.seed("DIFFERENTIAL_SEED")
  private static let count = Setting.count("DIFFERENTIAL_COUNT", unlessSet: 1_000)

  @Test("what the checker says of small flows is what all their runs show: a thousand of them")
  func agree() async {
    let differential = Differential(seed: Self.seed, bounds: .brief)
    let tally = await differential.run(Self.count, workers: ProcessInfo.processInfo.activeProcessorCount)
    print("differential: seed \(Self.seed)\n\(tally.lines.joined(separator: "\n"))")
    let reader = SpecimenReader()
    for found in tally.cases.filter({ Property.asserted.contains($0.property) }).prefix(3) {
      Issue.record("\(DifferentialReport(found, reader, .brief).text)")
    }
    #expect(tally.judged >= Self.count)
    // A comparison in which one side never differs shows nothing.
    let goal = tally.counts[.goal] ?? DifferentialTally.Count()
    #expect(goal.holds > Self.count / 10 && goal.broken > Self.count / 10)
  }

  @Test("a flow is the same whenever it is bred, and the shapes are all different")
  func deterministic() {
    let (one, again) = (Differential(seed: 7), Differential(seed: 7))
    #expect((0..<50).allSatisfy { one.specimen($0) == again.specimen($0) })
    #expect(one.specimen(1) != Differential(seed: 8).specimen(1))
    #expect(Set(Shapes.all).count == Shapes.all.count)
  }

  @Test("brute force counts guesses to the last, and knows when there is no last")
  func guesses() throws {
    for (tries, said) in [("tries: 2", 2), ("tries: 5", 5)] {
      let trial = Trial(Self.specimen(tries), SpecimenReader(), of: [.guesses])
      #expect(trial.outcomes[.guesses] == .agreed(isBroken: false), "\(said): \(trial.outcomes)")
    }
    let trial = Trial(Self.specimen("within: 9s"), SpecimenReader(), of: [.guesses])
    #expect(trial.outcomes[.guesses] == .agreed(isBroken: true), "\(trial.outcomes) \(trial.findings.map(\.message))")
  }

  @Test("guesses behind a step that nobody can enter are not compared: the checker counts them, and no run makes them")
  func guessesBehindNothing() {
    let gate = """
      steps:
        mayBegin:
          gate: [isDeviceSecure]
          require: { proofs: [otp] }
          then: { allow: begin, else: failed }
      """
    let unused = """
      calls:
        unused:
          answers: askName
          takes: { word: secret 1..8 }
          leadsTo: { entered: { earns: { knowledge: otp } } }
          source: chosen
      """
    let specimen = Self.specimen("tries: 2", goal: "require: { proofs: [pin] }")
    let contract = specimen.contract.replacingOccurrences(of: "calls:", with: unused)
    let flow = specimen.flow.replacingOccurrences(of: "steps:", with: gate)
      .replacingOccurrences(of: "start: begin", with: "start: mayBegin")
    #expect(flow != specimen.flow)
    let trial = Trial(Specimen(flow: flow, contract: contract), SpecimenReader(), of: [.guesses])
    #expect(
      trial.findings.contains { $0.code.id == "MFA409" }, "\(trial.findings.map { "\($0.code.id) \($0.message)" })")
    #expect(trial.outcomes[.guesses] == .notJudged, "\(trial.outcomes)")
  }

  @Test("a success without its proofs is seen by both, and a flow that asks for them is clean")
  func goal() {
    for (goal, isBroken) in [("goal: aal1", false), ("goal: aal2", true)] {
      let trial = Trial(
        Self.specimen("tries: 2", goal: goal), SpecimenReader(), of: [.goal, .phase, .threats, .liveness])
      #expect(trial.outcomes[.goal] == .agreed(isBroken: isBroken), "\(trial.findings.map(\.message))")
      #expect(trial.outcomes[.phase] == .agreed(isBroken: false))
    }
  }

  @Test("what is taken away from a flow leaves the disagreement, and nothing that it does without")
  func shrinking() throws {
    let differential = Differential(seed: 1, bounds: .brief)
    let reader = SpecimenReader()
    var shrunk = 0
    for number in 0..<400 where shrunk < 3 {
      let specimen = differential.specimen(number)
      let trial = Trial(specimen, reader, within: .brief)
      guard let (property, outcome) = trial.outcomes.first(where: { $0.value.isDisagreement }) else { continue }
      let small = Shrinker(reader: reader, property: property, bounds: .brief).shrink(specimen)
      let again = Trial(small, reader, of: [property], within: .brief).outcomes[property]
      #expect(again?.isLike(outcome) ?? false)
      #expect(
        small.flow.utf8.count + small.contract.utf8.count <= 2
          * (specimen.flow.utf8.count + specimen.contract.utf8.count))
      shrunk += 1
    }
  }

  /// Somebody types a word until it is right.
  private static func specimen(_ budget: String, goal: String = "") -> Specimen {
    var contract = BredContract()
    contract.phases = ["off: {}", "in: {}"]
    contract.signedIn = "in"
    contract.events = [
      BredContract.Event(name: "askName", kind: .challenge),
      BredContract.Event(name: "entered", kind: .result, traits: ["enters: in"]),
    ]
    contract.calls = [
      BredContract.Call(name: "begin", replies: [BredContract.Reply(event: "askName")]),
      BredContract.Call(
        name: "giveName", answers: "askName", takesSecret: true,
        replies: [
          BredContract.Reply(event: "entered", earns: "{ knowledge: pin }"),
          BredContract.Reply(event: "askName", outcome: BredContract.wrong),
        ]),
    ]
    var flow = BredFlow()
    if !goal.isEmpty { flow.claims = [goal] }
    flow.steps = [
      BredFlow.Step(
        name: "begin", kind: "call: begin",
        lines: [BredFlow.Line(trigger: "askName", target: "name"), BredFlow.Line(trigger: "else", target: "failed")]),
      BredFlow.Step(
        name: "name", kind: "challenge: askName", asks: true, answer: "giveName", budget: budget,
        lines: [
          BredFlow.Line(trigger: "entered", target: "done"), BredFlow.Line(trigger: "askName 5", target: "retry"),
          BredFlow.Line(trigger: "else", target: "failed"),
        ]),
    ]
    return Specimen(flow: flow.text, contract: contract.text)
  }
}
