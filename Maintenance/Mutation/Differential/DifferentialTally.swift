// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What came of many trials.
struct DifferentialTally: Sendable {
  struct Count: Sendable, Hashable {
    var holds = 0
    var broken = 0
    var missed = 0
    var falseAlarms = 0
    /// Disagreements that are known.
    var known = 0

    var judged: Int { holds + broken + missed + falseAlarms + known }

    mutating func add(_ outcome: Trial.Outcome) {
      switch outcome {
      case .agreed(let isBroken): if isBroken { broken += 1 } else { holds += 1 }
      case .missed: missed += 1
      case .falseAlarm: falseAlarms += 1
      case .known: known += 1
      case .notJudged: break
      }
    }
  }

  /// A disagreement, with the specimen and the number that makes it again.
  struct Case: Sendable {
    let property: Property
    let outcome: Trial.Outcome
    let specimen: Specimen
    let number: Int
  }

  /// What distinguishes disagreements.
  struct Sort: Sendable, Hashable {
    let property: Property
    let name: String
  }

  private(set) var counts: [Property: Count] = [:]
  private(set) var bred = 0
  /// Specimens of which at least one property was compared.
  private(set) var judged = 0
  private(set) var tooLarge = 0
  private(set) var configurations = 0
  private(set) var largest = 0
  private(set) var cases: [Case] = []
  /// The numbers of all specimens that showed a disagreement, by what it was.
  private(set) var numbers: [Sort: [Int]] = [:]
  /// Why specimens were not judged: how often each code was in the way.
  private(set) var obstacles: [String: Int] = [:]

  /// So many disagreements are kept of each sort.
  private static let mostCases = 4

  mutating func add(_ trial: Trial, _ specimen: Specimen, number: Int) {
    bred += 1
    if trial.isTooLarge { tooLarge += 1 }
    configurations += trial.configurations ?? 0
    largest = max(largest, trial.configurations ?? 0)
    if trial.configurations == nil {
      for code in Set(trial.findings.filter { $0.severity == .error }.map(\.code.id)) {
        obstacles[code, default: 0] += 1
      }
    }
    if trial.outcomes.values.contains(where: { $0 != .notJudged }) { judged += 1 }
    for (property, outcome) in trial.outcomes {
      counts[property, default: Count()].add(outcome)
      if let name = outcome.disagreement { numbers[Sort(property: property, name: name), default: []].append(number) }
      guard outcome.isDisagreement else { continue }
      keep(Case(property: property, outcome: outcome, specimen: specimen, number: number))
    }
  }

  private mutating func keep(_ new: Case) {
    let like = cases.count { $0.property == new.property && $0.outcome.isLike(new.outcome) }
    if like < Self.mostCases { cases.append(new) }
  }

  mutating func add(_ other: DifferentialTally) {
    bred += other.bred
    judged += other.judged
    tooLarge += other.tooLarge
    configurations += other.configurations
    largest = max(largest, other.largest)
    obstacles.merge(other.obstacles, uniquingKeysWith: +)
    for (property, count) in other.counts {
      var sum = counts[property] ?? Count()
      sum.holds += count.holds
      sum.broken += count.broken
      sum.missed += count.missed
      sum.falseAlarms += count.falseAlarms
      sum.known += count.known
      counts[property] = sum
    }
    numbers.merge(other.numbers, uniquingKeysWith: +)
    for other in other.cases { keep(other) }
  }

  /// The counts, a line for each property.
  var lines: [String] {
    let head =
      "differential: \(judged) of \(bred) flows were judged, \(tooLarge) were too large; "
      + "\(configurations) configurations, at most \(largest) of one flow"
    return [head]
      + Property.allCases.map { property in
        let count = counts[property] ?? Count()
        return "  \(property.rawValue): \(count.judged) judged, \(count.holds) hold, \(count.broken) are broken; "
          + "\(count.missed) missed, \(count.falseAlarms) false alarms, \(count.known) known"
      }
  }

  /// The numbers of the specimens that showed a disagreement, a line for each sort of it.
  var list: [String] {
    numbers.sorted { ($0.key.property.rawValue, $0.key.name) < ($1.key.property.rawValue, $1.key.name) }.map {
      sort, numbers in
      "  \(sort.property.rawValue), \(sort.name): \(numbers.sorted().map(String.init).joined(separator: ","))"
    }
  }
}
