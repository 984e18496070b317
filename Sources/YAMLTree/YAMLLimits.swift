// SPDX-License-Identifier: Apache-2.0

/// How much a file may ask of us, since anybody may send one.
package struct YAMLLimits: Sendable, Hashable {
  /// The longest file, in bytes.
  package var bytes: Int
  /// How many maps and lists may stand inside each other, aliases followed.
  package var depth: Int
  /// How many values a file may hold, counted as if every alias were written out.
  package var nodes: Int
  /// How many entries a single map or list may have.
  package var entries: Int
  /// The longest single text, in bytes.
  package var scalarBytes: Int

  /// 2^53 - 1, the greatest whole number, and without its sign the least one: the largest that every reader of JSON keeps whole.
  package static let greatestNumber = 9_007_199_254_740_991

  /// 4 MiB, 64 levels, 250,000 values, 64 KiB a text: a hundred times what the largest flow needs.
  package static let standard = YAMLLimits()

  /// The standard limits, but for those that are given.
  package init(
    bytes: Int = 4 << 20, depth: Int = 64, nodes: Int = 250_000, entries: Int = .max, scalarBytes: Int = 64 << 10
  ) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
    self.entries = entries
    self.scalarBytes = scalarBytes
  }
}
