// SPDX-License-Identifier: Apache-2.0

extension StepGraph {
  /// The groups of steps that lead to each other by some of the edges, each in the order of the flow.
  ///
  /// What a group leads to comes before it. A step alone is a group of its own, which counts only if it is asked for.
  ///
  /// Tarjan's algorithm, without recursion: a flow of thousands of steps must not fill the stack.
  func components(ofSeveral: Bool = false, where include: (Edge) -> Bool) -> [[Int]] {
    var search = ComponentSearch(count, ofSeveral: ofSeveral)
    for root in 0..<count where search.number[root] == 0 {
      search.enter(root, offsets[root])
      while let top = search.path.last {
        if top.next < offsets[top.step + 1] {
          search.path[search.path.count - 1].next += 1
          let edge = edges[top.next]
          if include(edge) { search.follow(to: edge.to, from: top.step, offsets[edge.to]) }
        } else {
          search.leave(top.step)
        }
      }
    }
    return search.components
  }
}

extension ComponentSearch {
  /// The groups of nodes that lead to each other, each behind what it leads to.
  static func components<Targets: RandomAccessCollection<Int>>(of count: Int, _ targets: (Int) -> Targets) -> [[Int]]
  where Targets.Index == Int {
    var search = ComponentSearch(count, ofSeveral: false)
    for root in 0..<count where search.number[root] == 0 {
      search.enter(root, targets(root).startIndex)
      while let top = search.path.last {
        let ways = targets(top.step)
        if top.next < ways.endIndex {
          search.path[search.path.count - 1].next += 1
          search.follow(to: ways[top.next], from: top.step, targets(ways[top.next]).startIndex)
        } else {
          search.leave(top.step)
        }
      }
    }
    return search.components
  }
}

/// Where the search for components stands.
struct ComponentSearch {
  /// The order in which steps were first seen, from 1; 0 for those not seen yet.
  var number: [Int]
  /// The lowest number that can be reached back to.
  var lowest: [Int]
  /// Seen, and not yet in a component.
  var waiting: [Int] = []
  var isWaiting: [Bool]
  /// The way that is being followed, with the next edge of each of its steps.
  var path: [(step: Int, next: Int)] = []
  private(set) var components: [[Int]] = []
  private var seen = 0
  /// Whether a step alone is no component.
  private let ofSeveral: Bool

  init(_ count: Int, ofSeveral: Bool) {
    self.ofSeveral = ofSeveral
    number = Array(repeating: 0, count: count)
    lowest = number
    isWaiting = Array(repeating: false, count: count)
    if !ofSeveral { components.reserveCapacity(count) }
  }

  mutating func enter(_ step: Int, _ firstEdge: Int) {
    seen += 1
    number[step] = seen
    lowest[step] = seen
    waiting.append(step)
    isWaiting[step] = true
    path.append((step, firstEdge))
  }

  mutating func follow(to step: Int, from source: Int, _ firstEdge: Int) {
    if number[step] == 0 {
      enter(step, firstEdge)
    } else if isWaiting[step] {
      lowest[source] = min(lowest[source], number[step])
    }
  }

  mutating func leave(_ step: Int) {
    path.removeLast()
    if let above = path.last?.step { lowest[above] = min(lowest[above], lowest[step]) }
    guard lowest[step] == number[step] else { return }
    if ofSeveral, waiting.last == step {
      waiting.removeLast()
      isWaiting[step] = false
      return
    }
    var component: [Int] = []
    while let member = waiting.popLast() {
      isWaiting[member] = false
      component.append(member)
      if member == step { break }
    }
    components.append(component.count > 1 ? component.sorted() : component)
  }
}

extension [[Int]] {
  /// By member: the number of the group that it is in.
  func numberOfEach(of count: Int) -> [Int] {
    var numbers = Array<Int>(repeating: 0, count: count)
    for (number, members) in enumerated() {
      for member in members { numbers[member] = number }
    }
    return numbers
  }
}
