// SPDX-License-Identifier: Apache-2.0

/// Something that a search has found, and from where.
protocol SearchNode {
  associatedtype Step
  /// The node from which it was found, as an index; of no use for the first.
  var parent: Int { get }
  /// What happened there; nil for the first.
  var moment: Step? { get }
}

extension Array where Element: SearchNode {
  /// All that happens up to a node, from the first on.
  func moments(to last: Int) -> [Element.Step] {
    var moments: [Element.Step] = []
    var node = self[last]
    while let moment = node.moment {
      moments.append(moment)
      node = self[node.parent]
    }
    return moments.reversed()
  }
}
