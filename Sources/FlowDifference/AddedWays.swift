// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import SDKContract

/// What can be done more often than a limit of the old flow allowed, since another choice of the new flow does it, too.
///
/// The other choice may be at the same step or one screen away, and may make the call or lead to a step that makes it.
struct AddedWays {
  /// For so many a run is looked for that uses the first choice up: it takes long, and one after the other shows the same.
  private static let mostRuns = 3

  private(set) var found: [Difference] = []
  private let old: FlowImage
  private let new: FlowImage
  private let match: Correspondence

  /// What a choice has done: a call, with what it says by a flag or a name.
  private struct Deed: Hashable {
    let call: String
    let accepts: Bool?
    let words: Set<FacetValue.Part>

    init(_ pattern: CallPattern) {
      call = pattern.facets[.call]?.text ?? ""
      accepts = pattern.accepts
      // What accepts does so whatever else it says.
      words = accepts == nil ? Set((pattern.facets[.arguments]?.parts ?? []).filter(\.isWord)) : []
    }
  }

  /// How often something can be done in a run.
  private struct Bound: Hashable {
    let most: Int
    let counter: Counter

    /// What counts the uses.
    ///
    /// Choices with the same counter share the limit.
    enum Counter: Hashable {
      case budget(String)
      case step(Int)
      case choice(Int, Int)
    }
  }

  /// A choice that has something done.
  private struct Use {
    let deed: Deed
    let step: Int
    let choice: Int
    /// The step that makes the call; nil if the choice makes it.
    let caller: Int?
    /// The choice of the first step that leads there.
    let entry: Int
    /// Nil for no limit.
    let bound: Bound?
  }

  /// What the new flow has too much of: a choice beside one that the old flow limits.
  private struct Addition {
    let pair: Correspondence.Pair
    let limited: Use
    let added: Use
    /// How often all of them together can be made; nil for no limit.
    let total: Int?

    /// How many of the two choices are one screen away.
    var distance: Int { (limited.step == pair.old ? 0 : 1) + (added.step == pair.new ? 0 : 1) }
  }

  init(_ old: FlowImage, _ new: FlowImage, _ match: Correspondence, _ judgement: Judgement) {
    (self.old, self.new, self.match) = (old, new, match)
    let known = Dictionary(grouping: match.pairs, by: \.new).mapValues { pairs in
      pairs.reduce(into: Set<Int>()) { $0.formUnion(match.choices(at: $1).values) }
    }
    func isNew(_ use: Use) -> Bool { !(known[use.step]?.contains(use.choice) ?? false) }
    guard new.reached.contains(where: { known[$0]?.count ?? 0 < new.patterns[$0].choices.count }) else { return }
    var additions: [Addition] = []
    for pair in match.pairs {
      let all = Self.uses(from: pair.new, new)
      let added = all.filter(isNew)
      guard !added.isEmpty else { continue }
      let before = Dictionary(grouping: Self.uses(from: pair.old, old), by: \.deed)
      for use in added {
        guard let mine = before[use.deed], let most = Self.total(mine) else { continue }
        let now = all.filter { $0.deed == use.deed }
        let total = Self.total(now)
        // More uses of the choices that were there before are reported as a change of their own limits.
        guard let rest = Self.total(now.filter { !isNew($0) }), total ?? .max > max(most, rest),
          let limited = mine.first(where: { $0.step == pair.old }) ?? mine.first
        else { continue }
        let (first, second) = (old.choice(limited.choice, at: limited.step), new.choice(use.choice, at: use.step))
        guard !judgement.refuse(first, second, isInterrupt: new.isInterrupt(use.step)) else { continue }
        // Nobody gains by a cancel or log-off at another screen, too, if it has a limit.
        guard total == nil || use.step == pair.new && limited.step == pair.old || !endsSession(use.deed)
        else { continue }
        additions.append(Addition(pair: pair, limited: limited, added: use, total: total))
      }
    }
    var told: Set<[Int]> = []
    for distance in 0...2 {
      for addition in additions where addition.distance == distance {
        guard told.insert([addition.added.step, addition.added.choice]).inserted else { continue }
        found.append(difference(addition))
      }
    }
  }

  /// Whether what is done ends the session, or takes the proofs away.
  private func endsSession(_ deed: Deed) -> Bool {
    let contract = old.flow.contract
    return contract.call(named: deed.call).map(contract.endsSession) ?? false
  }

  private func difference(_ addition: Addition) -> Difference {
    let (limited, added) = (addition.limited, addition.added)
    let name = new.flow.steps[added.step].choices[added.choice].name
    let does =
      added.caller.map { "leads to \(new.quoted($0)), which makes the call `\(added.deed.call)`" }
      ?? "makes the call `\(added.deed.call)`"
    let other = "`\(old.flow.steps[limited.step].choices[limited.choice].name.value)`"
    let place = match.matches(limited.step, added.step) ? "" : " of \(old.quoted(limited.step))"
    let often = addition.total.map { "\($0) times" } ?? "without limit"
    let spot = spot(addition)
    // Where the first one is spent, only the new flow still offers the other.
    let uses: Int? =
      if found.count < Self.mostRuns, case .choice(let pair, let index?, _) = spot {
        old.choice(index, at: pair.old).facets[.max]?.amount
      } else {
        nil
      }
    return Difference(
      .weaker,
      "\(new.quoted(added.step)): the choice `\(name.value)` \(does), as \(other)\(place) does: together they can make it \(often)",
      new: Difference.Side(nil, name.range), at: spot, needsRun: true, by: .limit, uses: uses)
  }

  /// The place in a run that shows it: where the first choice is used up, if that choice is at the step itself; else where the other choice
  /// is offered.
  private func spot(_ addition: Addition) -> Difference.Spot {
    let (pair, limited, added) = (addition.pair, addition.limited, addition.added)
    guard !match.choices(at: pair).values.contains(added.entry) else {
      let own = match.pairs.first { $0.new == added.step }
      return own.map { .choice($0, old: nil, new: added.choice) } ?? .none
    }
    let isSpentThere =
      limited.step == pair.old && old.choice(limited.choice, at: limited.step).facets[.max] != nil
    return .choice(pair, old: isSpentThere ? limited.choice : nil, new: added.entry)
  }

  /// What the choices of a step have done, and those of the screens to which they lead.
  private static func uses(from step: Int, _ image: FlowImage) -> [Use] {
    var uses: [Use] = []
    var known: Set<Int> = [step]
    func look(at place: Int, by entry: Int?, within limit: Bound?) {
      for (index, choice) in image.patterns[place].choices.enumerated() {
        let bound = least(limit, self.bound(ofChoice: index, at: place, image))
        func add(_ call: CallPattern, _ caller: Int?, _ bound: Bound?) {
          uses.append(
            Use(
              deed: Deed(call), step: place, choice: index, caller: caller, entry: entry ?? index, bound: bound))
        }
        if let call = choice.call {
          add(call, nil, bound)
        } else if case .step(let next)? = choice.to {
          if let call = image.patterns[next].call {
            add(call, next, least(bound, self.bound(of: next, image)))
          } else if entry == nil, known.insert(next).inserted {
            look(at: next, by: index, within: bound)
          }
        }
      }
    }
    look(at: step, by: nil, within: nil)
    return uses
  }

  private static func bound(ofChoice index: Int, at step: Int, _ image: FlowImage) -> Bound? {
    let choice = image.flow.steps[step].choices[index]
    guard let most = choice.max?.value ?? choice.scopedMax?.count.value else { return nil }
    return Bound(most: most, counter: choice.sharedMax.map { .budget($0.value) } ?? .choice(step, index))
  }

  private static func bound(of step: Int, _ image: FlowImage) -> Bound? {
    let facets = image.flow.steps[step]
    guard let most = facets.max?.value else { return nil }
    return Bound(most: most, counter: facets.sharedMax.map { .budget($0.value) } ?? .step(step))
  }

  private static func least(_ one: Bound?, _ other: Bound?) -> Bound? {
    guard let one, let other else { return one ?? other }
    return one.most <= other.most ? one : other
  }

  /// How often all of some uses together can be made; nil for no limit.
  private static func total(_ uses: [Use]) -> Int? {
    let bounds = uses.map(\.bound)
    return bounds.contains(nil) ? nil : Set(bounds.compactMap(\.self)).reduce(0) { $0 + $1.most }
  }
}
