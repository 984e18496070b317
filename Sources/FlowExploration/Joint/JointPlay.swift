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
  /// So many pairs of configurations are looked at where all runs are played.
  private static let mostConfigurations = 3_000
  /// Up to how many uses a limit is tried.
  private static let mostUses = 20

  private struct Node: SearchNode {
    let state: JointState
    let parent: Int
    let moment: JointMoment?
  }

  private let flows: JointFlows
  private let differences: [Difference]
  private var moves: JointMoves
  private var runs: [Int: JointRun] = [:]

  /// - Parameters:
  ///   - old: a program of the old flow.
  ///   - new: a program of the new flow.
  package init(_ comparison: FlowComparison, _ old: Program, _ new: Program) {
    flows = JointFlows(comparison: comparison, old: old, new: new)
    differences = comparison.differences
    moves = JointMoves(flows)
  }

  /// Plays until each difference is shown, or all was looked at.
  ///
  /// - Parameter playingAll: whether all runs are played where a search leaves something open and they are few enough.
  /// - Returns: the differences with what was found out, in their order, and the run that shows each; nil for one that no run
  ///   shows. What all runs have refuted is left out.
  package mutating func outcome(playingAll: Bool = true) -> [(difference: Difference, run: JointRun?)] {
    if differences.contains(where: { $0.spot != .none }) { search(counting: nil, upTo: 0, interrupting: true) }
    for index in differences.indices where runs[index]?.parts != true {
      guard case .limit(let pair, let uses) = differences[index].spot, uses <= Self.mostUses else { continue }
      search(counting: pair, upTo: uses + 1, interrupting: false)
    }
    let isShown = differences.indices.map { index in
      differences[index].spot == .none || runs[index].map { $0.parts || !differences[index].needsRun } ?? false
    }
    // What comes behind a place where the flows have parted is seen in runs of each alone.
    let havePart = runs.values.contains(where: \.parts)
    let behind = havePart && isShown.contains(false) ? (reached(flows.old), reached(flows.new)) : ([:], [:])
    var found: [(difference: Difference, run: JointRun?)] = differences.indices.map { index in
      let difference = differences[index]
      if isShown[index] { return (difference, runs[index]) }
      guard let pair = difference.spot.pair, behind.0[pair.old] != nil, let run = behind.1[pair.new] else {
        return (difference.undecided, nil)
      }
      return (difference, JointRun(old: [], new: run, parts: false))
    }
    if playingAll, found.contains(where: { $0.difference.verdict == .notDecided && $0.difference.spot != .none }) {
      decide(&found)
    }
    return found
  }

  /// Plays all runs of both, where the quick search has left something open and they are few enough.
  private func decide(_ found: inout [(difference: Difference, run: JointRun?)]) {
    let flows = flows
    var brute = JointBruteForce(flows.old, flows.new, mostConfigurations: Self.mostConfigurations) { old, new in
      flows.names(at: Correspondence.Pair(old: old.place, new: new.place))
    }
    func isOpen(_ index: Int) -> Bool {
      found[index].difference.verdict == .notDecided && found[index].difference.spot != .none
    }
    switch brute.outcome() {
    case .same:
      found = found.indices.compactMap { index in
        isOpen(index) ? found[index].difference.ofTexts.map { ($0, nil) } : found[index]
      }
    case .different(let run):
      // Where another difference is shown, this run may be its.
      guard !runs.values.contains(where: \.parts) else { return }
      for index in found.indices where isOpen(index) { found[index] = (differences[index], run) }
    case .unknown: return
    }
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
        let sight = next.take(moment, flows)
        if sight != .alike {
          for shown in shown(by: moment, from: state, to: next, sight) where runs[shown]?.parts != true {
            runs[shown] = JointRun(nodes.moments(to: index) + [moment], parts: true)
          }
        }
        guard sight != .parted else { continue }
        guard known.insert(next.key(counting: counted, upTo: most)).inserted else { continue }
        guard nodes.count < Self.mostStates else { continue }
        nodes.append(Node(state: next, parent: index, moment: moment))
        for reached in reached(by: next) where runs[reached] == nil {
          runs[reached] = JointRun(nodes.moments(to: nodes.count - 1), parts: false)
        }
      }
      index += 1
    }
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
  private func shown(
    by moment: JointMoment, from state: JointState, to next: JointState, _ sight: JointSight
  ) -> [Int] {
    let places = [state.pair, next.pair]
    guard sight == .parted else {
      let seen = differences.indices.filter {
        differences[$0].verdict != .wording && differences[$0].spot.isSeen(at: next.pair)
      }
      // A limit is seen by what is gone once it is reached, unless other choices are why.
      let choices = seen.filter { if case .choice = differences[$0].spot { true } else { false } }
      return choices.isEmpty ? seen : choices
    }
    let exact = differences.indices.filter {
      differences[$0].verdict != .wording && differences[$0].spot.isShown(by: moment, at: places, flows)
    }
    guard exact.isEmpty else { return exact }
    return differences.indices.filter {
      differences[$0].needsRun && differences[$0].spot.pair.map(places.contains) ?? false
    }
  }

  /// The differences at two steps that stand for each other, and that a run has come to.
  private func reached(by state: JointState) -> [Int] {
    guard !state.old.isOver else { return [] }
    let pair = state.pair
    return differences.indices.filter { differences[$0].spot.pair == pair }
  }

  /// The steps that runs of one flow come to, each with such a run.
  private func reached(_ program: Program) -> [Int: [Moment]] {
    var bounds = Explorer.Bounds()
    bounds.standings = Self.mostStates
    let exploration = Explorer(program, Prospects(program), within: bounds).explore()
    var runs: [Int: [Moment]] = [:]
    for index in exploration.nodes.indices {
      guard let layer = exploration.nodes[index].standing.layers.last else { continue }
      let step = Int(layer.place.step.index)
      if runs[step] == nil { runs[step] = exploration.run(to: index) }
    }
    return runs
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
  /// Whether it is why other choices are offered at a step.
  fileprivate func isSeen(at pair: Correspondence.Pair) -> Bool {
    switch self {
    case .choice(pair, _, _), .limit(pair, _), .step(pair): true
    default: false
    }
  }

  /// Whether it is what shows where the flows have parted.
  fileprivate func isShown(by moment: JointMoment, at places: [Correspondence.Pair], _ flows: JointFlows) -> Bool {
    switch self {
    case .outcome(let pair, let trigger):
      return pair == places[0] && trigger.isBrought(by: moment.new.happening, flows.comparison.new.contract)
    case .choice(let pair, _, let theirs):
      guard pair == places[0], case .answer(let choice?, _) = moment.new.happening else { return false }
      return theirs.map { flows.comparison.new.steps[pair.new].choices[$0].name.value == choice } ?? false
    case .limit(let pair, _), .step(let pair): return places.contains(pair)
    case .start: if case .start = moment.new.happening { return true } else { return false }
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
