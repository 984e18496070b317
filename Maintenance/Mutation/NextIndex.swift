// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Shares numbers out to workers, each once: 0, 1, 2 and so on.
final class NextIndex: Sendable {
  private let next = Atomic(0)

  /// Nil when nothing is left.
  func take(below count: Int) -> Int? {
    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }

  /// Whether fewer numbers than that were taken.
  func isBelow(_ count: Int) -> Bool { next.load(ordering: .relaxed) < count }
}
