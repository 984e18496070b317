// SPDX-License-Identifier: Apache-2.0

import FlowCompiler
import FlowExploration
import FlowGraph
import FlowRuntime
import Testing

@testable import FlowMutation

@Suite("What a run claims, held against an SDK that knows who has shown what")
struct TrueProofTests {
  private static let seed = Setting.seed("STORM_SEED")
  private static let count = Setting.count("TRUE_FLOWS", unlessSet: 400)

  /// A flow that gives calls up early, at an SDK some of whose events name the user; and the step that an `after` names.
  static func specimen(_ dice: inout Dice) -> (specimen: Specimen, mark: String?) {
    let size = SpecimenBreeder.Size.usual(&dice)
    var (flow, contract) = SpecimenBreeder.parts(&dice, size)
    for index in contract.events.indices where contract.events[index].kind != .interrupt {
      if contract.events[index].name != "askName", dice.happens(35) {
        contract.events[index].traits.append("fields: { who: user text }")
      }
    }
    for index in contract.calls.indices where dice.happens(12) {
      contract.calls[index].traits.append("supersedes: \(dice.pick(contract.calls).name)")
    }
    for index in contract.calls.indices where dice.happens(80) { contract.calls[index].phases = [] }
    flow.steps.removeAll { $0.kind.hasPrefix("gate") && $0.name != flow.start }
    for index in flow.steps.indices where !flow.steps[index].kind.isEmpty && dice.happens(70) {
      flow.steps[index].within = "within: \(dice.pick([5, 10]))s"
      flow.steps[index].lines.removeAll { $0.trigger == "timeout" }
      let target = dice.happens(50) && flow.steps[index].kind.hasPrefix("challenge") ? "stay" : "begin"
      flow.steps[index].lines.append(BredFlow.Line(trigger: "timeout", target: target))
      flow.steps[index].budget = ""
      flow.steps[index].gate = ""
      if flow.steps[index].kind.hasPrefix("challenge"), dice.happens(85) {
        flow.steps[index].lines.removeAll { $0.trigger == "else" }
        flow.steps[index].lines.append(BredFlow.Line(trigger: "else", target: "stay"))
      }
      for choice in flow.steps[index].choices.indices { flow.steps[index].choices[choice].max = nil }
    }
    guard dice.happens(30), contract.text.contains("earns: { knowledge"), let mark = flow.steps.last?.name else {
      return (Specimen(flow: flow.text, contract: contract.text), nil)
    }
    flow.claims = ["require: { proofs: [knowledge], after: \(mark) }"]
    return (Specimen(flow: flow.text, contract: contract.text), mark)
  }

  @Test("nothing counts as shown that nobody has shown, whenever replies come")
  func nothingMadeUp() throws {
    var (runs, late, proofs, read) = (0, 0, 0, 0)
    for number in 0..<Self.count {
      var dice = Dice(seed: Self.seed, run: number)
      let (specimen, mark) = Self.specimen(&dice)
      guard let flow = SpecimenReader().read(specimen).flow else { continue }
      read += 1
      let program = Program(ValidFlow(checked: flow))
      for _ in 0..<12 {
        var run = TrueSDK(program, Dice(seed: dice.next()), mark: mark)
        run.play(length: 60)
        (runs, late, proofs) = (runs + 1, late + run.lateReplies, proofs + run.proofs)
        if let broken = run.broken {
          let lines = [specimen.contract, specimen.flow] + program.trace(of: run.moments).map(\.text)
          Issue.record("seed \(Self.seed), flow \(number): \(broken)\n\(lines.joined(separator: "\n"))")
          return
        }
      }
    }
    print("true proofs: seed \(Self.seed), \(read) flows, \(runs) runs, \(late) late replies, \(proofs) proofs")
    #expect(read > Self.count / 2 && late > 2 * read && proofs > 2 * read)
  }
}
