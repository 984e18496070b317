// SPDX-License-Identifier: Apache-2.0

/// What a measurement gave, round by round, in one unit.
struct Samples {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  var median: Double { sorted.isEmpty ? .nan : sorted[sorted.count / 2] }
  var least: Double { sorted.first ?? .nan }
  var most: Double { sorted.last ?? .nan }

  /// Each value through a function that may turn the order round, as a rate does with a time.
  func map(_ change: (Double) -> Double) -> Samples { Samples(sorted.map(change)) }
}

/// Measures two works in turn, so that what disturbs the machine disturbs both.
func alternately(rounds: Int, _ first: () -> Double, _ second: () -> Double) -> (Samples, Samples) {
  var firsts: [Double] = []
  var seconds: [Double] = []
  for round in 0..<rounds {
    if round.isMultiple(of: 2) {
      firsts.append(first())
      seconds.append(second())
    } else {
      seconds.append(second())
      firsts.append(first())
    }
  }
  return (Samples(firsts), Samples(seconds))
}
