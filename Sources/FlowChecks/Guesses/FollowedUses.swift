// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// How often parts of a flow are used in a run, by every configuration that a run can come to, with its phase and its budgets.
///
/// ``UseNetwork`` is quick, and knows nothing of phases, nor that one way shuts another. This is exact and dear, so that only small flows
/// are looked at, and only where the quick count is above what somebody allows.
struct FollowedUses {
  fileprivate struct Edge {
    let to: Int
    let used: UseNetwork.Part?
    /// The step at work before; where the author wrote the way on, nil where nothing is written.
    let step: Int
    let range: SourceRange?
    /// Whether somebody is signed in by it.
    let signsIn: Bool
    /// The step at work then; nil where the run is over.
    let entered: Int?
    /// Whether a call that was given up may still be answered.
    let hasLate: Bool
  }

  private static let mostConfigurations = 8_000
  /// Where budgets can be spent in more ways, runs come to more configurations than that: nobody tries.
  private static let mostCombinations = 1_000_000
  /// Where all runs end.
  private static let end = 0
  private static let start = 1

  private let edges: [Edge]
  /// By configuration: where its edges begin; then where the last ones end.
  private let offsets: [Int]
  /// Groups that lead to each other, each behind what it leads to.
  private let groups: [[Int]]

  /// Nil for a flow that is too large.
  init?(_ context: CheckContext) {
    let relation = context.relation.countingBudgets()
    // What comes late is no way of its own here.
    guard !relation.mayBeginCountLate, relation.budgets.combinations <= Self.mostCombinations else { return nil }
    let signedIn = context.flow.contract.signedInPhase?.index
    var edges: [Edge] = []
    var offsets = [0, 0]
    var known: [Configuration: Int] = [:]
    var taken: Set<SourceRange> = []
    var configurations = [Configuration(at: Place(step: Int(context.flow.start.index)), relation.first)]
    known[configurations[0]] = Self.start
    var index = 0
    while index < configurations.count {
      for passage in relation.next(configurations[index]) + relation.unlistedArrivals(at: configurations[index]) {
        if let range = passage.range { taken.insert(range) }
        let used = passage.taken.map { UseNetwork.Part(step: passage.step, origin: $0) }
        let phase = configurations[index].assurance.phase
        let hasLate = configurations[index].assurance.late != .none
        let signsIn = passage.assurance.phase == signedIn && phase != signedIn
        func add(to node: Int, _ entered: Int?) {
          edges.append(
            Edge(
              to: node, used: used, step: passage.step, range: passage.range, signsIn: signsIn, entered: entered,
              hasLate: hasLate))
        }
        guard case .goesOn(let next) = passage.outcome, relation.goesOn(with: passage) else {
          add(to: Self.end, nil)
          continue
        }
        if known[next] == nil {
          guard configurations.count < Self.mostConfigurations else { return nil }
          configurations.append(next)
          known[next] = configurations.count
        }
        add(to: known[next] ?? Self.end, next.frames.last?.place.step)
      }
      offsets.append(edges.count)
      index += 1
    }
    // A line that no run was seen to take may be taken by a late reply, which is no way of its own here.
    let reached = Set(configurations.flatMap { $0.frames.map(\.place.step) })
    let reachedSteps = context.everyStep.filter { reached.contains($0.step.index) }
    let replies = KnownReplies(reachedSteps)
    guard reachedSteps.allSatisfy({ $0.allLinesOfEvents(in: taken, among: replies) }) else { return nil }
    (self.edges, self.offsets) = (edges, offsets)
    let (all, starts) = (edges, offsets)
    groups = ComponentSearch.components(of: configurations.count + 1) { node in
      (starts[node]..<starts[node + 1]).lazy.map { all[$0].to }
    }
  }

  /// The most uses of some parts together; nil for no bound.
  func most(of parts: Set<UseNetwork.Part>) -> Int? {
    let targets = (0..<offsets.count - 1).map { node in
      edges[offsets[node]..<offsets[node + 1]].map { (node: $0.to, uses: $0.used.map(parts.contains) ?? false ? 1 : 0) }
    }
    return most(in: groups, from: Self.start, targets)
  }

  /// The same where the SDK takes so many of them, until its count begins again; nil for no bound, or if that is too much.
  ///
  /// Each use may be wrong, and costs one of what is left; or right, though nobody may hear of it: then the count begins again, and what
  /// comes does not say that it was wrong.
  ///
  /// - Parameters:
  ///   - free: parts that the SDK does not count.
  ///   - rounds: what the edges mean for the count.
  func most(
    of parts: Set<UseNetwork.Part>, free: Set<UseNetwork.Part>, inEach attempts: Int, _ rounds: Rounds
  ) -> Int? {
    // What is left, and whether the last guess was right.
    let width = 2 * (attempts + 1)
    guard attempts > 0, (offsets.count - 1) * width <= Self.mostNodes else { return nil }
    let isGuess = edges.map { $0.used.map(parts.contains) ?? false }
    let isFree = edges.map { $0.used.map(free.contains) ?? false }
    func follow(_ index: Int, _ state: Int) -> [(state: Int, uses: Int)] {
      let wasRight = state % 2 == 1
      if wasRight, rounds.tellsWrong[index] { return [] }
      let left = rounds.begins[index] ? attempts : state / 2
      if isGuess[index], left > 0 { return [(2 * (left - 1), 1), (2 * attempts + 1, 1)] }
      return [(2 * left + (wasRight ? 1 : 0), isFree[index] ? 1 : 0)]
    }
    let targets = (0..<(offsets.count - 1) * width).map { node in
      let (configuration, state) = (node / width, node % width)
      return (offsets[configuration]..<offsets[configuration + 1]).flatMap { index in
        follow(index, state).map { (node: edges[index].to * width + $0.state, uses: $0.uses) }
      }
    }
    let groups = ComponentSearch.components(of: targets.count) { node in targets[node].lazy.map(\.node) }
    return most(in: groups, from: Self.start * width + 2 * attempts, targets)
  }

  private static let mostNodes = 64_000

  /// By edge, what it means for the SDK's count.
  struct Rounds {
    /// Whether the count may begin again by what happens on it, whatever was guessed.
    fileprivate let begins: [Bool]
    /// Whether it is taken only by what says that a guess was wrong.
    fileprivate let tellsWrong: [Bool]
  }

  /// What the edges mean for a count that is begun again by this.
  func rounds(_ refills: Refills) -> Rounds {
    let parts = Set(refills.parts)
    let lines = Dictionary(grouping: refills.lines, by: \.key.step).mapValues { $0.flatMap(\.value) }
    return Rounds(
      begins: edges.map { edge in
        if edge.signsIn || edge.entered.map(refills.interrupts.contains) ?? false { return true }
        if let used = edge.used, parts.contains(used) { return true }
        guard let range = edge.range, let lines = lines[edge.step] else { return false }
        return lines.contains { $0 == range || $0.holds(range) || range.holds($0) }
      },
      tellsWrong: edges.map { edge in !edge.hasLate && edge.range.map(refills.wrongTargets.contains) ?? false })
  }

  /// The most uses on any way.
  ///
  /// - Parameters:
  ///   - groups: of nodes that lead to each other, each behind what it leads to.
  ///   - targets: by node, where it leads, and whether that counts as a use.
  private func most(in groups: [[Int]], from first: Int, _ targets: [[(node: Int, uses: Int)]]) -> Int? {
    let group = groups.numberOfEach(of: targets.count)
    var worst: [Int?] = Array(repeating: 0, count: groups.count)
    for (number, members) in groups.enumerated() {
      for target in members.lazy.flatMap({ targets[$0] }) {
        if group[target.node] == number {
          if target.uses > 0 { worst[number] = nil }
        } else {
          worst[number] = worst[number].flatMap { known in
            worst[group[target.node]].map { max(known, $0 + target.uses) }
          }
        }
      }
    }
    return worst[group[first]]
  }
}

extension StepFacts {
  /// Whether each line that leads on by an event, where the reply to a call of another step may come, is among those that were taken.
  fileprivate func allLinesOfEvents(in taken: Set<SourceRange>, among replies: KnownReplies) -> Bool {
    guard step.isWait else { return true }
    var areTaken = true
    forEachLine { line in
      guard case .step = line.target.move, replies.mayBe(line.trigger) else { return }
      areTaken = areTaken && taken.contains(line.target.range)
    }
    return areTaken
  }
}

extension Relation {
  /// Whether a run goes on past what is claimed on a way.
  func goesOn(with passage: Passage) -> Bool {
    guard let range = passage.range else { return true }
    return claims(passing: passage.claim, entering: passage.entered, at: range)
      .allSatisfy { goesOn(past: $0, passage.assurance) }
  }
}

extension SecretGuesses {
  /// The same, with no more at any place than runs show.
  func narrowed(by uses: FollowedUses, _ guesses: [Guess], _ context: CheckContext) -> SecretGuesses {
    func narrowed(_ limit: GuessLimit, _ most: Int?) -> GuessLimit {
      most.map { .narrower(limit, .times($0)) } ?? limit
    }
    let counted = CountedUses(uses, guesses, context)
    let all = counted.most(of: guesses)
    let places = places.map { place in
      let here = counted.most(of: guesses.filter { $0.place == place.call })
      return Place(
        step: place.step, call: place.call, counters: place.counters, budget: place.budget,
        most: narrowed(place.most, here.overAccounts), account: narrowed(place.account, here.ofOne),
        bounds: place.bounds)
    }
    return SecretGuesses(
      secret: secret, most: narrowed(most, all.overAccounts), account: narrowed(account, all.ofOne),
      untilRefill: narrowed(untilRefill, all.ofOne),
      isCounted: isCounted, places: places)
  }
}

/// How often a secret is guessed in runs, with what the SDK counts of it.
private struct CountedUses {
  private let uses: FollowedUses
  private let attempts: Int?
  /// The rounds of guesses, for one account and over all.
  private let rounds: (one: FollowedUses.Rounds, several: FollowedUses.Rounds)?

  init(_ uses: FollowedUses, _ guesses: [Guess], _ context: CheckContext) {
    self.uses = uses
    let counters = Set(guesses.compactMap(\.counter))
    let counted = guesses.filter { $0.counter != nil }
    let count = counters.count == 1 ? SDKCount(of: counted, context.flow.contract) : nil
    attempts = count?.attempts
    rounds = count.map { count in
      func rounds(overAccounts: Bool) -> FollowedUses.Rounds {
        uses.rounds(Refills(of: count, counted, context.relation, overAccounts: overAccounts))
      }
      return (rounds(overAccounts: false), rounds(overAccounts: true))
    }
  }

  /// The most of them over all accounts, and for one; nil where nothing is known.
  func most(of guesses: [Guess]) -> (overAccounts: Int?, ofOne: Int?) {
    let plain = uses.most(of: Set(guesses.map(\.part)))
    guard let attempts, let rounds else { return (plain, plain) }
    let counted = Set(guesses.filter { $0.counter != nil }.map(\.part))
    let free = Set(guesses.filter { $0.counter == nil }.map(\.part))
    func most(_ rounds: FollowedUses.Rounds) -> Int? {
      [plain, uses.most(of: counted, free: free, inEach: attempts, rounds)].compactMap(\.self).min()
    }
    return (most(rounds.several), most(rounds.one))
  }
}
