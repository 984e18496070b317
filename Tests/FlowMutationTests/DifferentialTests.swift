// SPDX-License-Identifier: Apache-2.0

import FlowExploration
import Foundation
import Testing

@testable import FlowMutation

@Suite("The checker against brute force")
struct DifferentialTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["DIFFERENTIAL_SEED"].flatMap { UInt64($0) } ?? 1
  private static let count = environment["DIFFERENTIAL_COUNT"].flatMap { Int($0) } ?? 1_000

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
}
