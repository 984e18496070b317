// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import Foundation

/// Compares the checker with brute force on all cores; only some flows if `DIFFERENTIAL_FLOW` is their numbers, with commas between them,
/// and only one that somebody has written if `DIFFERENTIAL_FILE` has it, its contract behind a line `---`.
enum DifferentialCommand {
  /// True if they agree wherever they must.
  static func run(seed: UInt64, count: Int) async -> Bool {
    print("differential: \(count) flows from seed \(seed)")
    let start = ContinuousClock.now
    var bounds = BruteForce.Bounds()
    let environment = ProcessInfo.processInfo.environment
    if let most = environment["DIFFERENTIAL_MOST"].flatMap({ Int($0) }) { bounds.configurations = most }
    bounds.hasLateReplies = environment["DIFFERENTIAL_LATE"] != nil
    let numbers = environment["DIFFERENTIAL_FLOW"].map { $0.split(separator: ",").compactMap { Int($0) } }
    let differential = Differential(seed: seed, bounds: bounds)
    if let specimen = environment["DIFFERENTIAL_FILE"].flatMap(written) { return judge(specimen, 0, bounds) }
    if let number = numbers?.first, numbers?.count == 1 {
      return judge(differential.specimen(number), number, bounds)
    }
    let workers = ProcessInfo.processInfo.activeProcessorCount
    let tally = await differential.run(numbers?.count ?? count, of: numbers, workers: workers)
    for line in tally.lines { print(line) }
    let obstacles = tally.obstacles.sorted { $0.value > $1.value }.prefix(12).map { "\($0.key) \($0.value)" }
    print("  not judged because of: \(obstacles.joined(separator: ", "))")
    for line in tally.list { print(line) }
    print("differential: \((ContinuousClock.now - start).components.seconds) s")
    let reader = SpecimenReader()
    for found in tally.cases.sorted(by: { ($0.property.rawValue, $0.number) < ($1.property.rawValue, $1.number) }) {
      print(DifferentialReport(found, reader, bounds).text)
    }
    return !tally.cases.contains { Property.asserted.contains($0.property) }
  }

  /// A specimen in a file; nil if it is none.
  private static func written(_ path: String) -> Specimen? {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    let parts = text?.components(separatedBy: "\n---\n") ?? []
    return parts.count == 2 ? Specimen(flow: parts[0] + "\n", contract: parts[1]) : nil
  }

  /// Judges one flow, and tells what there is to tell of it.
  private static func judge(_ specimen: Specimen, _ number: Int, _ bounds: BruteForce.Bounds) -> Bool {
    let reader = SpecimenReader()
    let trial = Trial(specimen, reader, within: bounds)
    print("flow \(number)\n\(specimen.flow)---\n\(specimen.contract)---")
    for finding in trial.findings { print("\(finding.range.start.line): \(finding.code.id) \(finding.message)") }
    for (property, outcome) in trial.outcomes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      print("\(property.rawValue): \(outcome)")
      guard outcome.isDisagreement else { continue }
      let found = DifferentialTally.Case(property: property, outcome: outcome, specimen: specimen, number: number)
      print(DifferentialReport(found, reader, bounds).text)
    }
    return !trial.outcomes.values.contains(where: \.isDisagreement)
  }
}
