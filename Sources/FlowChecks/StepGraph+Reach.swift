// SPDX-License-Identifier: Apache-2.0

extension StepGraph {
  /// Which steps can be reached from some steps, those included.
  ///
  /// - Parameters:
  ///   - closed: those that no run enters.
  ///   - isOfRuns: whether only what something leads to counts, and no line that nothing can take.
  func reached(from roots: some Sequence<Int>, avoiding closed: Set<Int> = [], inRuns isOfRuns: Bool = false) -> [Bool]
  {
    var isReached = Array(repeating: false, count: count)
    var open: [Int] = []
    for root in roots where !isReached[root] && !closed.contains(root) {
      isReached[root] = true
      open.append(root)
    }
    while let step = open.popLast() {
      for edge in edges(from: step)
      where !isReached[edge.to] && !closed.contains(edge.to) && (edge.isTaken || !isOfRuns) {
        isReached[edge.to] = true
        open.append(edge.to)
      }
    }
    return isReached
  }

  /// Which steps can be reached from some steps, those included, by some of the ways.
  func reached(from roots: some Sequence<Int>, by isWay: (Edge) -> Bool) -> [Bool] {
    var isReached = Array(repeating: false, count: count)
    var open: [Int] = []
    for root in roots where !isReached[root] {
      isReached[root] = true
      open.append(root)
    }
    while let step = open.popLast() {
      for edge in edges(from: step) where !isReached[edge.to] && isWay(edge) {
        isReached[edge.to] = true
        open.append(edge.to)
      }
    }
    return isReached
  }

  /// Which steps can come to an end of the flow, or back to what they interrupted, by what somebody can do or wait for.
  func canEnd() -> [Bool] {
    var offsets = Array(repeating: 0, count: count + 1)
    for edge in edges where !edge.isOfStrays { offsets[edge.to + 1] += 1 }
    for step in 0..<count { offsets[step + 1] += offsets[step] }
    var next = offsets
    var sources = Array(repeating: 0, count: edges.count)
    for edge in edges where !edge.isOfStrays {
      sources[next[edge.to]] = edge.from
      next[edge.to] += 1
    }
    var canEnd = leaves
    var open = (0..<count).filter { leaves[$0] }
    while let step = open.popLast() {
      for source in sources[offsets[step]..<offsets[step + 1]] where !canEnd[source] {
        canEnd[source] = true
        open.append(source)
      }
    }
    return canEnd
  }

  /// A shortest way from a step back to itself that stays among `members`; empty if there is none.
  func way(aroundFrom first: Int, among members: Set<Int>, where include: (Edge) -> Bool) -> [Edge] {
    var cameBy: [Int: Edge] = [:]
    var open = [first]
    var head = 0
    while head < open.count {
      let step = open[head]
      head += 1
      for edge in edges(from: step) where members.contains(edge.to) && cameBy[edge.to] == nil && include(edge) {
        cameBy[edge.to] = edge
        if edge.to == first { return way(to: first, cameBy) }
        open.append(edge.to)
      }
    }
    return []
  }

  private func way(to last: Int, _ cameBy: [Int: Edge]) -> [Edge] {
    var way: [Edge] = []
    var step = last
    while let edge = cameBy[step] {
      way.append(edge)
      step = edge.from
      if step == last { break }
    }
    return way.reversed()
  }
}
