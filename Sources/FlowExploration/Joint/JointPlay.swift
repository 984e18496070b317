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
  /// So many are looked at before a shorter way is tried to find what only limits show.
  private static let fewStates = mostStates / 4
  /// So many are looked at for all limits together.
  private static let mostStatesOfLimits = 5 * mostStates
  /// Up to how many uses a limit is tried, each way.
  private static let mostUses = 20
  /// Up to how many uses a limit is tried by going round in one circle.
  private static let mostRounds = 1_000

  private struct Node: SearchNode {
    let state: JointState
    let parent: Int
    let moment: JointMoment?
  }

  private let flows: JointFlows
  private let differences: [Difference]
  private var moves: JointMoves
  private var runs: [Int: JointRun] = [:]
  /// By difference of a limit: the run that comes to the first use of what is limited.
  private var firstUses: [Int: JointRun] = [:]
  /// By two steps that stand for each other: the differences there.
  private let places: [Correspondence.Pair: [Int]]
  /// Up to how many refusals in a row are told apart: all that a step puts up with where one flow may take them otherwise.
  private let refusals: Int
  /// How many states may still be looked at for limits.
  private var statesLeft = Self.mostStatesOfLimits
  /// The searches for uses that were made, each with how many states it could look at.
  private var searched: [Uses: Int] = [:]

  /// What a search counts.
  private struct Uses: Hashable {
    let pair: Correspondence.Pair
    let most: Int
    let isNaming: Bool
  }

  /// - Parameters:
  ///   - old: a program of the old flow.
  ///   - new: a program of the new flow.
  ///   - differences: those that are to be shown; nil for all.
  ///   - saved: the machines of a run that was saved: only what comes of it is played then, and never all runs.
  package init(
    _ comparison: FlowComparison, _ old: Program, _ new: Program, showing differences: [Difference]? = nil,
    from saved: (old: FlowMachine, new: FlowMachine)? = nil
  ) {
    flows = JointFlows(comparison: comparison, old: old, new: new, saved: saved)
    let differences = differences ?? comparison.differences
    self.differences = differences
    moves = JointMoves(flows)
    var places: [Correspondence.Pair: [Int]] = [:]
    for (index, difference) in differences.enumerated() {
      if let pair = difference.spot.pair { places[pair, default: []].append(index) }
    }
    self.places = places
    let tellsRefusals = differences.contains { difference in
      guard case .outcome(_, let triggers) = difference.spot else { return false }
      return triggers.contains { if case .rejected = $0 { true } else { false } }
    }
    refusals = tellsRefusals ? Int(FlowMachine.refusalLimit) - 1 : 0
  }

  /// Plays until each difference is shown, or all was looked at.
  ///
  /// - Parameter playingAll: whether all runs are played where a search leaves something open and they are few enough.
  /// - Returns: the differences with what was found out, in their order, and the run that shows each; nil for one that no run
  ///   shows. What all runs have refuted is left out; what is then open is judged as it is written, where that is enough.
  package mutating func outcome(playingAll: Bool = true) -> [(difference: Difference, run: JointRun?)] {
    if differences.contains(where: { $0.spot != .none }) { search(counting: nil, upTo: 0, interrupting: true) }
    let limits = differences.indices.filter { differences[$0].uses != nil && runs[$0]?.parts != true }
    // Half of what may be looked at is left for going round.
    let states = min(Self.fewStates, Self.mostStatesOfLimits / 2 / max(1, limits.count))
    for index in limits { useUp(index, lookingAt: states) }
    let isShown = differences.indices.map { index in
      differences[index].spot == .none || runs[index].map { $0.parts || !differences[index].needsRun } ?? false
    }
    // What comes behind a place where the flows have parted is seen in runs of each alone.
    let playingAll = playingAll && flows.saved == nil
    let havePart = flows.saved == nil && runs.values.contains(where: \.parts)
    let behind = havePart && isShown.contains(false) ? (reached(flows.old), reached(flows.new)) : ([:], [:])
    var found: [(difference: Difference, run: JointRun?)] = differences.indices.map { index in
      let difference = differences[index]
      if isShown[index] { return (difference, runs[index]) }
      if difference.arrivalMessages != nil { return (difference, nil) }
      // Both come there alike, and nothing was seen: only what parts them at these steps can stand before it.
      if runs[index] != nil, !isParted(at: difference.spot.pair) { return (difference.undecided, nil) }
      guard let pair = difference.spot.pair, behind.0[pair.old] != nil, let run = behind.1[pair.new] else {
        return (difference.undecided, nil)
      }
      return (difference, JointRun(old: [], new: run, parts: false))
    }
    if playingAll, found.contains(where: { $0.difference.verdict == .notDecided && $0.difference.spot != .none }) {
      decide(&found)
    }
    if playingAll { showEvidence(of: &found) }
    return found.map { ($0.difference.asWritten, $0.run) }
  }

  /// Looks for runs of what no place shows, and for which none is known.
  private func showEvidence(of found: inout [(difference: Difference, run: JointRun?)]) {
    var evidence: [Int: Evidence] = [:]
    for index in found.indices where found[index].run == nil { evidence[index] = found[index].difference.evidence }
    guard !evidence.isEmpty else { return }
    for (index, run) in EvidenceSearch(flows).runs(showing: evidence) { found[index].run = run }
  }

  /// Looks for a run that uses a limit up: where flows are large, going round is tried before all is looked at.
  private mutating func useUp(_ index: Int, lookingAt states: Int) {
    guard let pair = differences[index].spot.pair, let uses = differences[index].uses else { return }
    let isNaming = flows.countByUserOtherwise(at: pair)
    func search(within states: Int) {
      guard runs[index]?.parts != true, uses <= Self.mostUses else { return }
      let counted = Uses(pair: pair, most: mostDraws(on: differences[index], uses), isNaming: isNaming)
      guard searched[counted, default: 0] < states else { return }
      searched[counted] = states
      // What is counted at an interrupt is used where it comes.
      let isInterrupt = flows.new.flow.steps[pair.new].isInterrupt
      let isWhole = self.search(
        counting: pair, upTo: counted.most, interrupting: isInterrupt, naming: isNaming, within: states)
      if isWhole { searched[counted] = Self.mostStates }
    }
    search(within: states)
    if runs[index]?.parts != true, uses <= Self.mostRounds {
      if firstUses[index] == nil { self.search(counting: pair, upTo: 1, interrupting: false, untilUsed: index) }
      goRound(differences[index], at: pair, to: uses, from: firstUses[index])
    }
    search(within: Self.mostStates)
  }

  /// Whether flows were seen to part at two steps.
  private func isParted(at pair: Correspondence.Pair?) -> Bool {
    differences.indices.contains { runs[$0]?.parts == true && differences[$0].spot.pair == pair }
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
    /// Whether runs came to both of two steps: at once, where the new one is a copy of another one.
    func isVisited(_ pair: Correspondence.Pair) -> Bool {
      isCopy(pair) ? brute.visitedPairs.contains(pair) : brute.visited.contains(pair.old)
    }
    func mayBeVisited(_ pair: Correspondence.Pair) -> Bool {
      let isLeftOut = isCopy(pair) && !brute.visitedPairs.contains { $0.new == pair.new }
      return (isLeftOut || !brute.visited.contains(pair.old)) && flows.comparison.mayReach(pair)
    }
    func isCopy(_ pair: Correspondence.Pair) -> Bool { flows.comparison.correspondence.isCopy(pair) }
    switch brute.outcome() {
    case .same:
      found = found.indices.compactMap { index in
        guard isOpen(index) else { return found[index] }
        // What needs no run to show it is a difference wherever runs come: brute force does not compare texts and arguments.
        if !differences[index].needsRun, let pair = differences[index].spot.pair,
          runs[index] != nil || isVisited(pair)
        {
          return (differences[index], found[index].run)
        }
        // What nobody came to by what is made up says nothing of what others may hand in, or the SDK may send.
        if let pair = differences[index].spot.pair, mayBeVisited(pair) {
          return (found[index].difference.unseen, found[index].run)
        }
        return found[index].difference.ofTexts.map { ($0, nil) }
      }
    case .different(let run):
      let open = found.indices.filter(isOpen)
      // If nothing else differs, it is why they part; else the run must tell.
      if open.count == 1, found.allSatisfy({ $0.difference.isSum || $0.difference.verdict == .notDecided }) {
        found[open[0]] = (differences[open[0]], run)
      } else if let moment = run.moments.last {
        var state = JointState(flows)
        for moment in run.moments.dropLast() { _ = state.take(moment, flows) }
        let before = state.pair
        guard let parting = state.take(moment, flows).parting else { return }
        for index in open where differences[index].isShown(by: moment, from: before, to: state, parting, flows) {
          found[index] = (differences[index], run)
        }
      }
    case .unknown: return
    }
  }

  /// Goes round where a limit is used, as often as the flows allow alike, and searches from there for the point where they differ; what
  /// only one of them offers on the way is not used.
  ///
  /// - Parameter way: a run that comes to its first use; nil if none is known.
  private mutating func goRound(
    _ difference: Difference, at pair: Correspondence.Pair, to uses: Int, from way: JointRun?
  ) {
    guard let way else { return }
    let flows = flows
    func draws(_ state: JointState) -> Int { state.draws(on: difference, flows) }
    var (state, moments) = (JointState(flows), way.moments)
    for moment in moments { guard state.take(moment, flows).sight != .parted else { return } }
    if uses > 2 {
      // The second use, since the step may be entered for the first with another event.
      guard let entry = circle(from: state, at: pair, where: { draws($0) >= 2 }) else { return }
      (state, moments) = (entry.state, moments + entry.moments)
    }
    if uses > 3 {
      let refusals = refusals
      let (first, key, begin) = (draws(state), state.key(counting: nil, upTo: 0, refusals: refusals), state.old.time)
      let round = circle(from: state, at: pair) {
        draws($0) > first && $0.key(counting: nil, upTo: 0, refusals: refusals) == key
      }
      guard let round = round?.moments, !round.isEmpty else { return }
      while draws(state) < uses - 1 {
        var next = state
        let round = round.map { $0.later(by: state.old.time - begin) }
        for moment in round { guard next.take(moment, flows).sight != .parted else { return } }
        guard draws(next) > draws(state) else { return }
        state = next
        moments += round
      }
    }
    search(
      counting: pair, upTo: mostDraws(on: difference, uses), interrupting: false,
      naming: flows.countByUserOtherwise(at: pair), from: (state, moments))
  }

  /// Up to how many draws the search tells states apart when it looks for one use more than a limit allows.
  ///
  /// If a choice has two limits, one use may draw on both.
  private func mostDraws(on difference: Difference, _ uses: Int) -> Int {
    guard case .choice(let pair, let mine, let theirs) = difference.spot else { return uses + 1 }
    let before = mine.map { flows.old.flow.steps[pair.old].choices[$0] }
    let after = theirs.map { flows.new.flow.steps[pair.new].choices[$0] }
    return (uses + 1) * (before?.scopedMax != nil || after?.scopedMax != nil ? 2 : 1)
  }

  /// The shortest way to a state with some property, on which both flows do the same: at the steps themselves, or else wherever it leads.
  private mutating func circle(
    from first: JointState, at pair: Correspondence.Pair, where isSo: (JointState) -> Bool
  ) -> (state: JointState, moments: [JointMoment])? {
    if let near = circle(from: first, { $0.pair == pair }, where: isSo) { return near }
    return circle(from: first, { _ in true }, where: isSo)
  }

  private mutating func circle(
    from first: JointState, _ mayPass: (JointState) -> Bool, where isSo: (JointState) -> Bool
  ) -> (state: JointState, moments: [JointMoment])? {
    var nodes = [Node(state: first, parent: -1, moment: nil)]
    var known: Set<JointState.Key> = []
    var index = 0
    defer { statesLeft -= nodes.count }
    while index < nodes.count, nodes.count < min(Self.fewStates, statesLeft) {
      let state = nodes[index].state
      for moment in moves.next(for: state, interrupting: false) {
        var next = state
        guard next.take(moment, flows).sight != .parted, !next.old.isOver, mayPass(next) else { continue }
        if isSo(next) { return (next, nodes.moments(to: index) + [moment]) }
        guard known.insert(next.key(counting: nil, upTo: 0, refusals: refusals)).inserted else { continue }
        nodes.append(Node(state: next, parent: index, moment: moment))
      }
      index += 1
    }
    return nil
  }

  /// - Parameter naming: whether another user may come after the first.
  /// - Returns: whether no state was left out.
  @discardableResult
  private mutating func search(
    counting counted: Correspondence.Pair?, upTo most: Int, interrupting: Bool, naming: Bool = false,
    from beginning: (state: JointState, moments: [JointMoment])? = nil, untilUsed limit: Int? = nil,
    within states: Int = Self.mostStates
  ) -> Bool {
    let mostStates = counted == nil ? states : min(states, statesLeft)
    let first = beginning?.state ?? JointState(flows)
    let before = beginning?.moments ?? []
    var nodes = [Node(state: first, parent: -1, moment: nil)]
    var known: Set<JointState.Key> = [first.key(counting: counted, upTo: most, refusals: refusals)]
    var interrupted: Set<Interruptible> = []
    var (index, isWhole) = (0, true)
    while index < nodes.count, !isDone(counted, after: index), limit.map({ firstUses[$0] == nil }) ?? true {
      let state = nodes[index].state
      let draws = counted.map { min(most, state.draws(at: $0)) } ?? 0
      let mayInterrupt = interrupting && state.mayBeInterrupted(&interrupted, draws)
      for moment in moves.next(for: state, interrupting: mayInterrupt, naming: naming) {
        var next = state
        let (sight, parting) = next.take(moment, flows)
        if let parting {
          let place = sight == .parted ? state.pair : nil
          for shown in differences.indices
          where runs[shown]?.parts != true
            && differences[shown].isShown(by: moment, from: place, to: next, parting, flows)
          {
            runs[shown] = JointRun(before + nodes.moments(to: index) + [moment], parts: true)
          }
        }
        guard sight != .parted else { continue }
        for said in saidOtherwise(by: next) {
          runs[said] = JointRun(before + nodes.moments(to: index) + [moment], parts: false)
        }
        guard known.insert(next.key(counting: counted, upTo: most, refusals: refusals)).inserted else { continue }
        guard nodes.count < mostStates else {
          isWhole = false
          continue
        }
        nodes.append(Node(state: next, parent: index, moment: moment))
        for reached in reached(by: next) where runs[reached] == nil {
          runs[reached] = JointRun(before + nodes.moments(to: nodes.count - 1), parts: false)
        }
        for used in used(by: next) {
          firstUses[used] = JointRun(before + nodes.moments(to: nodes.count - 1), parts: false)
        }
      }
      index += 1
    }
    if counted != nil { statesLeft -= nodes.count }
    return isWhole
  }

  /// Whether nothing is left to be found by a search that has looked at some states.
  private func isDone(_ counted: Correspondence.Pair?, after states: Int) -> Bool {
    if let counted {
      return differences(at: counted).allSatisfy { differences[$0].uses == nil || runs[$0]?.parts == true }
    }
    return differences.indices.allSatisfy { index in
      let difference = differences[index]
      guard difference.spot != .none else { return true }
      // A limit of more than one use is looked for where uses are counted.
      if states >= Self.fewStates, difference.uses ?? 0 > 1, firstUses[index] != nil { return true }
      return runs[index].map { $0.parts || !difference.needsRun } ?? false
    }
  }

  private func differences(at pair: Correspondence.Pair) -> [Int] { places[pair] ?? [] }

  /// The differences at two steps that stand for each other, and that a run has come to.
  private func reached(by state: JointState) -> [Int] {
    guard !state.old.isOver else { return [] }
    return differences(at: state.pair).filter { differences[$0].arrivalMessages == nil }
  }

  /// The differences in what is said at two steps, of which no run is known yet, where both have just said something else.
  private func saidOtherwise(by state: JointState) -> [Int] {
    guard !state.old.isOver else { return [] }
    let open = differences(at: state.pair).filter { index in
      runs[index] == nil && differences[index].arrivalMessages != nil
    }
    guard !open.isEmpty else { return [] }
    let (mine, theirs) = (state.old.question(at: state.old.time), state.new.question(at: state.new.time))
    guard mine?.message != theirs?.message else { return [] }
    let said = [mine, theirs].compactMap { $0?.said?.key }
    return open.filter { !(differences[$0].arrivalMessages?.isDisjoint(with: said) ?? true) }
  }

  /// The differences of limits at two steps, of which nobody has seen a use before.
  private func used(by state: JointState) -> [Int] {
    guard !state.old.isOver else { return [] }
    return differences(at: state.pair).filter { index in
      differences[index].uses != nil && firstUses[index] == nil && state.draws(on: differences[index], flows) > 0
    }
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
