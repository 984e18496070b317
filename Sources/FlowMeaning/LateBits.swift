// SPDX-License-Identifier: Apache-2.0

/// The calls that were given up and may be answered all the same, as bits of ``Relation/lateCalls``.
package struct LateBits: Sendable, Hashable {
  /// All of them.
  package var all: UInt32 = 0
  /// Those that were made before another user may have been named.
  package var foreign: UInt32 = 0
  /// Those that were made before a step was entered that an `after` names.
  package var old: UInt32 = 0

  package static let none = LateBits()

  package init(all: UInt32 = 0, foreign: UInt32 = 0, old: UInt32 = 0) {
    (self.all, self.foreign, self.old) = (all, foreign, old)
  }

  /// Another call is late.
  ///
  /// - Parameters:
  ///   - isForAnother: whether another user may have been named since it was made.
  ///   - isOld: whether a step that an `after` names was entered since it was made.
  mutating func add(_ bit: UInt32, isForAnother: Bool, isOld: Bool) {
    all |= bit
    if isForAnother { foreign |= bit }
    if isOld { old |= bit }
  }

  func union(_ other: LateBits) -> LateBits {
    LateBits(all: all | other.all, foreign: foreign | other.foreign, old: old | other.old)
  }

  func without(_ bits: UInt32) -> LateBits {
    LateBits(all: all & ~bits, foreign: foreign & ~bits, old: old & ~bits)
  }

  /// Whether what is late in one run is late in the other, too.
  func isSubset(of other: LateBits) -> Bool {
    (all & ~other.all) | (foreign & ~other.foreign) | (old & ~other.old) == 0
  }

  /// The calls for whose sake a reply shows nothing, or nothing fresh.
  func behind(_ doubt: LateCalls.Doubt) -> UInt32 {
    (all & doubt.blurredBy) | (foreign & doubt.foreignTo) | (old & doubt.sharedWith)
  }

  /// Whether a reply shows nothing, as it may be a late one.
  func blurs(_ doubt: LateCalls.Doubt) -> Bool { (all & doubt.blurredBy) | (foreign & doubt.foreignTo) != 0 }
}
