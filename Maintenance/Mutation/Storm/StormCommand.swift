// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Rounds of a ``Storm`` on all cores, for so many seconds.
enum StormCommand {
  /// True if nothing was broken.
  static func run(_ corpus: Corpus, seed: UInt64, seconds: Double, effort: Storm.Effort) async -> Bool {
    print("storm: \(Int(seconds)) s from seed \(seed)")
    let storm = Storm(corpus, seed: seed, effort: effort)
    let start = ContinuousClock.now
    let next = NextIndex()
    let report = await withTaskGroup(of: Storm.Report.self) { group in
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          var report = Storm.Report()
          while ContinuousClock.now - start < .seconds(seconds), report.broken.count < 5,
            let number = next.take(below: .max)
          {
            report.add(await storm.round(number))
          }
          return report
        }
      }
      return await group.reduce(into: Storm.Report()) { $0.add($1) }
    }
    for story in report.broken.prefix(10) { print(story) }
    let ends = report.ends.sorted { $0.value > $1.value }.map { "\($0.key.isEmpty ? "left" : $0.key) \($0.value)" }
    print("storm: \(report.contractRuns) runs against the contract with \(report.moments) moments, ", terminator: "")
    print("\(report.simulatedRuns) against the simulated SDK, \(report.bred) new flows that the checker calls clean")
    print("storm: ends: \(ends.joined(separator: ", "))")
    print(report.broken.isEmpty ? "storm: nothing was broken" : "storm: \(report.broken.count) runs broke something")
    return report.broken.isEmpty
  }
}
