// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// What copies of a step count each on its own, and the old flow counted at one step.
struct CopiedLimits {
  private let old: FlowImage
  private let new: FlowImage
  private let match: Correspondence
  /// How often runs can use what is limited, whatever is written.
  var spent: SpentLimits
  /// The steps of the new flow to which runs may come from anywhere, by an interrupt.
  private let interrupting: Set<Int>

  /// What a step limits, by its key.
  enum Limit: String, CaseIterable {
    case tries
    case max

    /// The budget that it draws on; nil for one of its own, and for no limit.
    func budget(of step: Step) -> Spanned<String>? { self == .tries ? step.sharedTries : step.sharedMax }

    func count(of step: Step) -> Int? { self == .tries ? step.tries?.value : step.max?.value }
  }

  /// Where uses are counted.
  private enum Counter: Hashable {
    case budget(String)
    case step(Int)
  }

  init(_ old: FlowImage, _ new: FlowImage, _ match: Correspondence) {
    (self.old, self.new, self.match) = (old, new, match)
    spent = SpentLimits(old.flow, new.flow)
    interrupting = new.flow.interrupts.reduce(into: []) { $0.formUnion(new.reach(from: $1.id.place)) }
  }

  /// That a copy has a limit of its own, and more can be done at all copies together than at the old step; nil where it has none, or no run
  /// comes to two of them.
  mutating func difference(of limit: Limit, at pair: Correspondence.Pair) -> Difference? {
    guard let first = original(of: pair), let most = limit.count(of: old.flow.steps[pair.old]),
      let own = counter(limit, pair.new), let other = counter(limit, first), own != other, mayFollow(first, pair.new)
    else { return nil }
    var counts: [Counter: Int] = [:]
    for copy in match.pairs where copy.old == pair.old {
      guard let counter = counter(limit, copy.new) else { continue }
      let uses = spent.most(ofNewChoice: nil, at: copy.new) ?? .max
      counts[counter] = limit.count(of: new.flow.steps[copy.new]).map { min($0, uses) }
    }
    let total = counts.values.reduce(0, +)
    guard total > most else { return nil }
    let (step, twin) = (old.flow.steps[pair.old].name.range, new.flow.steps[pair.new].name.range)
    return Difference(
      .weaker,
      "\(new.quoted(pair.new)): `\(limit.rawValue)` is counted on its own, beside that of \(new.quoted(first)): \(total) together instead of \(most)",
      old: Difference.Side("\(most)", step), new: Difference.Side("\(total)", twin), at: .step(pair), needsRun: true,
      by: .limit, uses: most)
  }

  /// That the pause between two uses of a choice of a copy is one of its own; none where one of the two has no pause or can be made
  /// once only, or no run comes to both copies.
  ///
  /// - Parameters:
  ///   - words: what the choice is called.
  ///   - choices: that of the old step and that of the copy.
  func differencesOfPauses(
    _ words: String, _ choices: (old: Choice, new: Choice), at spot: Difference.Spot
  ) -> [Difference] {
    guard let pair = spot.pair, let first = original(of: pair), choices.old.every != nil, let every = choices.new.every,
      choices.new.max?.value != 1, mayFollow(first, pair.new),
      new.flow.steps[first].choices.contains(where: { $0.name.value == choices.new.name.value && $0.every != nil })
    else { return [] }
    return [
      Difference(
        .weaker, "\(words): `every` is counted on its own, beside that of \(new.quoted(first))",
        old: Difference.Side(nil, choices.old.every?.range), new: Difference.Side(nil, every.range), at: spot,
        needsRun: true, by: .limit)
    ]
  }

  /// The step of the new flow beside whose choice that of a copy is counted on its own; nil where one has no limit, no run comes to
  /// both, or all copies together allow no more.
  ///
  /// - Parameter index: of the old step's choice.
  mutating func counterBeside(ofChoice index: Int, at pair: Correspondence.Pair) -> Int? {
    guard let first = original(of: pair), let choices = choices(index, at: pair), choices.old.isLimited,
      choices.new.isLimited, mayFollow(first, pair.new), mayBeMadeMore(index, at: pair.old)
    else { return nil }
    let twin = new.flow.steps[first].choices.first { $0.name.value == choices.new.name.value }
    return choices.new.sharedMax != nil && choices.new.sharedMax?.value == twin?.sharedMax?.value ? nil : first
  }

  /// Whether a choice of a step and its copies can be made more often together than it could, or nobody can tell.
  private mutating func mayBeMadeMore(_ index: Int, at step: Int) -> Bool {
    guard let most = old.flow.steps[step].choices[index].max?.value else { return true }
    var counts: [Counter: Int] = [:]
    for copy in match.pairs where copy.old == step {
      guard let twin = match.choices(at: copy)[index] else { continue }
      let choice = new.flow.steps[copy.new].choices[twin]
      let most = [choice.max?.value, spent.most(ofNewChoice: twin, at: copy.new)].compactMap(\.self).min()
      guard let count = most else { return true }
      counts[choice.sharedMax.map { .budget($0.value) } ?? .step(copy.new)] = count
    }
    return counts.values.reduce(0, +) > most
  }

  /// Whether a copy of a step adds to what a limit of the step lets runs do: then a smaller number at one of them is no gain.
  mutating func isAddedTo(_ facet: Facet, at spot: Difference.Spot) -> Bool {
    guard let pair = spot.pair else { return false }
    return match.pairs.contains { copy in
      guard copy.old == pair.old else { return false }
      switch (facet, spot) {
      case (.tries, .step): return difference(of: .tries, at: copy) != nil
      case (.max, .step): return difference(of: .max, at: copy) != nil
      case (.max, .choice(_, let index?, _)), (.total, .choice(_, let index?, _)):
        return !isLeaving(byChoice: index, at: copy) && counterBeside(ofChoice: index, at: copy) != nil
      case (.every, .choice(_, let index?, _)):
        guard let choices = choices(index, at: copy), !isLeaving(byChoice: index, at: copy) else { return false }
        return !differencesOfPauses("", choices, at: .step(copy)).isEmpty
      default: return false
      }
    }
  }

  /// Whether a choice of the old step only leaves: nobody gains by leaving at one screen more, as long as that has a limit.
  func isLeaving(byChoice index: Int, at pair: Correspondence.Pair) -> Bool {
    old.choice(index, at: pair.old).call?.facets[.call].map { new.endsSession(by: $0.text) } ?? false
  }

  /// A choice of the old step, and that of a copy that stands for it; nil for none.
  private func choices(_ index: Int, at copy: Correspondence.Pair) -> (old: Choice, new: Choice)? {
    match.choices(at: copy)[index].map {
      (old.flow.steps[copy.old].choices[index], new.flow.steps[copy.new].choices[$0])
    }
  }

  /// The step of the new flow of which one is a copy; nil for none.
  private func original(of pair: Correspondence.Pair) -> Int? {
    match.new(for: pair.old).flatMap { $0 == pair.new ? nil : $0 }
  }

  private func counter(_ limit: Limit, _ step: Int) -> Counter? {
    let facets = new.flow.steps[step]
    guard limit.count(of: facets) != nil else { return nil }
    return limit.budget(of: facets).map { .budget($0.value) } ?? .step(step)
  }

  /// Whether one run may come to both of two steps.
  private func mayFollow(_ one: Int, _ other: Int) -> Bool {
    !interrupting.isDisjoint(with: [one, other]) || new.reach(from: one).contains(other)
      || new.reach(from: other).contains(one)
  }
}
