// SPDX-License-Identifier: Apache-2.0

import YAMLTree

/// The bytes of a file, each given to what holds it: a text, a name behind `&`, a comment, a gap, or the signs between them.
struct Partition {
  /// The stretches of a file in their order; without what stands between the stretches of the tree, none is missing.
  let stretches: [Range<Int>]
  /// The first byte that two stretches hold, or that none holds though it is no sign; nil if there is none.
  let problem: Int?

  init(_ tree: SourceTree) {
    // What could not be read may stand in the middle of a text, and a comment behind its sign `|`.
    var leaves: [Range<Int>] = []
    tree.root.forEachLeaf { $0.without(tree.comments, into: &leaves) }
    var held = tree.gaps
    for range in leaves + tree.comments { range.without(tree.gaps, into: &held) }
    held = held.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
    var stretches: [Range<Int>] = []
    var problem: Int?
    var end = 0
    for range in held + [tree.bytes.count..<tree.bytes.count] {
      if range.lowerBound < end { problem = problem ?? range.lowerBound }
      if range.lowerBound > end {
        problem = problem ?? Self.other(in: end..<range.lowerBound, of: tree.bytes)
        stretches.append(end..<range.lowerBound)
      }
      stretches.append(range)
      end = max(end, range.upperBound)
    }
    self.stretches = stretches
    self.problem = problem
  }

  private static let signs = Set(" \t\n\r:-,{}[]?".utf8)

  /// The first byte that is no white space and no sign; the end of a document is one, and a tag, which is refused elsewhere.
  private static func other(in range: Range<Int>, of bytes: [UInt8]) -> Int? {
    let other = range.first { !signs.contains(bytes[$0]) }
    guard let other else { return nil }
    let isEnd = bytes[other...].starts(with: "...".utf8)
    guard isEnd || bytes[other] == UInt8(ascii: "!") else { return other }
    let next = isEnd ? min(other + 3, range.upperBound) : range[other...].firstIndex { bytes[$0] <= 0x20 }
    return self.other(in: (next ?? range.upperBound)..<range.upperBound, of: bytes)
  }
}

extension Range<Int> {
  /// Adds what is left of it outside of some ranges, which are in order.
  fileprivate func without(_ others: [Range<Int>], into left: inout [Range<Int>]) {
    var start = lowerBound
    var index = others.firstIndex(endingBehind: start)
    while index < others.count, others[index].lowerBound < upperBound {
      if others[index].lowerBound > start { left.append(start..<others[index].lowerBound) }
      start = others[index].upperBound
      index += 1
    }
    if start < upperBound { left.append(start..<upperBound) }
  }
}

extension [Range<Int>] {
  /// Which of some ranges, which are in order, is the first that ends behind a byte; their number if none does.
  fileprivate func firstIndex(endingBehind byte: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound > byte { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension SourceNode {
  /// Visits where its texts and anchors stand.
  fileprivate func forEachLeaf(_ body: (Range<Int>) -> Void) {
    if let anchor { body(anchor) }
    if !isContainer { body(range) }
    for entry in entries {
      entry.key?.forEachLeaf(body)
      entry.value.forEachLeaf(body)
    }
  }
}
