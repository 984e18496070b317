// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// How often each part of a flow (its answers, its choices, its calls) can be used in a run, at worst.
///
/// A run is a walk from the start, and each budget says how often one part is used in all of it. So the most uses of a
/// part are the most units that can flow into it, where one unit begins at the start, and each use of the part begins
/// another one: a way to the part, and then ways round from it to itself. What bounds them is a narrowest cut.
///
/// Source: L. R. Ford and D. R. Fulkerson, Maximal Flow through a Network, 1956.
struct UseNetwork {
  /// A part of a step.
  struct Part: Hashable {
    let step: Int
    let origin: Origin
  }

  /// The most uses of a part.
  struct Most {
    /// Nil if there is no bound.
    let uses: Int?
    /// The parts whose budgets bound them.
    let bounds: [Part]
  }

  private struct Arc {
    let to: Int
    var room: Int
  }

  /// More than all budgets of a flow together.
  private static let unlimited = Int.max / 4

  private let start: Int
  /// The node from which every interrupt may come.
  private let anywhere: Int
  /// Each arc is followed by the one back.
  private var arcs: [Arc] = []
  private var arcsFrom: [[Int]]
  /// The nodes where a part begins and is left.
  private var nodes: [Part: (in: Int, out: Int)] = [:]
  private var parts: [Int: Part] = [:]

  init(_ flow: Flow, _ graph: StepGraph) {
    start = Int(flow.start.index)
    anywhere = graph.count
    arcsFrom = Array(repeating: [], count: graph.count + 1)
    for step in flow.steps {
      for edge in graph.edges(from: step.index) where edge.origin != .itself || !edge.isBudgeted {
        let part = node(of: Part(step: edge.from, origin: edge.origin), flow)
        add(from: part.out, to: edge.to, Self.unlimited)
      }
      add(from: step.index, to: anywhere, Self.unlimited)
      if step.isInterrupt { add(from: anywhere, to: step.index, Self.unlimited) }
    }
  }

  /// The most uses of a part in a run.
  mutating func most(of part: Part, in flow: Flow) -> Most {
    let asked = node(of: part, flow)
    // A part that no run comes to may still lead back to itself.
    guard way(from: start, to: asked.in) != nil else { return Most(uses: 0, bounds: []) }
    var network = self
    let source = network.newNode()
    network.add(from: source, to: start, 1)
    network.add(from: source, to: asked.out, Self.unlimited)
    var uses = 0
    while let way = network.way(from: source, to: asked.in) {
      let room = way.map { network.arcs[$0].room }.min() ?? 0
      guard room < Self.unlimited / 2 else { return Most(uses: nil, bounds: []) }
      for arc in way {
        network.arcs[arc].room -= room
        network.arcs[arc ^ 1].room += room
      }
      uses += room
    }
    return Most(uses: uses, bounds: network.cut(from: source))
  }

  /// The node of a part; a part that leads nowhere is made when it is asked for.
  private mutating func node(of part: Part, _ flow: Flow) -> (in: Int, out: Int) {
    if let known = nodes[part] { return known }
    let node = (in: newNode(), out: newNode())
    nodes[part] = node
    parts[node.in] = part
    add(from: part.step, to: node.in, flow.steps[part.step].budget(of: part.origin)?.value ?? Self.unlimited)
    add(from: node.in, to: node.out, Self.unlimited)
    // While what it asked for is under way, an interrupt may come, and lead on.
    add(from: node.out, to: anywhere, Self.unlimited)
    return node
  }

  private mutating func newNode() -> Int {
    arcsFrom.append([])
    return arcsFrom.count - 1
  }

  private mutating func add(from one: Int, to other: Int, _ room: Int) {
    arcsFrom[one].append(arcs.count)
    arcs.append(Arc(to: other, room: room))
    arcsFrom[other].append(arcs.count)
    arcs.append(Arc(to: one, room: 0))
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

  /// The budgeted parts that nothing more can come through.
  private func cut(from source: Int) -> [Part] {
    var isReached = Array(repeating: false, count: arcsFrom.count)
    isReached[source] = true
    var open = [source]
    while let node = open.popLast() {
      for arc in arcsFrom[node] where arcs[arc].room > 0 && !isReached[arcs[arc].to] {
        isReached[arcs[arc].to] = true
        open.append(arcs[arc].to)
      }
    }
    return parts.filter { isReached[$0.value.step] && !isReached[$0.key] }.map(\.value)
      .sorted { ($0.step, $0.origin.order) < ($1.step, $1.origin.order) }
  }
}

extension Origin {
  /// The place among the parts of a step.
  fileprivate var order: Int {
    switch self {
    case .call: -2
    case .answer: -1
    case .choice(let index): index
    case .itself: 1_000_000
    case .exhausted: 1_000_001
    }
  }
}
