// SPDX-License-Identifier: Apache-2.0

/// How much a file may ask of us, since anybody may send one.
public struct YAMLLimits: Sendable, Hashable {
  /// The longest file, in bytes.
  public var bytes: Int
  /// How many maps and lists may stand inside each other, aliases followed.
  public var depth: Int
  /// How many values a file may hold, counted as if every alias were written out.
  public var nodes: Int
  /// How many entries a single map or list may have.
  public var entries: Int
  /// The longest single text, in bytes.
  public var scalarBytes: Int

  /// 4 MiB, 64 levels, 250,000 values, 64 KiB a text: a hundred times what the largest flow needs.
  public static let standard = YAMLLimits()

  /// The standard limits, but for those that are given.
  public init(
    bytes: Int = 4 << 20, depth: Int = 64, nodes: Int = 250_000, entries: Int = .max, scalarBytes: Int = 64 << 10
  ) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
    self.entries = entries
    self.scalarBytes = scalarBytes
  }
}
