// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// Which steps of two flows do not count together in both.
struct BudgetDifferences {
  private(set) var found: [Difference] = []

  /// The budgets that stand for each other, by their names.
  private var toNew: [String: String] = [:]
  private var toOld: [String: String] = [:]

  init(_ old: FlowImage, _ new: FlowImage, _ match: Correspondence, _ judgement: Judgement, _ copies: CopiedLimits) {
    let (mine, theirs) = (SharedNames(old.flow, matched: match), SharedNames(new, match))
    var copies = copies
    for pair in match.pairs {
      let (step, twin) = (old.flow.steps[pair.old], new.flow.steps[pair.new])
      let place = new.quoted(pair.new)
      for limit in CopiedLimits.Limit.allCases {
        let shared = mine.of(limit.budget(of: step))
        if shared == nil, let difference = copies.difference(of: limit, at: pair) {
          found.append(difference)
        } else {
          compare(shared, theirs.of(limit.budget(of: twin)), "\(place): `\(limit.rawValue)`", step, twin, pair)
        }
      }
      for (index, other) in match.choices(at: pair).sorted(by: { $0.key < $1.key }) {
        let (choice, newChoice) = (old.choice(index, at: pair.old), new.choice(other, at: pair.new))
        if judgement.refuse(choice, newChoice, isInterrupt: new.isInterrupt(pair.new)) { continue }
        let (limit, newLimit) = (step.choices[index], twin.choices[other])
        let words = "\(place): the choice `\(newLimit.name.value)`"
        let names = (mine.of(limit.sharedMax), theirs.of(newLimit.sharedMax))
        compare(names.0, names.1, words, step, twin, pair)
        let spot = Difference.Spot.choice(pair, old: index, new: other)
        let isLeaving = copies.isLeaving(byChoice: index, at: pair)
        guard names == (nil, nil), let first = copies.counterBeside(ofChoice: index, at: pair) else {
          if !isLeaving { found += copies.differencesOfPauses(words, (limit, newLimit), at: spot) }
          continue
        }
        found.append(
          Difference(
            isLeaving ? .changed : .weaker, "\(words) is counted on its own, beside that of \(new.quoted(first))",
            old: Difference.Side(nil, limit.name.range), new: Difference.Side(nil, newLimit.name.range),
            at: spot, needsRun: true, by: .limit, uses: limit.max?.value ?? limit.scopedMax?.count.value))
      }
    }
  }

  private mutating func compare(
    _ mine: String?, _ theirs: String?, _ what: String, _ step: Step, _ twin: Step, _ pair: Correspondence.Pair
  ) {
    func tell(_ verdict: SafetyVerdict, _ words: String) {
      found.append(
        Difference(
          verdict, "\(what) \(words)", old: Difference.Side(mine, step.name.range),
          new: Difference.Side(theirs, twin.name.range), at: .step(pair), needsRun: true, by: .limit))
    }
    switch (mine, theirs) {
    case (nil, nil): return
    case (let mine?, nil): tell(.weaker, "is counted on its own; it shared the budget `\(mine)`")
    case (nil, let theirs?): tell(.stronger, "shares the budget `\(theirs)`; it was counted on its own")
    case (let mine?, let theirs?):
      if let known = toNew[mine], known != theirs {
        tell(.weaker, "is counted by `\(theirs)`, and others that it was counted with by `\(known)`")
      } else if let known = toOld[theirs], known != mine {
        tell(.stronger, "is counted with others that were counted by `\(known)`")
      }
      (toNew[mine], toOld[theirs]) = (theirs, mine)
    }
  }
}

/// The budgets of a flow that more than one limit draws on; copies of a step draw on them as one.
private struct SharedNames {
  private var users: [String: Set<[Int]>] = [:]

  init(_ image: FlowImage, _ match: Correspondence) {
    for index in image.reached {
      let original = match.original(of: index)
      add(image.flow.steps[index], original.step) { original.choices[$0].map { [original.step, $0] } ?? [index, $0] }
    }
  }

  /// The same of an old flow: what nothing of the new flow stands for leaves the rest counted alone, and that allows no more.
  init(_ old: Flow, matched match: Correspondence) {
    for pair in match.pairs where (match.new(for: pair.old) ?? pair.new) == pair.new {
      let twins = match.choices(at: pair)
      add(old.steps[pair.old], pair.new) { twins[$0].map { [pair.new, $0] } }
    }
  }

  /// - Parameters:
  ///   - place: of the step.
  ///   - ofChoice: the place of one of its choices; nil for one that is not counted.
  private mutating func add(_ step: Step, _ place: Int, _ ofChoice: (Int) -> [Int]?) {
    func add(_ name: Spanned<String>?, _ place: [Int]) {
      if let name { users[name.value, default: []].insert(place) }
    }
    add(step.sharedTries, [place, -2])
    add(step.sharedMax, [place, -1])
    for index in step.choices.indices { if let own = ofChoice(index) { add(step.choices[index].sharedMax, own) } }
  }

  func of(_ name: Spanned<String>?) -> String? {
    name.flatMap { users[$0.value]?.count ?? 0 > 1 ? $0.value : nil }
  }
}
