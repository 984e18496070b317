// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import SDKContract

/// Lets each interrupt come at each place that runs of a flow reach.
///
/// Where the runs of a cell come to a place that no run has reached, the flow is explored on from there, and crossed
/// with the interrupts there, too: until nothing new is found.
struct Crossing {
  private(set) var exploration: Exploration
  /// By row and column.
  private(set) var players: [[CellPlayer]]
  /// By row, whether a run was found that reaches it.
  private(set) var isReached: [Bool]
  private let explorer: Explorer
  private let prospects: Prospects
  private let rows: [(step: StepID, isInterrupt: Bool)]
  private let columns: [InterruptMatrix.Column]
  private var places = CrossingPlaces()

  init(
    _ program: Program, _ rows: [(step: StepID, isInterrupt: Bool)], _ columns: [InterruptMatrix.Column],
    _ scope: InterruptMatrix.Scope, within bounds: Explorer.Bounds
  ) {
    prospects = Prospects(program)
    explorer = Explorer(program, prospects, within: bounds)
    exploration = explorer.explore()
    self.rows = rows
    self.columns = columns
    let player = CellPlayer(program, prospects, scope)
    players = rows.map { _ in columns.map { _ in player } }
    isReached = rows.map { _ in false }
  }

  /// - Parameter tell: told how many standings are done, and how many are known.
  mutating func cross(_ tell: ((Int, Int) -> Void)?) {
    var crossed = 0
    while crossed < exploration.nodes.count {
      for index in crossed..<exploration.nodes.count {
        cross(index)
        tell?(index + 1, exploration.nodes.count)
      }
      crossed = exploration.nodes.count
      for row in players.indices {
        for column in columns.indices {
          for find in players[row][column].takeFinds() { explorer.add(find, to: &exploration) }
        }
      }
      explorer.goOn(&exploration)
    }
  }

  private mutating func cross(_ index: Int) {
    let node = exploration.nodes[index]
    guard let site = places.site(of: node),
      let row = rows.firstIndex(where: { $0.step == site.step && $0.isInterrupt == site.isInterrupt })
    else { return }
    isReached[row] = true
    let runUp = exploration.run(to: index)
    for (number, column) in columns.enumerated() {
      let events = prospects.samples.events(column.event, mode: nil)
      players[row][number].play(events, at: node, runUp, isBrief: !site.isFirst)
      guard site.isInterrupt, site.isFirst, node.machine.callAtWork == nil else { continue }
      players[row][number].play(
        column.event, with: columns.map(\.event).filter { $0 != column.event }, at: node, runUp)
    }
  }
}

/// The standings at which interrupts are let come, of each the one reached soonest.
///
/// Without an open interrupt that is one for each place of a step in each phase. With one, it is one for each place of
/// the interrupt above each site of the flow.
private struct CrossingPlaces {
  struct Crossed {
    let step: StepID
    let isInterrupt: Bool
    /// Whether the interrupt has not been crossed there above another step.
    let isFirst: Bool
  }

  private struct Key: Hashable {
    let place: Standing.Place
    let phase: PhaseID?
    let data: ObjectIdentifier?
    let below: Explorer.InterruptedPlace?
  }

  private var known: Set<Key> = []

  /// Nil if interrupts need not come there, since they came at an equal place.
  mutating func site(of node: Exploration.Node) -> Crossed? {
    let standing = node.standing
    guard node.machine.hasBegun, !node.machine.isOver, let layer = standing.layers.last,
      let bottom = standing.layers.first
    else { return nil }
    let pending = node.machine.pending
    if standing.layers.count == 1, pending.isEmpty {
      let key = Key(place: layer.place, phase: standing.phase, data: nil, below: nil)
      return known.insert(key).inserted ? Crossed(step: layer.place.step, isInterrupt: false, isFirst: true) : nil
    }
    guard standing.layers.count == 2, pending.count == 1 else { return nil }
    let below = Explorer.InterruptedPlace(standing, bottom.place)
    let isFirst = known.insert(Key(place: layer.place, phase: nil, data: layer.data, below: nil)).inserted
    let isNew = known.insert(Key(place: layer.place, phase: nil, data: layer.data, below: below)).inserted
    return isNew ? Crossed(step: layer.place.step, isInterrupt: true, isFirst: isFirst) : nil
  }
}
