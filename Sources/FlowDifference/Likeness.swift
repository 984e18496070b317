// SPDX-License-Identifier: Apache-2.0

import FlowGraph

/// Which steps of two flows do the same from there on, whatever they are called.
///
/// All steps begin as one class; classes are split until the steps of each lead to the same classes by the same outcomes.
/// Source: P. Kanellakis and S. Smolka, CCS Expressions, Finite State Processes, and Three Problems of Equivalence, 1990.
struct Likeness {
  /// By flow and step.
  private(set) var classes: [[Int]]

  private struct Key: Hashable {
    let old: Int
    let pattern: StepPattern
    let choices: [ChoicePattern: Int]
  }

  /// - Parameters:
  ///   - patterns: of each flow.
  ///   - ends: what tells the ends of each flow apart.
  init(_ patterns: [[StepPattern]], ends: [[Int]]) {
    classes = patterns.map { $0.map { _ in 0 } }
    var count = 1
    while true {
      var numbers: [Key: Int] = [:]
      var next = classes
      for flow in patterns.indices {
        for step in patterns[flow].indices {
          let key = Self.key(patterns[flow][step], classes[flow][step]) { way in
            switch way {
            case .step(let step): .step(classes[flow][step])
            case .end(let end): .end(ends[flow][end])
            case .stay, .resume: way
            }
          }
          next[flow][step] = numbers[key] ?? numbers.count
          numbers[key] = next[flow][step]
        }
      }
      classes = next
      if numbers.count == count { return }
      count = numbers.count
    }
  }

  private static func key(_ pattern: StepPattern, _ old: Int, _ place: (ComparedTarget) -> ComparedTarget) -> Key {
    var pattern = pattern.mapped(place)
    var choices: [ChoicePattern: Int] = [:]
    for choice in pattern.choices { choices[choice, default: 0] += 1 }
    pattern.choices = []
    return Key(old: old, pattern: pattern, choices: choices)
  }
}
