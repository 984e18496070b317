// SPDX-License-Identifier: Apache-2.0

import FlowDifference
import FlowGraph
import FlowRuntime
import Testing

@testable import FlowMutation

@Suite("The comparison of flows against brute force")
struct PairTests {
  private static let seed = Setting.seed("PAIR_SEED")
  private static let count = Setting.count("PAIR_COUNT", unlessSet: 200)

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

  /// Asks for one secret twice, and goes where lines say.
  private static func contract(losing: Bool) -> String {
    """
    contract: bred
    version: 1.0.0
    success: [0]
    phases: { locked: {}, open: {} }
    signedIn: open
    authenticators: { pin: { channel: typed } }
    events:
      askPin: { kind: challenge, \(losing ? "losesProofs: true, " : "")source: chosen }
      askAgain: { kind: challenge, source: chosen }
      opened: { kind: result, enters: open, source: chosen }
    calls:
      begin: { phases: locked, leadsTo: askPin, source: chosen }
      givePin: { answers: askPin, phases: locked, takes: { pin: secret 4..8 }, leadsTo: { askAgain: { earns: { knowledge: pin } }, opened: { earns: { knowledge: pin } } }, source: chosen }
      giveAgain: { answers: askAgain, phases: locked, takes: { pin: secret 4..8 }, leadsTo: { askPin: chosen, askAgain: { earns: { knowledge: pin } }, opened: { earns: { knowledge: pin } } }, source: chosen }

    """
  }

  /// - Parameter lines: of five lines those that lead on, as bits; the others lead to a failure.
  private static func flow(_ lines: Int) -> String {
    func line(_ bit: Int, _ name: String, _ target: String) -> String {
      "\(name): \(lines & 1 << bit == 0 ? "failed" : target)"
    }
    return """
      language: mfaflow/1
      flow: bred
      version: 1.0.0
      sdk: ./sdk.yaml
      goal: aal1
      start: begin
      steps:
        begin: { call: begin, then: { askPin: pin, else: failed } }
        pin: { challenge: askPin, ask: [pin], answer: givePin, tries: 2, then: { \(line(0, "askAgain", "again")), \(line(1, "opened", "done")), else: failed } }
        again: { challenge: askAgain, ask: [pin], answer: giveAgain, tries: 2, then: { \(line(2, "askPin", "pin")), \(line(3, "askAgain", "more")), \(line(4, "opened", "done")), else: failed } }
        more: { challenge: askAgain, ask: [pin], answer: giveAgain, tries: 1, then: { opened: done, else: failed } }
      ends: { done: { outcome: success }, failed: { outcome: failure } }

      """
  }

  @Test(
    "a way past a second question for the same proof is weaker, by all runs and by the comparison",
    arguments: [false, true])
  func pastTheSecondQuestion(losing: Bool) throws {
    let reader = SpecimenReader()
    let contract = Self.contract(losing: losing)
    let flows = try (0..<32).map { try #require(reader.read(Specimen(flow: Self.flow($0), contract: contract)).flow) }
    var weaker = 0
    for (old, new) in (0..<32).flatMap({ old in (0..<32).map { (old, $0) } }) where old != new {
      // One line is another one, or two are.
      guard (old ^ new).nonzeroBitCount < 3 else { continue }
      let told = try #require(FlowComparison(flows[old], flows[new])).differences
      let classes = try #require(
        PairClass(Program(unsound: flows[old]), Program(unsound: flows[new]), judging: [.goal]))
      #expect(classes.contradiction(with: told) == nil, "\(old) and \(new): \(told.map(\.words))")
      let fewer = told.contains { $0.verdict == .weaker && $0.words.hasPrefix("proofs for `done`: ") }
      guard fewer else { continue }
      weaker += 1
      #expect(classes.contradiction(with: [])?.hasPrefix("weaker: `done` takes ") == true, "\(old) and \(new)")
    }
    #expect(weaker > 20)
  }
}
