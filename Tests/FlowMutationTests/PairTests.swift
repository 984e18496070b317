// SPDX-License-Identifier: Apache-2.0

import FlowDifference
import FlowGraph
import FlowRuntime
import Foundation
import Testing

@testable import FlowMutation

@Suite("The comparison of flows against brute force")
struct PairTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["PAIR_SEED"].flatMap { UInt64($0) } ?? 1
  private static let count = environment["PAIR_COUNT"].flatMap { Int($0) } ?? 200

  @Test(
    "two small flows are told apart just where some run tells them apart, and never when only names and order differ")
  func agree() async {
    let reader = SpecimenReader()
    var counts: [PairTrial.Verdict: Int] = [:]
    var shown = 0
    for number in 0..<Self.count {
      // Other tests wait for this thread.
      await Task.yield()
      let pair = FlowPair(seed: Self.seed, number)
      let trial = PairTrial(pair, reader)
      counts[trial.verdict, default: 0] += 1
      guard trial.isWrong(for: pair), shown < 4 else { continue }
      shown += 1
      Issue.record("\(trial.report(on: pair, seed: Self.seed, number: number))")
    }
    let words = PairTrial.Verdict.allCases.map { "\(counts[$0] ?? 0) \($0.rawValue)" }
    print("pairs: seed \(Self.seed): \(words.joined(separator: ", "))")
    let wrong: [PairTrial.Verdict] = [.missed, .falseAlarm, .wrongClass]
    for verdict in wrong { #expect(counts[verdict, default: 0] == 0, "\(verdict.rawValue)") }
    // A comparison in which one side never differs shows nothing.
    #expect((counts[.same] ?? 0) > Self.count / 10 && (counts[.different] ?? 0) > Self.count / 10)
  }

  @Test("a way past a second question for the same proof is weaker, by all runs and by the comparison")
  func pastTheSecondQuestion() throws {
    let contract = """
      contract: bred
      version: 1.0.0
      success: [0]
      phases: { locked: {}, open: {} }
      signedIn: open
      authenticators: { pin: { channel: typed } }
      events:
        askPin: { kind: challenge, source: chosen }
        askAgain: { kind: challenge, source: chosen }
        opened: { kind: result, enters: open, source: chosen }
      calls:
        begin: { phases: locked, leadsTo: askPin, source: chosen }
        givePin: { answers: askPin, phases: locked, takes: { pin: secret 4..8 }, leadsTo: { askAgain: { earns: { knowledge: pin } }, opened: { earns: { knowledge: pin } } }, source: chosen }
        giveAgain: { answers: askAgain, phases: locked, takes: { pin: secret 4..8 }, leadsTo: { opened: { earns: { knowledge: pin } } }, source: chosen }

      """
    let reader = SpecimenReader()
    func flow(_ line: String) throws -> Flow {
      let text = """
        language: mfaflow/1
        flow: twice
        version: 1.0.0
        sdk: ./sdk.yaml
        goal: aal1
        start: begin
        steps:
          begin: { call: begin, then: { askPin: pin, else: failed } }
          pin: { challenge: askPin, ask: [pin], answer: givePin, tries: 1, then: { askAgain: again, \(line)else: failed } }
          again: { challenge: askAgain, ask: [pin], answer: giveAgain, tries: 1, then: { opened: done, else: failed } }
        ends: { done: { outcome: success }, failed: { outcome: failure } }

        """
      return try #require(reader.read(Specimen(flow: text, contract: contract)).flow)
    }
    let (old, new) = (try flow(""), try flow("opened: done, "))
    let classes = try #require(PairClass(Program(unsound: old), Program(unsound: new), judging: [.goal]))
    #expect(classes.contradiction(with: []) == "weaker: `done` takes 1 instead of 2 proofs")
    let told = try #require(FlowComparison(old, new)).differences
    #expect(classes.contradiction(with: told) == nil, "\(told.map(\.words))")
    #expect(told.contains { $0.words == "proofs for `done`: 1 instead of 2 (knowledge by pin)" })
    let back = try #require(PairClass(Program(unsound: new), Program(unsound: old), judging: [.goal]))
    #expect(back.contradiction(with: told)?.contains("no run") == true)
  }
}
