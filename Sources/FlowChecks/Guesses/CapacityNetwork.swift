// SPDX-License-Identifier: Apache-2.0

/// Nodes, and arcs between them that let so many units through.
///
/// Source: L. R. Ford and D. R. Fulkerson, Maximal Flow through a Network, 1956.
struct CapacityNetwork {
  private struct Arc {
    let to: Int
    var room: Int
  }

  /// More than all budgets of a flow together.
  static let unlimited = Int.max / 4

  /// Each arc is followed by the one back.
  private var arcs: [Arc] = []
  private var arcsFrom: [[Int]]

  /// A network of so many nodes, from 0, without an arc.
  init(nodes: Int) { arcsFrom = Array(repeating: [], count: nodes) }

  mutating func newNode() -> Int {
    arcsFrom.append([])
    return arcsFrom.count - 1
  }

  mutating func add(from one: Int, to other: Int, _ room: Int = unlimited) {
    arcsFrom[one].append(arcs.count)
    arcs.append(Arc(to: other, room: room))
    arcsFrom[other].append(arcs.count)
    arcs.append(Arc(to: one, room: 0))
  }

  /// Lets so many times as much through each arc.
  mutating func multiply(by factor: Int) {
    for arc in arcs.indices where arcs[arc].room < Self.unlimited / factor { arcs[arc].room *= factor }
  }

  /// Sends as many units as it can from a node to another; nil if nothing limits how many.
  mutating func fill(from source: Int, to sink: Int) -> Int? {
    var units = 0
    while let way = way(from: source, to: sink) {
      let room = way.map { arcs[$0].room }.min() ?? 0
      guard room < Self.unlimited / 2 else { return nil }
      for arc in way {
        arcs[arc].room -= room
        arcs[arc ^ 1].room += room
      }
      units += room
    }
    return units
  }

  /// Whether there is a way with room left.
  func leads(from first: Int, to last: Int) -> Bool { way(from: first, to: last) != nil }

  /// Whether a way leads from one of some nodes to one of others that does not come through a certain node.
  func leads(from first: [Int], to last: Set<Int>, avoiding closed: Int? = nil) -> Bool {
    var isReached = Array(repeating: false, count: arcsFrom.count)
    var open = first.filter { $0 != closed }
    for node in open { isReached[node] = true }
    while let node = open.popLast() {
      if last.contains(node) { return true }
      for arc in arcsFrom[node] where arcs[arc].room > 0 && !isReached[arcs[arc].to] && arcs[arc].to != closed {
        isReached[arcs[arc].to] = true
        open.append(arcs[arc].to)
      }
    }
    return false
  }

  /// By node: whether a way with room left leads there.
  func reached(from source: Int) -> [Bool] {
    var isReached = Array(repeating: false, count: arcsFrom.count)
    isReached[source] = true
    var open = [source]
    while let node = open.popLast() {
      for arc in arcsFrom[node] where arcs[arc].room > 0 && !isReached[arcs[arc].to] {
        isReached[arcs[arc].to] = true
        open.append(arcs[arc].to)
      }
    }
    return isReached
  }

  /// A shortest way with room left, as arcs; nil if there is none.
  private func way(from first: Int, to last: Int) -> [Int]? {
    var cameBy: [Int] = Array(repeating: -1, count: arcsFrom.count)
    var open = [first]
    var head = 0
    while head < open.count, cameBy[last] < 0 {
      let node = open[head]
      head += 1
      for arc in arcsFrom[node] where arcs[arc].room > 0 && cameBy[arcs[arc].to] < 0 && arcs[arc].to != first {
        cameBy[arcs[arc].to] = arc
        open.append(arcs[arc].to)
      }
    }
    guard cameBy[last] >= 0 else { return nil }
    var way: [Int] = []
    var node = last
    while node != first {
      way.append(cameBy[node])
      node = arcs[cameBy[node] ^ 1].to
    }
    return way
  }
}
