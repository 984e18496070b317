// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import SDKContract

/// What can be done more often than a limit of the old flow allowed, since another choice of the new flow does it, too; and the other way
/// round, where such a choice is gone.
///
/// The other choice may be at the same step, or at a screen to which choices lead from there, and may make the call or lead to a step that
/// makes it.
struct AddedWays {
  /// For so many a run is looked for that uses the first choice up: it takes long, and one after the other shows the same.
  private static let mostRuns = 3

  private var found: [Difference] = []
  private let old: FlowImage
  private let new: FlowImage
  private let match: Correspondence
  /// Whether the flows are in each other's place, and it is told of what is gone.
  private let isGone: Bool
  /// By step of the new flow: its choices that stand for one of the old flow.
  private let known: [Int: Set<Int>]

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

  /// A choice that has something done.
  private struct Doing {
    let deed: Deed
    let choice: Int
    /// The step that makes the call; nil if the choice makes it.
    let caller: Int?
    /// Nil for no limit.
    let bound: Bound?
  }

  /// A choice that has something done, as it is found from some place.
  private struct Use {
    let doing: Doing
    /// The screen that offers it, as an index of the visits from that place.
    let visit: Int
    let step: Int
    let distance: Int
    /// How often it can be made, by its own limit or by those of the choices that lead there; nil for no limit.
    let limits: Set<Bound>?
  }

  /// How much of something the new flow has.
  private struct Sum {
    /// How often all of them together can be made; nil for no limit.
    let total: Int?
  }

  /// What the new flow has too much of: a choice beside one that the old flow limits.
  private struct Addition {
    let pair: Correspondence.Pair
    let limited: Use
    let added: Use
    let sum: Sum
    /// The choices of the new flow that are made to come there, by their steps.
    private(set) var path: [(step: Int, choice: Int)] = []

    init(pair: Correspondence.Pair, limited: Use, added: Use, sum: Sum) {
      (self.pair, self.limited, self.added, self.sum) = (pair, limited, added, sum)
    }

    /// The same, with the choices that are made for it.
    func by(_ visits: [Navigation.Visit]) -> Addition {
      var addition = self
      addition.path = visits.path(to: added.visit) + [(added.step, added.doing.choice)]
      return addition
    }

    /// How many screens away the two choices are.
    var distance: Int { limited.distance + added.distance }
  }

  /// What was added, and what is gone.
  static func found(_ old: FlowImage, _ new: FlowImage, _ match: Correspondence, _ judgement: Judgement) -> [Difference]
  {
    let gone = AddedWays(new, old, match.reversed, Judgement(new, old), isGone: true)
    return AddedWays(old, new, match, judgement, isGone: false).found + gone.found.map(\.reversed)
  }

  private init(
    _ old: FlowImage, _ new: FlowImage, _ match: Correspondence, _ judgement: Judgement, isGone: Bool
  ) {
    (self.old, self.new, self.match, self.isGone) = (old, new, match, isGone)
    known = Dictionary(grouping: match.pairs, by: \.new).mapValues { pairs in
      pairs.reduce(into: Set<Int>()) { $0.formUnion(match.choices(at: $1).values) }
    }
    guard new.reached.contains(where: { known[$0]?.count ?? 0 < new.patterns[$0].choices.count }) else { return }
    let theirs = Self.doings(new) { _ in true }.enumerated().map { step, doings in
      doings.filter { !isNew($0.choice, at: step) || !new.leavesForGood(by: $0.choice, at: step) }
    }
    let adding = new.reached.filter { step in theirs[step].contains { isNew($0.choice, at: step) } }
    let deeds = Set(adding.flatMap { step in theirs[step].filter { isNew($0.choice, at: step) }.map(\.deed) })
    guard !deeds.isEmpty else { return }
    let mine = Self.doings(old, where: deeds.contains)
    let (before, after) = (Navigation(old), Navigation(new))
    // Only there something is added to what a limit holds.
    let limiting = before.leading(to: Set(old.reached.filter { !mine[$0].isEmpty }))
    let added = after.leading(to: Set(adding))
    var additions: [Addition] = []
    var nearest: [[Int]: Int] = [:]
    for pair in match.pairs where limiting.contains(pair.old) && added.contains(pair.new) {
      let visits = after.visits(from: pair.new)
      let uses = Self.uses(visits, theirs, where: deeds.contains)
      let limited = Self.uses(before.visits(from: pair.old), mine) { _ in true }
      for addition in self.additions(at: pair, limited, uses, judgement) {
        let choice = [addition.added.step, addition.added.doing.choice]
        // What is near is told, and not what is further away.
        guard addition.distance < nearest[choice] ?? .max else { continue }
        nearest[choice] = addition.distance
        additions.append(addition.by(visits))
      }
    }
    for (_, addition) in additions.enumerated().sorted(by: { one, other in
      (one.element.distance, one.offset) < (other.element.distance, other.offset)
    }) where addition.distance == nearest[[addition.added.step, addition.added.doing.choice]] {
      found.append(difference(addition))
    }
  }

  /// Whether no choice of the old flow stands for one of the new flow.
  private func isNew(_ choice: Int, at step: Int) -> Bool { !(known[step]?.contains(choice) ?? false) }

  /// What is new at two steps that stand for each other, and can be done there more often now.
  private func additions(
    at pair: Correspondence.Pair, _ mine: [Use], _ theirs: [Use], _ judgement: Judgement
  ) -> [Addition] {
    let (before, now) = (
      Dictionary(grouping: mine, by: \.doing.deed), Dictionary(grouping: theirs, by: \.doing.deed)
    )
    var sums: [Deed: Sum] = [:]
    for (deed, uses) in now { sums[deed] = before[deed].flatMap { sum(uses, $0) } }
    return theirs.compactMap { use in
      let deed = use.doing.deed
      guard isNew(use.doing.choice, at: use.step), let sum = sums[deed], let limited = before[deed]?.first else {
        return nil
      }
      let (first, second) = (
        old.choice(limited.doing.choice, at: limited.step), new.choice(use.doing.choice, at: use.step)
      )
      guard !judgement.refuse(first, second, isInterrupt: new.isInterrupt(use.step)) else { return nil }
      // Nobody gains by a cancel or log-off at another screen, too, if it has a limit.
      guard sum.total == nil || use.distance + limited.distance == 0 || !old.endsSession(by: deed.call) else {
        return nil
      }
      return Addition(pair: pair, limited: limited, added: use, sum: sum)
    }
  }

  /// How much there is now; nil where it is no more than before, by what is new.
  private func sum(_ uses: [Use], _ before: [Use]) -> Sum? {
    // More uses of the choices that were there before are reported as a change of their own limits.
    guard let most = Self.total(before), let rest = Self.total(uses.filter { !isNew($0.doing.choice, at: $0.step) })
    else { return nil }
    let total = Self.total(uses)
    return total ?? .max > max(most, rest) ? Sum(total: total) : nil
  }

  private func difference(_ addition: Addition) -> Difference {
    let (limited, added) = (addition.limited, addition.added)
    let (step, call) = (added.step, added.doing.deed.call)
    let name = new.flow.steps[step].choices[added.doing.choice].name
    let does =
      added.doing.caller.map {
        "\(isGone ? "no longer leads" : "leads") to \(new.quoted($0)), which makes the call `\(call)`"
      }
      ?? "\(isGone ? "no longer makes" : "makes") the call `\(call)`"
    let other = "`\(old.flow.steps[limited.step].choices[limited.doing.choice].name.value)`"
    let place = match.matches(limited.step, step) ? "" : " of \(old.quoted(limited.step))"
    let often = addition.sum.total.map { "\($0) times" } ?? "without limit"
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
      "\(new.quoted(step)): the choice `\(name.value)` \(does), as \(other)\(place) does: together they \(isGone ? "could" : "can") make it \(often)",
      new: Difference.Side(nil, name.range), at: spot, needsRun: true, by: .limit, uses: uses)
  }

  /// The place in a run that shows it: where the first choice is used up, if that choice is at the step itself; else where the first choice
  /// that is new on the way is offered.
  private func spot(_ addition: Addition) -> Difference.Spot {
    let (pair, limited) = (addition.pair, addition.limited)
    guard let first = match.firstNewChoice(of: addition.path, from: pair) else { return .none }
    let isSpentThere =
      first.pair == pair && limited.step == pair.old
      && old.choice(limited.doing.choice, at: limited.step).facets[.max] != nil
    return .choice(first.pair, old: isSpentThere ? limited.doing.choice : nil, new: first.choice)
  }

  /// By step: what its choices have done.
  private static func doings(_ image: FlowImage, where isOf: (Deed) -> Bool) -> [[Doing]] {
    image.patterns.indices.map { step in
      image.patterns[step].choices.enumerated().compactMap { index, choice in
        let bound = image.bound(ofChoice: index, at: step)
        if let call = choice.call.map(Deed.init) {
          return isOf(call) ? Doing(deed: call, choice: index, caller: nil, bound: bound) : nil
        }
        guard case .step(let next)? = choice.to, let call = image.patterns[next].call.map(Deed.init), isOf(call) else {
          return nil
        }
        let own = image.bound(ofCallAt: next)
        return Doing(deed: call, choice: index, caller: next, bound: Bound.lesser(bound, own))
      }
    }
  }

  /// What choices have done on some screens.
  private static func uses(
    _ visits: [Navigation.Visit], _ doings: [[Doing]], where isOf: (Deed) -> Bool
  ) -> [Use] {
    visits.enumerated().flatMap { index, visit in
      doings[visit.step].filter { isOf($0.deed) }.map { doing in
        Use(
          doing: doing, visit: index, step: visit.step, distance: visit.distance,
          limits: Bound.least(visit.limits, doing.bound))
      }
    }
  }

  /// How often all of some uses together can be made; nil for no limit.
  private static func total(_ uses: [Use]) -> Int? {
    var limits: Set<Bound> = []
    for use in uses {
      guard let own = use.limits else { return nil }
      limits.formUnion(own)
    }
    return limits.total
  }
}
