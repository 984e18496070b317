// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// How often a run can come to each step, at most, as far as budgets and the shape of the flow tell; only so much is said
/// as is sure.
struct VisitBounds {
  /// By step; `many` where nothing limits it.
  private var bounds: [Int]
  /// Nothing is said of more than this.
  static let many = Int.max / 4

  init(_ context: CheckContext, _ graph: StepGraph) {
    let flow = context.flow
    bounds = Array(repeating: 1, count: graph.count)
    let entries = Entries(flow, graph)
    // What an interrupt leads to, a run may come to at any moment and as often as the interrupt comes.
    let isInterrupted = graph.reached(from: flow.steps.indices[flow.plainCount...])
    for step in bounds.indices where isInterrupted[step] { bounds[step] = Self.many }
    let groups = graph.components(ofSeveral: true) { _ in true }
    for group in groups {
      for step in group { bounds[step] = Self.many }
    }
    // Each round takes over what the one before has found; what it finds is sure after each.
    for _ in 0..<2 {
      for group in groups {
        for step in group where !isInterrupted[step] {
          bounds[step] = entries.bound(of: step, among: group, bounds)
        }
      }
    }
  }

  /// How often a run can come to a step.
  subscript(step: Step) -> Int { bounds[step.index] }
}

/// The ways into each step from others, with what bounds how often each is taken.
private struct Entries {
  private struct Entry {
    let from: Int
    let origin: Origin
    /// Nil where no budget is drawn on.
    let budget: Int?
  }

  private var entries: [[Entry]]

  init(_ flow: Flow, _ graph: StepGraph) {
    entries = Array(repeating: [], count: graph.count)
    for edge in graph.edges where edge.isTaken && edge.to != edge.from {
      let budget = edge.isUse ? flow.steps[edge.from].budget(of: edge.origin)?.value : nil
      add(edge.to, from: edge.from, edge.isUse ? edge.origin : .itself, budget)
    }
  }

  private mutating func add(_ step: Int, from: Int, _ origin: Origin, _ budget: Int?) {
    let entry = Entry(from: from, origin: origin, budget: budget)
    if !entries[step].contains(where: { $0.from == from && $0.origin == origin }) { entries[step].append(entry) }
  }

  /// Once from outside of the group, and as often as the ways inside of it allow.
  func bound(of step: Int, among group: [Int], _ bounds: [Int]) -> Int {
    var bound = 1
    for source in group where source != step {
      let ways = entries[step].filter { $0.from == source }
      guard !ways.isEmpty else { continue }
      let budgets = ways.reduce(0) { min($0 + ($1.budget ?? VisitBounds.many), VisitBounds.many) }
      bound = min(bound + min(budgets, bounds[source]), VisitBounds.many)
    }
    return bound
  }
}
