// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// The weakest assurance with which runs of a flow can be at each place: breadth first, so that the way to each is short.
///
/// A run that has shown more at a place can do no less than one that has shown less: only the weakest are followed.
///
/// Budgets go both ways at first. Only where that proves too little are they counted (``counting()``), which takes longer.
struct ProofStates {
  struct State {
    let place: Place
    let assurance: Assurance
    /// How often something was shown since the proofs were last taken away; 0 where that is not counted.
    let shown: Int
    /// The state before it; -1 for the first.
    let parent: Int
    /// What was at work between the two, and where the author wrote the way here; empty for the first.
    let stops: [Episodes.Stop]
    /// The state that it could be compared with and that was found before it; -1 for none.
    fileprivate var before = -1

    var phase: UInt8 { assurance.phase }
  }

  /// A run that comes to where something is claimed.
  struct Claim {
    enum Target: Hashable {
      case end(EndID)
      /// A success end of a flow inside, by what it claims, and where the author wrote the way there.
      case passage(ClaimID, SourceRange)
      /// A step that requires something, as an index.
      case step(Int)
    }

    let target: Target
    /// Where it comes from, as an index of `states`.
    let from: Int
    /// The interrupts that were at work on the way from there.
    let stops: [Episodes.Stop]
    let assurance: Assurance
    /// How often something was shown, as in ``State/shown``.
    let shown: Int
    let range: SourceRange
  }

  /// What states have in common of which one may do no more than the other, as ``Assurance/isNoMore(than:)`` tells.
  private struct Peers: Hashable {
    /// The number of the place.
    let place: Int
    let phase: UInt8
    let owed: UInt8
    let spent: UInt64
  }

  /// More are never needed for a flow that people can read.
  private static let mostStates = 20_000

  let relation: Relation
  private(set) var states: [State] = []
  private(set) var claims: [Claim] = []
  /// Steps that ask, though something that came before takes the run on at once: where each comes from, as an index of `states`.
  private(set) var passed: [(from: Int, exit: Episodes.Exit)] = []
  /// Whether there were too many states to follow all, so that nothing is proved.
  private(set) var isCut = false
  /// The same runs followed for the steps that an `after` names and that were not told apart: only what is claimed there is asked of them.
  private(set) var others: [ProofStates] = []
  /// By the number of a place: the ways out, nil where unknown.
  private var known: [ArraySlice<Move>?]
  /// The state that was found last of those that can be compared with each other.
  private var latest: [Peers: Int] = [:]
  /// The numbers of places that are neither mere steps nor those of a step's own open call.
  private var numbers: [Place: Int] = [:]
  private var episodes: Episodes
  private let table: MoveTable
  /// The ends that are looked for and not found yet.
  private var wanted: Set<EndID>
  /// Whether it is counted how often something is shown.
  private let countsShown: Bool
  /// So often is enough to tell two ways apart.
  private static let mostShown = 12
  /// By end: whether anything is claimed there.
  private let isSuccess: [Bool]
  /// The ends that come out as `ended`, and that a run of the flow's own steps reaches in the phase of signed-in users.
  private(set) var leftSignedIn: Set<Int> = []

  /// - Parameter table: what can happen at each step, whatever is wrong there.
  /// - Parameter followsAll: whether interrupts are followed, too, that make no difference.
  /// - Parameter countsShown: whether a way is followed, too, on which as much is shown less often than on another.
  /// - Parameter wanted: the ends that are looked for: once all are found, nothing more is followed. None to follow all.
  init(
    _ relation: Relation, _ table: MoveTable, followingAll followsAll: Bool = false,
    countingShown countsShown: Bool = false, until wanted: Set<EndID> = []
  ) {
    self.wanted = wanted
    self.relation = relation
    self.countsShown = countsShown
    self.table = table
    let flow = relation.flow
    known = Array(repeating: nil, count: flow.steps.count + relation.sites.count)
    isSuccess = flow.ends.map { $0.outcome == .success }
    episodes = Episodes(relation, table, followingAll: followsAll)
    let start = Place(step: Int(flow.start.index))
    visit(State(place: start, assurance: relation.first, shown: 0, parent: -1, stops: []))
    guard passes(claim: .none, entering: start.step, relation.first, 0, from: 0, at: flow[flow.start].name.range) else {
      return
    }
    var index = 0
    let isSearch = !wanted.isEmpty
    while index < states.count, !isSearch || !self.wanted.isEmpty {
      let state = states[index]
      for move in ways(from: state.place) { follow(move, from: index) }
      followInterrupts(from: index)
      followOwed(from: index)
      index += 1
    }
  }

  /// All runs, followed once more for each few of the steps that an `after` names.
  static func followingAll(_ relation: Relation, _ table: MoveTable) -> ProofStates {
    var states = ProofStates(relation, table)
    guard !states.isCut else { return states }
    states.others = relation.forOtherMarks().map { ProofStates($0, MoveTable($0)) }
    states.isCut = states.others.contains(where: \.isCut)
    return states
  }

  /// How many configurations with an interrupt open had to be looked at.
  var followed: Int { episodes.explored }

  /// The same with budgets counted; nil if there is nothing to count, or too much.
  ///
  /// - Parameter wanted: the ends that are looked for, as for ``init``.
  func counting(until wanted: Set<EndID> = []) -> ProofStates? {
    let counting = relation.countingBudgets()
    guard !isCut, !counting.budgets.isEmpty else { return nil }
    var states = ProofStates(counting, MoveTable(counting), until: wanted)
    if wanted.isEmpty { states.others = others.map { $0.counting() ?? $0 } }
    return states.isCut ? nil : states
  }

  /// By step: the phases in which it asks as an interrupt, as sets of bits; nil if that is too much to follow.
  func phasesOfInterrupts() -> [UInt64]? {
    let counting = relation.countingBudgets()
    let states = ProofStates(counting, MoveTable(counting), followingAll: true)
    return states.isCut ? nil : states.episodes.phases
  }

  private var steps: [StepFacts] { relation.steps }

  private mutating func ways(from place: Place) -> ArraySlice<Move> {
    let number = number(of: place)
    if let ways = known[number] { return ways }
    var ways = table.moves(at: place, relation)
    if !relation.broken.isEmpty { ways.removeAll(where: relation.isBroken) }
    if relation.leadsOnUnnamed(at: place) { ways += relation.unlistedMoves(at: place) }
    known[number] = ways
    return ways
  }

  /// Most places are steps, or those of a step's own open call, and looking those up would take longer than all else.
  private mutating func number(of place: Place) -> Int {
    guard let site = place.site else { return place.step }
    if relation.place(afterTaking: site) == place { return steps.count + site }
    if let number = numbers[place] { return number }
    numbers[place] = known.count
    known.append(nil)
    return known.count - 1
  }

  private mutating func follow(_ move: Move, from index: Int) {
    let place = states[index].place
    guard relation.allows(move, at: place, states[index].assurance) else { return }
    guard let owed = relation.owed(after: move, states[index].assurance) else { return }
    var before = states[index].assurance
    before.owed = owed
    let assurance = move.effect.applied(to: before)
    let earned = move.effect.earns & ~before.setUp
    let shown = count(earned.nonzeroBitCount, after: move.effect.loses ? 0 : states[index].shown)
    guard passes(claim: move.claim, entering: move.entered, assurance, shown, from: index, at: move.range) else {
      return
    }
    switch move.target {
    case .end(let end):
      if isSuccess[Int(end.index)] { claim(.end(end), from: index, [], assurance, shown, move.range) }
      if relation.flow[end].outcome == .ended, assurance.phase == relation.flow.contract.signedInPhase?.index {
        leftSignedIn.insert(Int(end.index))
      }
    case .place(let next):
      guard move.entered != nil || mayAsk(at: next, assurance, shown, from: index, [], at: move.range) else { return }
      // A call by which all is gone is told at once: nothing need come of it.
      let isLoss = move.isTaking && before.proofs != 0 && move.effect.loses
      let stop = Episodes.Stop(step: place.step, range: move.range, isLoss: isLoss)
      visit(
        State(
          place: next, assurance: assurance, shown: shown, parent: index,
          stops: move.isTaking && !isLoss ? [] : [stop]))
    // Outside of an interrupt there is nothing to resume.
    case .resume, .unhandled: break
    }
  }

  private func count(_ shown: Int, after before: Int) -> Int {
    countsShown ? min(before + shown, Self.mostShown) : 0
  }

  /// The same where only what a run has come to is known: what is shown anew by it, and that it was shown before, is not.
  private func count(_ after: Assurance, from index: Int) -> Int {
    let before = states[index].assurance.proofs
    let isLost = before & ~after.proofs != 0
    return count(
      (isLost ? after.proofs : after.proofs & ~before).nonzeroBitCount, after: isLost ? 0 : states[index].shown)
  }

  private mutating func followInterrupts(from index: Int) {
    let state = states[index]
    // What was told before was told of a way on which more may have been shown.
    let told = episodes.summary(at: state.place, state.assurance, asNew: countsShown)
    guard let (summary, isNew) = told else { return }
    if isNew {
      isCut = isCut || summary.isCut
      passed += summary.passed.map { (index, $0) }
      for claim in summary.claims {
        let shown = count(claim.assurance, from: index)
        self.claim(claim.target, from: index, claim.way, claim.assurance, shown, claim.range)
      }
    }
    for exit in summary.exits where isNew || exit.place == nil {
      let (place, shown) = (exit.place ?? state.place, count(exit.assurance, from: index))
      let range = exit.way.last?.range ?? steps[place.step].step.name.range
      guard place.step != state.place.step || mayAsk(at: place, exit.assurance, shown, from: index, exit.way, at: range)
      else { continue }
      visit(State(place: place, assurance: exit.assurance, shown: shown, parent: index, stops: exit.way))
    }
  }

  /// Replies may still come to calls of interrupts that are gone.
  private mutating func followOwed(from index: Int) {
    let state = states[index]
    guard state.assurance.owed != 0 else { return }
    for passage in relation.lapses(at: Configuration(at: state.place, state.assurance)) {
      let shown = count(passage.assurance, from: index)
      visit(State(place: state.place, assurance: passage.assurance, shown: shown, parent: index, stops: []))
    }
    guard !relation.isPassing(state.place),
      !relation.isLeftAtOnce(state.place, state.assurance)
    else { return }
    for passage in relation.owedArrivals(at: Configuration(at: state.place, state.assurance)) {
      guard let range = passage.range else { continue }
      let shown = count(passage.assurance, from: index)
      guard
        passes(claim: passage.claim, entering: passage.entered, passage.assurance, shown, from: index, at: range)
      else { continue }
      switch passage.outcome {
      case .fails: break
      case .ends(let end):
        if isSuccess[Int(end.index)] { claim(.end(end), from: index, [], passage.assurance, shown, range) }
      case .goesOn(let next):
        let stop = Episodes.Stop(step: passage.step, range: range)
        let place = next.frames[0].place
        guard passage.entered != nil || mayAsk(at: place, next.assurance, shown, from: index, [stop], at: range) else {
          continue
        }
        visit(State(place: place, assurance: next.assurance, shown: shown, parent: index, stops: [stop]))
      }
    }
  }

  /// Notes what is claimed on a way, and says whether the run goes on there: it is over where it falls short.
  private mutating func passes(
    claim: ClaimID, entering step: Int?, _ assurance: Assurance, _ shown: Int, from index: Int, at range: SourceRange
  ) -> Bool {
    for target in relation.claims(passing: claim, entering: step, at: range) {
      self.claim(target, from: index, [], assurance, shown, range)
      guard relation.goesOn(past: target, assurance) else { return false }
    }
    return true
  }

  /// Whether a step asks again: it does not where something is gone that it requires, and that is noted.
  private mutating func mayAsk(
    at place: Place, _ assurance: Assurance, _ shown: Int, from index: Int, _ stops: [Episodes.Stop],
    at range: SourceRange
  ) -> Bool {
    guard place.isAsking, steps[place.step].step.requirement != nil, !relation.meets(step: place.step, assurance)
    else { return true }
    claim(.step(place.step), from: index, stops, assurance, shown, range)
    return false
  }

  private mutating func claim(
    _ target: Claim.Target, from index: Int, _ stops: [Episodes.Stop], _ assurance: Assurance, _ shown: Int,
    _ range: SourceRange
  ) {
    if case .end(let end) = target { wanted.remove(end) }
    claims.append(Claim(target: target, from: index, stops: stops, assurance: assurance, shown: shown, range: range))
  }

  private mutating func visit(_ state: State) {
    let assurance = state.assurance
    let peers = Peers(
      place: number(of: state.place), phase: assurance.phase, owed: assurance.owed, spent: assurance.spent)
    let last = latest[peers] ?? -1
    var other = last
    while other >= 0 {
      if states[other].shown <= state.shown, states[other].assurance.isNoMore(than: assurance) { return }
      other = states[other].before
    }
    guard states.count < Self.mostStates else { return isCut = true }
    states.append(state)
    states[states.count - 1].before = last
    latest[peers] = states.count - 1
  }
}

extension Relation {
  /// What is claimed where a way leads on: by the success ends of flows inside that it passes, then by the step that it enters.
  func claims(passing claim: ClaimID, entering step: Int?, at range: SourceRange) -> [ProofStates.Claim.Target] {
    var targets: [ProofStates.Claim.Target] = []
    if claim != .none { targets.append(.passage(claim, range)) }
    if let step, steps[step].step.requirement != nil { targets.append(.step(step)) }
    return targets
  }

  /// Whether a run goes on where this is claimed: it is over at an end, and wherever it falls short.
  func goesOn(past target: ProofStates.Claim.Target, _ assurance: Assurance) -> Bool {
    switch target {
    case .end: false
    case .passage(let claim, _): meets(claim: claim, assurance)
    case .step(let step): meets(step: step, assurance)
    }
  }
}
