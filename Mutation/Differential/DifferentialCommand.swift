// SPDX-License-Identifier: Apache-2.0

import FlowExploration
import Foundation

/// Compares the checker with brute force on all cores.
enum DifferentialCommand {
  /// True if they agree wherever they must.
  static func run(seed: UInt64, count: Int) async -> Bool {
    print("differential: \(count) flows from seed \(seed)")
    let start = ContinuousClock.now
    var bounds = BruteForce.Bounds()
    let environment = ProcessInfo.processInfo.environment
    if let most = environment["DIFFERENTIAL_MOST"].flatMap({ Int($0) }) { bounds.configurations = most }
    bounds.hasLateReplies = environment["DIFFERENTIAL_LATE"] != nil
    let tally = await Differential(seed: seed, bounds: bounds).run(
      count, workers: ProcessInfo.processInfo.activeProcessorCount)
    for line in tally.lines { print(line) }
    let obstacles = tally.obstacles.sorted { $0.value > $1.value }.prefix(12).map { "\($0.key) \($0.value)" }
    print("  not judged because of: \(obstacles.joined(separator: ", "))")
    print("differential: \((ContinuousClock.now - start).components.seconds) s")
    let reader = SpecimenReader()
    for found in tally.cases.sorted(by: { ($0.property.rawValue, $0.number) < ($1.property.rawValue, $1.number) }) {
      print(DifferentialReport(found, reader, bounds).text)
    }
    return !tally.cases.contains { Property.asserted.contains($0.property) }
  }
}
