// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Ranges that are asked for: the few lines of a step are compared faster than they are hashed.
struct RangeSet {
  private var few: [SourceRange] = []
  private var many: Set<SourceRange> = []
  private static let mostCompared = 16

  mutating func insert(_ range: SourceRange) {
    guard !contains(range) else { return }
    if few.isEmpty { few.reserveCapacity(Self.mostCompared) }
    if few.count < Self.mostCompared { few.append(range) } else { many.insert(range) }
  }

  func contains(_ range: SourceRange) -> Bool {
    few.contains(range) || !many.isEmpty && many.contains(range)
  }
}
