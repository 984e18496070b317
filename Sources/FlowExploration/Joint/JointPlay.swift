// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowDifference
import FlowGraph
package import FlowRuntime
import SDKContract

/// Runs two flows side by side, and finds for each difference the shortest run that shows it: breadth first, over machines.
package struct JointPlay {
  /// So many pairs of standings are looked at in each search.
  package static let mostStates = 20_000
  /// Up to how many uses a limit is tried.
  private static let mostUses = 20

  /// What came of it.
  package struct Outcome: Sendable {
    /// The differences with what was found out, in their order, and the run that shows each; nil for one that no run shows.
    package let differences: [(difference: Difference, run: JointRun?)]
    /// How many pairs of standings were looked at.
    package let states: Int
    /// Whether there were no more of them.
    package let isComplete: Bool

    /// Whether both flows do the same, but for texts.
    package var doTheSame: Bool { differences.allSatisfy { $0.difference.verdict == .wording } }
  }

  private struct Node {
    let state: JointState
    let parent: Int
    let moment: JointMoment?
  }

  private let flows: JointFlows
  private let differences: [Difference]
  private var moves: JointMoves
  private var runs: [Int: JointRun] = [:]
  private var states = 0
  private var isComplete = true

  /// - Parameters:
  ///   - old: a program of the old flow.
  ///   - new: a program of the new flow.
  package init(_ comparison: FlowComparison, _ old: Program, _ new: Program) {
    flows = JointFlows(comparison: comparison, old: old, new: new)
    differences = comparison.differences
    moves = JointMoves(flows)
  }

  /// Plays until each difference is shown, or all was looked at.
  package mutating func outcome() -> Outcome {
    if differences.contains(where: { $0.spot != .none }) { search(counting: nil, upTo: 0, interrupting: true) }
    for index in differences.indices where runs[index]?.parts != true {
      guard case .limit(let pair, let uses) = differences[index].spot, uses <= Self.mostUses else { continue }
      search(counting: pair, upTo: uses + 1, interrupting: false)
    }
    let found = differences.indices.map { index in
      let (difference, run) = (differences[index], runs[index])
      let isShown = difference.spot == .none || run.map { $0.parts || !difference.needsRun } ?? false
      return (isShown ? difference : difference.undecided, isShown ? run : nil)
    }
    return Outcome(differences: found, states: states, isComplete: isComplete)
  }

  private mutating func search(counting counted: Correspondence.Pair?, upTo most: Int, interrupting: Bool) {
    let first = JointState(flows)
    var nodes = [Node(state: first, parent: -1, moment: nil)]
    var known: Set<JointState.Key> = [first.key(counting: counted, upTo: most)]
    var interrupted: Set<Standing.Place> = []
    var index = 0
    while index < nodes.count, !isDone(counted) {
      let state = nodes[index].state
      let mayInterrupt = interrupting && state.mayBeInterrupted(&interrupted)
      for moment in moves.next(for: state, interrupting: mayInterrupt) {
        var next = state
        let areAlike = next.take(moment, flows)
        guard areAlike else {
          for shown in shown(by: moment, from: state, to: next) where runs[shown]?.parts != true {
            runs[shown] = run(to: index, nodes, then: moment, parts: true)
          }
          continue
        }
        guard known.insert(next.key(counting: counted, upTo: most)).inserted else { continue }
        guard nodes.count < Self.mostStates else {
          isComplete = false
          continue
        }
        nodes.append(Node(state: next, parent: index, moment: moment))
        for reached in reached(by: next) where runs[reached] == nil {
          runs[reached] = run(to: nodes.count - 1, nodes, then: nil, parts: false)
        }
      }
      index += 1
    }
    states += nodes.count
  }

  /// Whether nothing is left to be found by a search.
  private func isDone(_ counted: Correspondence.Pair?) -> Bool {
    differences.indices.allSatisfy { index in
      let difference = differences[index]
      if difference.spot == .none { return true }
      if let counted {
        guard case .limit(counted, _) = difference.spot else { return true }
        return runs[index]?.parts == true
      }
      return runs[index].map { $0.parts || !difference.needsRun } ?? false
    }
  }

  /// The differences that are seen where the flows have parted.
  private func shown(by moment: JointMoment, from state: JointState, to next: JointState) -> [Int] {
    let places = [state.pair, next.pair]
    let exact = differences.indices.filter { differences[$0].spot.isShown(by: moment, at: places, flows) }
    guard exact.isEmpty else { return exact }
    return differences.indices.filter { differences[$0].spot.pair.map(places.contains) ?? false }
  }

  /// The differences at two steps that stand for each other, and that a run has come to.
  private func reached(by state: JointState) -> [Int] {
    guard !state.old.isOver else { return [] }
    let pair = state.pair
    return differences.indices.filter { differences[$0].spot.pair == pair }
  }

  private func run(to last: Int, _ nodes: [Node], then moment: JointMoment?, parts: Bool) -> JointRun {
    var moments = moment.map { [$0] } ?? []
    var node = nodes[last]
    while let moment = node.moment {
      moments.append(moment)
      node = nodes[node.parent]
    }
    return JointRun(old: moments.reversed().map(\.old), new: moments.reversed().map(\.new), parts: parts)
  }
}

extension JointState {
  /// Whether interrupts are tried here: once at each place of the flow's own layer.
  fileprivate func mayBeInterrupted(_ interrupted: inout Set<Standing.Place>) -> Bool {
    guard old.hasBegun, !old.isOver, old.pending.isEmpty, new.pending.isEmpty, !old.awaitsAnswer, !old.awaitsVerdict,
      old.depth == 1, let place = old.standing(tellingUses: 0).layers.first?.place
    else { return false }
    return interrupted.insert(place).inserted
  }
}

extension Difference.Spot {
  /// Whether it is what shows where the flows have parted.
  fileprivate func isShown(by moment: JointMoment, at places: [Correspondence.Pair], _ flows: JointFlows) -> Bool {
    switch self {
    case .outcome(let pair, let trigger):
      return pair == places[0] && trigger.isBrought(by: moment.new.happening, flows.comparison.new.contract)
    case .choice(let pair, let mine, let theirs):
      if pair == places[1], mine == nil || theirs == nil { return true }
      guard pair == places[0], case .answer(let choice?, _) = moment.new.happening else { return false }
      return theirs.map { flows.comparison.new.steps[pair.new].choices[$0].name.value == choice } ?? false
    case .limit(let pair, _), .step(let pair): return places.contains(pair)
    case .interrupt(let mine, let theirs):
      guard case .event(let occurrence) = moment.new.happening else { return false }
      let step = mine.map { flows.comparison.old.steps[$0] } ?? theirs.map { flows.comparison.new.steps[$0] }
      return step?.awaited?.event == flows.comparison.new.contract.event(named: occurrence.event.name)
    case .none: return false
    }
  }
}

extension Trigger {
  /// Whether it may be what a happening is to a step.
  fileprivate func isBrought(by happening: Happening, _ contract: Contract) -> Bool {
    switch (self, happening) {
    case (.event(let event, _, _), .event(let occurrence)): contract.event(named: occurrence.event.name) == event
    case (.error, .event), (.timeout, .deadline), (.accepted, .accepted), (.rejected, .rejected), (.allow, .verdict),
      (.deny, .verdict), (.otherwise, _), (.exhausted, _):
      true
    default: false
    }
  }
}
