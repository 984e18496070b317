// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// What interrupts do between opening above a place of the flow and leaving it at rest: one summary for each place and each
/// assurance with which a run can be there.
///
/// Each way out has the effects of just that way. Where no event can be kept for the place, all places share a summary.
struct Episodes {
  /// A way out of an interrupt, or of several that lie over each other.
  struct Exit {
    /// Where the flow is then; nil for the place that was interrupted.
    let place: Place?
    let assurance: Assurance
    /// The steps that were at work on the way, with where the author wrote the way on.
    let way: [Stop]
  }

  struct Stop {
    let step: Int
    let range: SourceRange
    /// Whether nothing has happened there but a call that takes away what was shown.
    var isLoss = false
  }

  /// Somewhere on the way something is claimed.
  struct Claim {
    let target: ProofStates.Claim.Target
    let assurance: Assurance
    let range: SourceRange
    let way: [Stop]
  }

  struct Summary {
    var exits: [Exit] = []
    var claims: [Claim] = []
    /// Where a step of the flow is come to and asks, though what was kept for it takes it on at once.
    var passed: [Exit] = []
    var isCut = false
    /// The counted budgets that the ways hang on, as bits of what is spent.
    fileprivate var readBudgets: UInt64 = 0
  }

  private struct Key: Hashable {
    /// Nil for every place for which nothing is kept.
    let place: Place?
    /// The interrupts that cannot have been started there.
    let unstarted: [EventID]
    var assurance: Assurance
  }

  /// What was found for a run that had spent so much.
  private struct Known {
    let spent: UInt64
    let summary: Summary
  }

  /// More are never needed above one place for interrupts that people can oversee.
  private static let mostConfigurations = 20_000
  /// More take too long in all.
  private static let mostExplored = 400_000
  /// Where budgets are counted there are many more, and it is better to be less precise than to take long.
  private static let mostCounted = 10_000

  private let relation: Relation
  /// By what the runs have in common but for what they have spent: interrupts draw on few budgets, and ask for few.
  private var summaries: [Key: [Known]] = [:]
  /// What was told.
  private var told: Set<Key> = []
  /// By place: whether nothing is kept for it.
  private var isQuiet: [Place: Bool] = [:]
  /// How many configurations were looked at in all.
  private(set) var explored = 0
  /// Whether any interrupt has to be followed; and whether there are others whose arrival makes a difference.
  private let areFollowed: Bool
  private let areNoted: Bool
  /// Whether every interrupt of the contract has an entry.
  private let allListed: Bool

  /// By step: the phases in which it asks as an interrupt, as sets of bits; of those that are followed.
  private(set) var phases: [UInt64]

  /// - Parameters:
  ///   - table: what can happen at each place, whatever is wrong there.
  ///   - followsAll: whether those are followed, too, that make no difference to the flow.
  init(_ relation: Relation, _ table: MoveTable, followingAll followsAll: Bool = false) {
    phases = Array(repeating: 0, count: relation.steps.count)
    if followsAll {
      let all = Array(repeating: true, count: relation.flow.contract.events.count)
      self.relation = relation.following(all, waiting: true)
      (areFollowed, areNoted) = (true, false)
    } else {
      let interrupts = FollowedInterrupts(relation, table)
      self.relation = relation.following(interrupts.isFollowed, noting: interrupts.isNoted)
      (areFollowed, areNoted) = (interrupts.isFollowed.contains(true), interrupts.isNoted.contains(true))
    }
    allListed = relation.flow.contract.events.indices.allSatisfy {
      relation.flow.contract.events[$0].kind != .interrupt || relation.entries[$0] != nil
    }
  }

  /// What interrupts do at a place; nil where the same was told for another place that nothing distinguishes from this one,
  /// and where none can come.
  ///
  /// - Parameter isNewEach: whether each is new, though the same was told before.
  mutating func summary(
    at place: Place, _ assurance: Assurance, asNew isNewEach: Bool
  ) -> (summary: Summary, isNew: Bool)? {
    guard areFollowed || areNoted, !relation.isPassing(place), !relation.isLeftAtOnce(place, assurance) else {
      return nil
    }
    var key = Key(
      place: isQuiet(place) ? nil : place, unstarted: relation.started.missing(at: place.step), assurance: assurance)
    let isNew = isNewEach || told.insert(key).inserted
    key.assurance.spent = 0
    let spent = assurance.spent
    if let known = summaries[key]?.first(where: { ($0.spent ^ spent) & $0.summary.readBudgets == 0 }) {
      return (known.summary.spending(spent &- known.spent), isNew)
    }
    let summary = explore(Configuration(at: place, assurance))
    summaries[key, default: []].append(Known(spent: spent, summary: summary))
    return (summary, isNew)
  }

  private mutating func isQuiet(_ place: Place) -> Bool {
    guard allListed, place.site == nil, relation.owable.isEmpty else { return false }
    if let known = isQuiet[place] { return known }
    var hasSignals = false
    relation.forEachSignal(to: place) { _ in hasSignals = true }
    isQuiet[place] = !hasSignals
    return !hasSignals
  }

  /// A configuration that was found, and what led there.
  struct Node {
    let configuration: Configuration
    let parent: Int
    let stop: Stop?
    /// Whether the flow was led elsewhere on the way, be it to where it was.
    var hasLeft = false
  }

  /// What was found, and whether the flow was led there: all places that share a summary share what did not leave them.
  private struct Found: Hashable {
    let configuration: Configuration
    let hasLeft: Bool
  }

  /// Follows interrupts, from where one opens until none is open.
  private mutating func explore(_ start: Configuration) -> Summary {
    var summary = Summary()
    var nodes: [Node] = []
    var known = FoundNodes()
    var exits: Set<Found> = [Found(configuration: start, hasLeft: false)]
    let isShared = isQuiet(start.frames[0].place)
    func way(to index: Int, _ stop: Stop?) -> [Stop] {
      nodes.way(to: index) + (stop.map { [$0] } ?? [])
    }
    func claim(_ target: ProofStates.Claim.Target, _ passage: Passage, from parent: Int) {
      guard let range = passage.range else { return }
      summary.claims.append(
        Claim(target: target, assurance: passage.assurance, range: range, way: way(to: parent, nil)))
    }
    func follow(_ passage: Passage, from parent: Int) {
      let stop = passage.range.map { Stop(step: passage.step, range: $0) }
      let hasLeft = isShared && (passage.entered != nil || parent >= 0 && nodes[parent].hasLeft)
      if let range = passage.range {
        for target in relation.claims(passing: passage.claim, entering: passage.entered, at: range) {
          claim(target, passage, from: parent)
          guard relation.goesOn(past: target, passage.assurance) else { return }
        }
      }
      switch passage.outcome {
      case .fails: break
      case .ends(let end):
        if relation.flow.ends[Int(end.index)].outcome == .success { claim(.end(end), passage, from: parent) }
      case .goesOn(let next) where next.isAtRest:
        guard exits.insert(Found(configuration: next, hasLeft: hasLeft)).inserted else { return }
        let place = next.frames[0].place
        summary.exits.append(
          Exit(
            place: !hasLeft && place == start.frames[0].place ? nil : place, assurance: next.assurance,
            way: way(to: parent, stop)))
      case .goesOn(let next):
        let hash = FoundNodes.hash(next, hasLeft)
        guard !known.contains(next, hasLeft, hash, in: nodes) else { return }
        if passage.arrives, next.frames.count == 1, next.waiting.isEmpty, !next.frames[0].kept.isEmpty {
          summary.passed.append(
            Exit(place: next.frames[0].place, assurance: next.assurance, way: way(to: parent, stop)))
        }
        if let (step, phase) = next.asking { phases[step] |= 1 << UInt64(phase) }
        explored += 1
        let most = relation.budgets.isEmpty ? Self.mostExplored : Self.mostCounted
        guard nodes.count < Self.mostConfigurations, explored < most else {
          return summary.isCut = true
        }
        known.add(nodes.count, hash)
        nodes.append(Node(configuration: next, parent: parent, stop: stop, hasLeft: hasLeft))
      }
    }
    if areNoted { for passage in relation.notedArrivals(at: start) { follow(passage, from: -1) } }
    guard areFollowed else { return summary }
    for passage in relation.arrivals(at: start) {
      // What a frame takes that nothing lies over is a move of its own.
      if case .goesOn(let next) = passage.outcome, next.isAtRest { continue }
      if case .goesOn = passage.outcome { follow(passage, from: -1) }
    }
    var index = 0
    while index < nodes.count {
      summary.readBudgets |= relation.budgets.bits(of: nodes[index].configuration.stepAtWork)
      for passage in relation.next(nodes[index].configuration) { follow(passage, from: index) }
      index += 1
    }
    return summary
  }
}

extension Episodes.Summary {
  /// The same for a run that has spent more, or less, of what its ways do not hang on.
  fileprivate func spending(_ more: UInt64) -> Self {
    guard more != 0 else { return self }
    func spending(_ assurance: Assurance) -> Assurance {
      var assurance = assurance
      assurance.spent &+= more
      return assurance
    }
    func spending(_ exits: [Episodes.Exit]) -> [Episodes.Exit] {
      exits.map { Episodes.Exit(place: $0.place, assurance: spending($0.assurance), way: $0.way) }
    }
    var summary = self
    summary.exits = spending(exits)
    summary.passed = spending(passed)
    summary.claims = claims.map { claim in
      Episodes.Claim(
        target: claim.target, assurance: spending(claim.assurance), range: claim.range, way: claim.way)
    }
    return summary
  }
}

/// Which configurations were found, by their places in the list of nodes.
///
/// Why no set: it would hold each a second time, and hand out a copy of each that it compares.
private struct FoundNodes {
  /// By hash: the node that was found last.
  private var latest: [Int: Int] = [:]
  /// By node: the one before it with its hash; -1 for none.
  private var before: [Int] = []

  static func hash(_ configuration: Configuration, _ hasLeft: Bool) -> Int {
    var hasher = Hasher()
    hasher.combine(configuration)
    hasher.combine(hasLeft)
    return hasher.finalize()
  }

  func contains(_ configuration: Configuration, _ hasLeft: Bool, _ hash: Int, in nodes: [Episodes.Node]) -> Bool {
    var index = latest[hash] ?? -1
    while index >= 0 {
      if nodes[index].hasLeft == hasLeft, nodes[index].configuration == configuration { return true }
      index = before[index]
    }
    return false
  }

  mutating func add(_ index: Int, _ hash: Int) {
    before.append(latest.updateValue(index, forKey: hash) ?? -1)
  }
}

extension [Episodes.Node] {
  /// The steps at work on the way to a node; none to the first, which is -1.
  func way(to index: Int) -> [Episodes.Stop] {
    var way: [Episodes.Stop] = []
    var current = index
    while current >= 0 {
      if let stop = self[current].stop { way.append(stop) }
      current = self[current].parent
    }
    return way.reversed()
  }
}
