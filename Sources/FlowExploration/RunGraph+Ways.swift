// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
import FlowRuntime

/// What hangs on all that follows, and not on one moment.
extension RunGraph {
  /// A configuration from which no run is ever over, whatever the user and the SDK do; nil if there is none.
  ///
  /// Interrupts are no way out: nobody can wait for one.
  package var trap: Int? { trap { nodes[$0].point.machine.isOver } }

  /// A configuration from which a run comes to no end that somebody has written, but may be over for want of one; nil if there is
  /// none.
  package var unwrittenTrap: Int? { trap { nodes[$0].point.machine.isOver && !unhandled.contains($0) } }

  private func trap(_ isEnd: (Int) -> Bool) -> Int? {
    guard isComplete else { return nil }
    var origins: [[Int32]] = Array(repeating: [], count: nodes.count)
    for node in nodes.indices {
      for edge in edges(from: node) where !edge.isInterrupt { origins[edge.to].append(Int32(node)) }
    }
    var canEnd = nodes.indices.map(isEnd)
    var open = nodes.indices.filter { canEnd[$0] }
    while let node = open.popLast() {
      for origin in origins[node] where !canEnd[Int(origin)] {
        canEnd[Int(origin)] = true
        open.append(Int(origin))
      }
    }
    return nodes.indices.first { !canEnd[$0] && (!nodes[$0].point.machine.isOver || circling.contains($0)) }
  }

  /// A configuration at which nobody can do anything, and for which nothing comes; nil if there is none.
  package var standstill: Int? {
    nodes.indices.first { node in
      node < ends.count && !nodes[node].point.machine.isOver && edges(from: node).allSatisfy(\.isInterrupt)
    }
  }

  /// The call that the frame at work has open at a configuration; nil for none.
  package func openCall(at node: Int) -> CallUse? {
    let machine = nodes[node].point.machine
    guard let place = machine.standing(tellingUses: 0).layers.last?.place, place.call == .open else { return nil }
    return machine.program.use(ofRow: place.row)
  }

  /// How often at most the SDK takes some calls in one run; nil if there is no limit.
  ///
  /// - Parameters:
  ///   - user: the one of several users for whom they are taken; nil for all.
  ///   - isCounted: says of the row of a call whether it is one of them.
  package func most(for user: Int? = nil, _ isCounted: (UInt16) -> Bool) -> Int? {
    let groups = self.groups
    var worst = Array(repeating: 0, count: groups.members.count)
    // A group comes behind all that it leads to.
    for (number, group) in groups.members.enumerated() {
      for node in group {
        for edge in edges(from: node) {
          let isTheirs = user.map { edge.user == $0 } ?? true
          let weight = isTheirs && edge.accepted.map(isCounted) ?? false ? 1 : 0
          let target = groups.number[edge.to]
          if target == number, weight > 0 { return nil }
          if target != number { worst[number] = max(worst[number], worst[target] + weight) }
        }
      }
    }
    return worst[groups.number[0]]
  }

  /// How often at least something is shown, since all was last taken away, by runs that come to a success end with the same proofs.
  package var showings: [(end: EndID, items: Set<String>, least: Int)] {
    var found: [(end: EndID, items: Set<String>, least: Int)] = []
    for success in edges.compactMap(\.success)
    where !found.contains(where: { $0.end == success.end && $0.items == success.items }) {
      found.append((success.end, success.items, leastShown(to: success.end, success.items)))
    }
    return found
  }

  private func leastShown(to end: EndID, _ items: Set<String>) -> Int {
    func isGoal(_ edge: Edge) -> Bool { edge.success.map { $0.end == end && $0.items == items } ?? false }
    // By configuration: the least from there on, where nothing is lost on the way.
    var least = Array(repeating: Int.max, count: nodes.count)
    var hasChanged = true
    var whole = Int.max
    while hasChanged {
      hasChanged = false
      for node in nodes.indices.reversed() where node < ends.count {
        for edge in edges(from: node) {
          let rest = isGoal(edge) ? 0 : least[edge.to]
          guard rest < Int.max else { continue }
          if edge.loses {
            whole = min(whole, rest + edge.shown)
          } else if rest + edge.shown < least[node] {
            least[node] = rest + edge.shown
            hasChanged = true
          }
        }
      }
    }
    return min(whole, least[0])
  }

  /// The configurations that lead to each other and back, each group behind those that it leads to.
  ///
  /// Source: R. Tarjan, Depth-First Search and Linear Graph Algorithms, 1972.
  private var groups: (members: [[Int]], number: [Int]) {
    var members: [[Int]] = []
    var number = Array(repeating: -1, count: nodes.count)
    var order = Array(repeating: -1, count: nodes.count)
    var low = Array(repeating: 0, count: nodes.count)
    var path: [(node: Int, next: Int)] = [(0, edges(from: 0).startIndex)]
    var stack = [0]
    var count = 1
    order[0] = 0
    while let (node, next) = path.last {
      guard next < edges(from: node).endIndex else {
        path.removeLast()
        if let parent = path.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == order[node] else { continue }
        var group: [Int] = []
        repeat {
          let member = stack.removeLast()
          number[member] = members.count
          group.append(member)
        } while group.last != node
        members.append(group)
        continue
      }
      path[path.count - 1].next += 1
      let target = edges[next].to
      if order[target] < 0 {
        order[target] = count
        low[target] = count
        count += 1
        stack.append(target)
        path.append((target, edges(from: target).startIndex))
      } else if number[target] < 0 {
        low[node] = min(low[node], order[target])
      }
    }
    return (members, number)
  }
}
