// SPDX-License-Identifier: Apache-2.0

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
}
