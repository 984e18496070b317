// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowMeaning
import Testing

@testable import FlowChecks

@Suite("The most uses of a part of a flow")
struct UseNetworkTests {
  /// A flow of waiting steps whose choices lead to each other; whatever leads back or stays has a limit.
  private static func flow(_ random: inout SplitMix) -> String {
    let count = 2 + Int(random.next() % 3)
    var text = "language: mfaflow/1\nflow: a\nversion: 1.0.0\nsdk: relid\nstart: s0\nsteps:\n"
    for step in 0..<count {
      text += "  s\(step):\n    wait: hello\n    choices:\n      out: { to: done }\n"
      for choice in 0..<2 {
        let to = Int(random.next() % UInt64(count))
        let isFree = to > step && random.next() % 3 == 0
        text += "      c\(choice): { to: s\(to)\(isFree ? "" : ", max: \(1 + random.next() % 2)") }\n"
      }
      text += "    then: { else: failed }\n"
    }
    return text + """
      ends: { done: { outcome: success }, failed: { outcome: failure } }
      messages: { hello: Hello. }

      """
  }

  /// The most uses of a part by trying every run.
  private struct Search {
    let flow: Flow
    let part: UseNetwork.Part
    var known: [[Int]: Int] = [:]

    mutating func most(at step: Int, _ left: [Int]) -> Int {
      if let known = known[[step] + left] { return known }
      var best = 0
      for (index, choice) in flow.steps[step].choices.enumerated() {
        guard case .go(let target) = choice.action, case .step(let to) = target.move else { continue }
        var rest = left
        if choice.max != nil {
          guard left[step * 3 + index] > 0 else { continue }
          rest[step * 3 + index] -= 1
        }
        let use = part == UseNetwork.Part(step: step, origin: .choice(index)) ? 1 : 0
        best = max(best, use + most(at: Int(to.index), rest))
      }
      known[[step] + left] = best
      return best
    }
  }

  @Test("is that of the best of all runs, and the budgets that bound it stand in the flow")
  func agreesWithEveryRun() throws {
    var random = SplitMix(state: 20_261_121)
    for round in 0..<150 {
      let text = Self.flow(&random)
      let flow = try #require(Compiler().unchecked(.init(path: "a.yaml", text: text)))
      let context = CheckContext(flow)
      var network = UseNetwork(context.relation, try #require(context.graph))
      let budgets = flow.steps.flatMap { step in (0..<3).map { step.choices[$0].max?.value ?? 0 } }
      for step in flow.steps.indices {
        for choice in 1..<3 {
          let part = UseNetwork.Part(step: step, origin: .choice(choice))
          var search = Search(flow: flow, part: part)
          let found = network.most(of: part, in: flow)
          #expect(found.uses == search.most(at: 0, budgets), "seed 20261121, round \(round), \(part)\n\(text)")
          let hasBudgets = found.bounds.allSatisfy { flow.steps[$0.step].budget(of: $0.origin) != nil }
          #expect(hasBudgets)
        }
      }
    }
  }

  @Test("is boundless where a way round has no budget")
  func boundless() throws {
    let text = """
      language: mfaflow/1
      flow: a
      version: 1.0.0
      sdk: relid
      start: s0
      steps:
        s0: { wait: hello, choices: { on: { to: s1 }, out: { to: done } }, then: { else: failed } }
        s1: { wait: hello, choices: { on: { to: s2, max: 2 } }, then: { else: failed } }
        s2: { wait: hello, choices: { on: { to: done } }, then: { else: failed } }
      interrupts: { onUserLoggedOff: { to: s0 } }
      ends: { done: { outcome: success }, failed: { outcome: failure } }
      messages: { hello: Hello. }

      """
    let flow = try #require(Compiler().unchecked(.init(path: "a.yaml", text: text)))
    let context = CheckContext(flow)
    var network = UseNetwork(context.relation, try #require(context.graph))
    #expect(network.most(of: .init(step: 0, origin: .choice(0)), in: flow).uses == nil)
    let limited = network.most(of: .init(step: 1, origin: .choice(0)), in: flow)
    #expect(limited.uses == 2)
    #expect(limited.bounds == [.init(step: 1, origin: .choice(0))])
  }
}

/// A small generator of random numbers, the same on every machine.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
