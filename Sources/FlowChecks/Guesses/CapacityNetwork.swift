// SPDX-License-Identifier: Apache-2.0

/// Nodes, and arcs between them that let so many units through.
struct CapacityNetwork {
  private struct Arc {
    let to: Int
    var room: Int
    /// The next arc from the same node; below 0 for none.
    let next: Int
  }

  /// More than all budgets of a flow together.
  static let unlimited = Int.max / 4

  /// Each arc is followed by the one back.
  private var arcs: [Arc] = []
  /// By node: the first of its arcs; below 0 for none.
  private var firstArc: [Int]

  /// A network of so many nodes, from 0, without an arc.
  init(nodes: Int) { firstArc = Array(repeating: -1, count: nodes) }

  mutating func newNode() -> Int {
    firstArc.append(-1)
    return firstArc.count - 1
  }

  mutating func add(from one: Int, to other: Int, _ room: Int = unlimited) {
    arcs.append(Arc(to: other, room: room, next: firstArc[one]))
    firstArc[one] = arcs.count - 1
    arcs.append(Arc(to: one, room: 0, next: firstArc[other]))
    firstArc[other] = arcs.count - 1
  }

  /// Lets so many times as much through each arc.
  mutating func multiply(by factor: Int) {
    for arc in arcs.indices where arcs[arc].room < Self.unlimited / factor { arcs[arc].room *= factor }
  }

  /// Sends as many units as it can from a node to another; nil if nothing limits how many.
  ///
  /// Source: E. A. Dinic, Algorithm for Solution of a Problem of Maximum Flow in Networks, 1970.
  mutating func fill(from source: Int, to sink: Int) -> Int? {
    var units = 0
    while let levels = levels(from: source, to: sink) {
      // By node: the arc that is tried next.
      var next = firstArc
      var way: [Int] = []
      while true {
        let node = way.last.map { arcs[$0].to } ?? source
        if node == sink {
          let room = way.map { arcs[$0].room }.min() ?? 0
          guard room < Self.unlimited / 2 else { return nil }
          for arc in way {
            arcs[arc].room -= room
            arcs[arc ^ 1].room += room
          }
          units += room
          way.removeSubrange((way.firstIndex { arcs[$0].room == 0 } ?? 0)...)
          continue
        }
        while next[node] >= 0, arcs[next[node]].room == 0 || levels[arcs[next[node]].to] != levels[node] + 1 {
          next[node] = arcs[next[node]].next
        }
        if next[node] >= 0 {
          way.append(next[node])
        } else if let last = way.popLast() {
          next[arcs[last ^ 1].to] = arcs[last].next
        } else {
          break
        }
      }
    }
    return units
  }

  /// By node: how many arcs with room left lead there at least, -1 for none; nil if none lead to the last one.
  private func levels(from first: Int, to last: Int) -> [Int]? {
    var levels = Array(repeating: -1, count: firstArc.count)
    levels[first] = 0
    var open = [first]
    var head = 0
    while head < open.count, levels[last] < 0 {
      let node = open[head]
      head += 1
      forEachWay(from: node) { _, next in
        guard levels[next] < 0 else { return }
        levels[next] = levels[node] + 1
        open.append(next)
      }
    }
    return levels[last] < 0 ? nil : levels
  }

  /// By node: whether it may be on a way round: not where nothing leads to, nor where only such nodes lead to.
  var mayBeOnRound: [Bool] {
    var sources = Array(repeating: 0, count: firstArc.count)
    for node in firstArc.indices { forEachWay(from: node) { _, next in sources[next] += 1 } }
    var isOnRound = Array(repeating: true, count: firstArc.count)
    var open = sources.indices.filter { sources[$0] == 0 }
    while let node = open.popLast() {
      isOnRound[node] = false
      forEachWay(from: node) { _, next in
        sources[next] -= 1
        if sources[next] == 0 { open.append(next) }
      }
    }
    return isOnRound
  }

  /// Whether a way leads from one of some nodes to one of others that does not come through a certain node.
  func leads(from first: [Int], to last: Set<Int>, avoiding closed: Int? = nil) -> Bool {
    let isReached = reached(from: first.filter { $0 != closed }, avoiding: closed)
    return last.contains { isReached[$0] }
  }

  /// By node: whether a way with room left leads there from one of some nodes, and not through a certain one.
  func reached(from sources: [Int], avoiding closed: Int? = nil) -> [Bool] {
    var isReached = Array(repeating: false, count: firstArc.count)
    for source in sources { isReached[source] = true }
    var open = sources
    while let node = open.popLast() {
      forEachWay(from: node) { arc, next in
        guard !isReached[next], next != closed else { return }
        isReached[next] = true
        open.append(next)
      }
    }
    return isReached
  }

  /// Each arc of a node that has room left, with the node it leads to.
  @inline(__always)
  private func forEachWay(from node: Int, _ body: (Int, Int) -> Void) {
    var arc = firstArc[node]
    while arc >= 0 {
      if arcs[arc].room > 0 { body(arc, arcs[arc].to) }
      arc = arcs[arc].next
    }
  }
}
