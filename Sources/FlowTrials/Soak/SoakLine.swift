// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The runs that are still to begin; a free worker takes the next.
package final class SoakLine: Sendable {
  private let next = Atomic(0)
  private let runs: Int
  private let isClosed = Atomic(false)

  package init(runs: Int) { self.runs = runs }

  /// The number of a run, counted from 1; nil when none is to begin any more.
  func take() -> Int? {
    guard !isClosed.load(ordering: .relaxed) else { return nil }
    let number = next.wrappingAdd(1, ordering: .relaxed).newValue
    return number <= runs ? number : nil
  }

  /// No run begins any more.
  package func close() { isClosed.store(true, ordering: .relaxed) }
}
