// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract
import Values

/// The ways that a population takes through a flow, by its own actions.
struct PopulationWays {
  private let population: Population
  private let contract: Contract
  private let actions: OwnActions

  init(_ population: Population, of contract: Contract, _ actions: OwnActions) {
    self.population = population
    self.contract = contract
    self.actions = actions
  }

  /// The populations of a flow's contract that may come to an end other than a failure, in the order of the contract.
  static func finishing(in context: CheckContext) -> [Population] {
    let contract = context.flow.contract
    guard !contract.populations.isEmpty else { return [] }
    let actions = OwnActions(context.relation, context.moves)
    let start = Int(context.flow.start.index)
    return contract.populations.filter { population in
      PopulationWays(population, of: contract, actions)
        .mayFinish(from: start, entering: context.flow.steps[start].awaited)
    }
  }

  /// Which steps it can come to an end from.
  func canEnd() -> [Bool] {
    var canEnd = Array(repeating: false, count: actions.ways.count)
    var sources: [[Int]] = Array(repeating: [], count: actions.ways.count)
    var open: [Int] = []
    for step in actions.ways.indices {
      for way in actions.ways[step] where isOpen(way) {
        guard let to = way.to else {
          if !canEnd[step] { open.append(step) }
          canEnd[step] = true
          continue
        }
        sources[to].append(step)
      }
    }
    while let step = open.popLast() {
      for source in sources[step] where !canEnd[source] {
        canEnd[source] = true
        open.append(source)
      }
    }
    return canEnd
  }

  /// A step that these people come to.
  private struct Node {
    let step: Int
    /// Whether the flow knows whom it deals with.
    let isKnown: Bool
    let parent: Int
    let way: OwnActions.Act?
  }

  /// All that these people come to from the start, the nearest first, up to what is looked for; nil if that is not there.
  private func nodes(
    from start: Int, entering first: Awaited?, upTo isFound: (Node) -> Bool
  ) -> [Node]? {
    var nodes = [Node(step: start, isKnown: first.map(isMark) ?? false, parent: -1, way: nil)]
    var seen = [[Bool]](repeating: [false, false], count: actions.ways.count)
    seen[start][nodes[0].isKnown ? 1 : 0] = true
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      if isFound(node) { return Array(nodes[...index]) }
      for way in actions.ways[node.step] where isOpen(way) {
        guard let to = way.to, way.call != nil || actions.callMade(at: to).map(makes) ?? true else { continue }
        let isKnown = node.isKnown || isMark(way.arrival)
        guard !seen[to][isKnown ? 1 : 0] else { continue }
        seen[to][isKnown ? 1 : 0] = true
        nodes.append(Node(step: to, isKnown: isKnown, parent: index, way: way))
      }
      index += 1
    }
    return nil
  }

  /// A shortest way from the start to a step that is not among these, once the flow knows whom it deals with; nil if there is
  /// none.
  func way(from start: Int, entering first: Awaited?, notTo fine: [Bool]) -> (step: Int, way: [(Int, OwnActions.Act)])?
  {
    guard let nodes = nodes(from: start, entering: first, upTo: { $0.isKnown && !fine[$0.step] }),
      let last = nodes.last
    else { return nil }
    var way: [(Int, OwnActions.Act)] = []
    var current = last
    while let step = current.way, current.parent >= 0 {
      current = nodes[current.parent]
      way.append((current.step, step))
    }
    return (last.step, way.reversed())
  }

  /// Whether these people may come from the start to an end that is no failure, once the flow knows whom it deals with.
  func mayFinish(from start: Int, entering first: Awaited?) -> Bool {
    let way = nodes(from: start, entering: first) { node in
      actions.ways[node.step].contains { $0.finishes && isOpen($0) && (node.isKnown || isMark($0.arrival)) }
    }
    return way != nil
  }

  /// Whether it is a way of these people.
  private func isOpen(_ way: OwnActions.Act) -> Bool {
    guard let call = way.call else { return true }
    guard let arrival = way.arrival else { return says(call) }
    guard makes(call) else { return false }
    return population.given.fields.allSatisfy { field in
      contract[call.use.call].replies[arrival.reply].given[field.name].map { $0 == field.value } ?? true
    }
  }

  /// Whether these people make a call, with what it says.
  private func makes(_ call: CallFacts) -> Bool { !population.never.contains(call.use.call) && says(call) }

  /// Whether a call may say what these people say.
  private func says(_ call: CallFacts) -> Bool {
    population.given.fields.allSatisfy { field in
      call.use.arguments.allSatisfy { argument in
        guard argument.name == field.name, case .literal(let value) = argument.source else { return true }
        return value == field.value
      }
    }
  }

  private func isMark(_ awaited: Awaited) -> Bool {
    population.comes.contains { $0.event == awaited.event && $0.fits(awaited.mode) }
  }

  private func isMark(_ arrival: Arrival?) -> Bool {
    guard let arrival else { return false }
    return population.comes.contains {
      $0.event == arrival.event && $0.outcome == arrival.outcome && $0.fits(arrival.mode)
    }
  }
}

extension Population.Mark {
  fileprivate func fits(_ other: Int?) -> Bool { mode == nil || other == nil || mode == other }
}
