// SPDX-License-Identifier: Apache-2.0

import FlowExploration
import Foundation

/// Compares pairs of small flows as `mfaflow diff` does and by brute force, on all cores; only one if `PAIR_NUMBER` is its number.
enum PairCommand {
  private struct Tally: Sendable {
    var counts: [PairTrial.Verdict: Int] = [:]
    var classed = 0
    var reports: [String] = []
  }

  /// So many disagreements are shown.
  private static let mostShown = 6

  /// True if the two agree on each pair.
  static func run(seed: UInt64, count: Int) async -> Bool {
    let start = ContinuousClock.now
    let only = ProcessInfo.processInfo.environment["PAIR_NUMBER"].flatMap { Int($0) }
    let next = NextIndex()
    let tally = await withTaskGroup(of: Tally.self) { group in
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          var tally = Tally()
          let reader = SpecimenReader()
          while let index = next.take(below: only == nil ? count : 1) {
            let number = only ?? index
            let pair = FlowPair(seed: seed, number)
            let trial = PairTrial(pair, reader)
            tally.counts[trial.verdict, default: 0] += 1
            if trial.isClassed { tally.classed += 1 }
            if trial.isWrong(for: pair) || only != nil {
              tally.reports.append(trial.report(on: pair, seed: seed, number: number))
            }
          }
          return tally
        }
      }
      return await group.reduce(into: Tally()) { sum, part in
        sum.counts.merge(part.counts, uniquingKeysWith: +)
        sum.classed += part.classed
        sum.reports += part.reports
      }
    }
    for report in tally.reports.prefix(mostShown) { print(report) }
    let words = PairTrial.Verdict.allCases.map { "\(tally.counts[$0] ?? 0) \($0.rawValue)" }
    print(
      "pairs: seed \(seed): \(words.joined(separator: ", ")); \(tally.classed) also by class, \((ContinuousClock.now - start).components.seconds) s"
    )
    return tally.reports.isEmpty || only != nil
  }
}
