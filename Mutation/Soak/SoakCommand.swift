// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Rounds of a ``Soak`` on all cores, for so many seconds.
enum SoakCommand {
  /// True if nothing was broken.
  static func run(_ corpus: Corpus, seed: UInt64, seconds: Double) async -> Bool {
    print("soak: \(Int(seconds)) s from seed \(seed)")
    let soak = Soak(corpus, seed: seed)
    let start = ContinuousClock.now
    let next = NextIndex()
    let report = await withTaskGroup(of: Soak.Report.self) { group in
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          var report = Soak.Report()
          while ContinuousClock.now - start < .seconds(seconds), report.broken.count < 5,
            let number = next.take(below: .max)
          {
            report.add(await soak.round(number))
          }
          return report
        }
      }
      return await group.reduce(into: Soak.Report()) { $0.add($1) }
    }
    for story in report.broken.prefix(10) { print(story) }
    let ends = report.ends.sorted { $0.value > $1.value }.map { "\($0.key.isEmpty ? "left" : $0.key) \($0.value)" }
    print("soak: \(report.contractRuns) runs against the contract with \(report.moments) moments, ", terminator: "")
    print("\(report.simulatedRuns) against the simulated SDK, \(report.bred) new flows that the checker calls clean")
    print("soak: ends: \(ends.joined(separator: ", "))")
    print(report.broken.isEmpty ? "soak: nothing was broken" : "soak: \(report.broken.count) runs broke something")
    return report.broken.isEmpty
  }
}
