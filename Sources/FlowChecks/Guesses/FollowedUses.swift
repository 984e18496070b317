// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// How often parts of a flow are used in a run, by every configuration that a run can come to, with its phase and its budgets.
///
/// ``UseNetwork`` is quick, and knows nothing of phases, nor that one way shuts another. This is exact and dear, so that only small flows
/// are looked at, and only where the quick count is above what somebody allows.
struct FollowedUses {
  private struct Edge {
    let to: Int
    let used: UseNetwork.Part?
  }

  private static let mostConfigurations = 4_000
  /// Where all runs end.
  private static let end = 0
  private static let start = 1

  private var edges: [Edge] = []
  /// By configuration: where its edges begin; then where the last ones end.
  private var offsets = [0, 0]
  private var known: [Configuration: Int] = [:]
  /// Groups that lead to each other, each behind what it leads to.
  private let groups: [[Int]]

  /// Nil for a flow that is too large.
  init?(_ context: CheckContext) {
    let relation = context.relation.countingBudgets()
    guard !relation.isTooLarge else { return nil }
    var configurations = [Configuration(at: Place(step: Int(context.flow.start.index)), relation.first)]
    known[configurations[0]] = Self.start
    var index = 0
    while index < configurations.count {
      for passage in relation.next(configurations[index]) + relation.unlistedArrivals(at: configurations[index]) {
        let used = passage.taken.map { UseNetwork.Part(step: passage.step, origin: $0) }
        guard case .goesOn(let next) = passage.outcome, relation.goesOn(with: passage) else {
          edges.append(Edge(to: Self.end, used: used))
          continue
        }
        if known[next] == nil {
          guard configurations.count < Self.mostConfigurations else { return nil }
          configurations.append(next)
          known[next] = configurations.count
        }
        edges.append(Edge(to: known[next] ?? Self.end, used: used))
      }
      offsets.append(edges.count)
      index += 1
    }
    let (edges, offsets) = (edges, offsets)
    groups = ComponentSearch.components(of: configurations.count + 1) { node in
      (offsets[node]..<offsets[node + 1]).lazy.map { edges[$0].to }
    }
  }

  /// The most uses of some parts together; nil for no bound.
  func most(of parts: [UseNetwork.Part]) -> Int? {
    var group = Array(repeating: 0, count: offsets.count - 1)
    for (number, members) in groups.enumerated() {
      for node in members { group[node] = number }
    }
    var worst = Array(repeating: 0, count: groups.count)
    for (number, members) in groups.enumerated() {
      for node in members {
        for edge in edges[offsets[node]..<offsets[node + 1]] {
          let uses = edge.used.map(parts.contains) ?? false ? 1 : 0
          if group[edge.to] == number {
            guard uses == 0 else { return nil }
          } else {
            worst[number] = max(worst[number], worst[group[edge.to]] + uses)
          }
        }
      }
    }
    return worst[group[Self.start]]
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
  func narrowed(by uses: FollowedUses, _ guesses: [Guess]) -> SecretGuesses {
    func narrowed(_ limit: GuessLimit, _ most: Int?) -> GuessLimit {
      most.map { .narrower(limit, .times($0)) } ?? limit
    }
    let parts = guesses.map(\.part)
    let all = uses.most(of: parts)
    let places = places.map { place in
      let here = zip(guesses, parts).filter { $0.0.place == place.call }.map(\.1)
      let most = uses.most(of: here)
      return Place(
        step: place.step, call: place.call, counter: place.counter, budget: place.budget,
        most: narrowed(place.most, most), account: narrowed(place.account, most), bounds: place.bounds)
    }
    return SecretGuesses(
      secret: secret, most: narrowed(most, all), account: narrowed(account, all),
      untilRefill: narrowed(untilRefill, all),
      isCounted: isCounted, places: places)
  }
}
