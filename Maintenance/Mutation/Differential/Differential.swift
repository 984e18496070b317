// SPDX-License-Identifier: Apache-2.0

import FlowExploration

/// Flows that are bred at random, each judged by the checker and by brute force.
struct Differential: Sendable {
  let seed: UInt64
  var bounds = BruteForce.Bounds()

  /// One of the flows; always the same for one number.
  func specimen(_ number: Int) -> Specimen {
    // One of five is of the shape that is gone through from end to end, while there are any.
    if number % 5 == 0, number / 5 < Shapes.all.count { return Shapes.all[number / 5] }
    var dice = Dice(seed: seed, run: number)
    let size = SpecimenBreeder.Size.usual(&dice)
    return number % 3 == 1 ? SpecimenBreeder.breedVaried(&dice, size) : SpecimenBreeder.breed(&dice, size)
  }

  /// Judges flows until so many were judged; what comes out does not depend on who was first, but for the last few.
  ///
  /// - Parameter numbers: those of the flows; nil for all from 0.
  func run(_ count: Int, of numbers: [Int]? = nil, workers: Int) async -> DifferentialTally {
    let next = NextIndex()
    let judged = NextIndex()
    return await withTaskGroup(of: DifferentialTally.self) { group in
      for _ in 0..<max(1, workers) {
        group.addTask {
          var tally = DifferentialTally()
          let reader = SpecimenReader()
          while judged.isBelow(count), let index = next.take(below: numbers?.count ?? .max) {
            let number = numbers?[index] ?? index
            let specimen = specimen(number)
            let trial = Trial(specimen, reader, within: bounds)
            tally.add(trial, specimen, number: number)
            if trial.outcomes.values.contains(where: { $0 != .notJudged }) { _ = judged.take(below: .max) }
          }
          return tally
        }
      }
      return await group.reduce(into: DifferentialTally()) { $0.add($1) }
    }
  }
}

extension BruteForce.Bounds {
  /// With interrupts that come while several other events wait.
  var wider: BruteForce.Bounds {
    var bounds = self
    bounds.backlog = 3
    bounds.configurations *= 3
    return bounds
  }

  /// With replies that come once the flow has given the call up.
  var later: BruteForce.Bounds {
    var bounds = self
    bounds.hasLateReplies = true
    bounds.configurations *= 3
    return bounds
  }

  /// As much as a debug build does in passing.
  static let brief: BruteForce.Bounds = {
    var bounds = BruteForce.Bounds()
    bounds.configurations = 1_500
    return bounds
  }()
}
