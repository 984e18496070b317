// SPDX-License-Identifier: Apache-2.0

/// What a picture says besides names: the same words in every format.
extension FlowPicture {
  /// The small lines below the name of a place.
  func lines(of node: Node) -> [String] {
    var lines = node.deed.isEmpty ? [] : [node.deed]
    if !node.isReached { lines.append(node.isReachedLate ? "only a late reply leads here" : "no run comes here") }
    if level != .overview {
      lines += node.budgets
      if let proofs = node.proofs, proofs != ["nothing"] { lines.append(Self.shown(proofs)) }
    }
    if node.steps > 1 || node.shape == .run || node.shape == .interrupts {
      lines.append("\(node.steps) step\(node.steps == 1 ? "" : "s")")
    }
    if !node.inside.isEmpty {
      lines.append(
        Self.ways(node.inside.count) + (node.steps > 1 ? " inside" : node.inside.count == 1 ? " stays" : " stay"))
    }
    if !node.failing.isEmpty {
      // What the user chooses has an arrow, and these are not among its ways.
      let drawn = edges.contains { nodes[$0.to].shape == .failures && nodes[$0.from].subject == node.subject }
      let count = node.failing.count
      lines.append("\(count)\(drawn ? " more" : "") way\(count == 1 ? " fails" : "s fail")")
    }
    if level == .all || node.unhandled.count == 1 {
      lines += node.unhandled.map { "unhandled: \($0)" }
    } else if !node.unhandled.isEmpty {
      lines.append("unhandled: \(node.unhandled.count) interrupts")
    }
    if node.idle > 0 {
      lines.append("\(node.idle) line\(node.idle == 1 ? "" : "s") that only a late reply may take")
    }
    return lines
  }

  private static func shown(_ proofs: [String]) -> String {
    proofs.count == 1 ? "proved: \(proofs[0])" : "proved: \(proofs[0]), or one of \(proofs.count - 1) more"
  }

  /// The lines at an arrow: the words of its ways, and how many are left out.
  func lines(of edge: Edge) -> [String] {
    guard edge.left > 0 else { return edge.words }
    return edge.words + [edge.words.isEmpty ? Self.ways(edge.left) : "and \(edge.left) more"]
  }

  private static func ways(_ count: Int) -> String { "\(count) way\(count == 1 ? "" : "s")" }
}
