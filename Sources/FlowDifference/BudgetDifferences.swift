// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// Which steps of two flows do not count together in both.
struct BudgetDifferences {
  private(set) var found: [Difference] = []

  /// The budgets that stand for each other, by their names.
  private var toNew: [String: String] = [:]
  private var toOld: [String: String] = [:]

  init(_ old: FlowImage, _ new: FlowImage, _ match: Correspondence, _ judgement: Judgement) {
    let (mine, theirs) = (SharedNames(old.flow, matched: match), SharedNames(new))
    for pair in match.pairs {
      let (step, twin) = (old.flow.steps[pair.old], new.flow.steps[pair.new])
      let place = new.quoted(pair.new)
      compare(mine.of(step.sharedTries), theirs.of(twin.sharedTries), "\(place): `tries`", step, twin, pair)
      compare(mine.of(step.sharedMax), theirs.of(twin.sharedMax), "\(place): `max`", step, twin, pair)
      for (index, other) in match.choices(at: pair).sorted(by: { $0.key < $1.key }) {
        let (first, second) = (old.choice(index, at: pair.old), new.choice(other, at: pair.new))
        if judgement.refuse(first, second, isInterrupt: new.isInterrupt(pair.new)) { continue }
        let words = "\(place): the choice `\(twin.choices[other].name.value)`"
        compare(
          mine.of(step.choices[index].sharedMax), theirs.of(twin.choices[other].sharedMax), words, step, twin, pair)
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

/// The budgets of a flow that more than one limit draws on.
private struct SharedNames {
  private var users: [String: Int] = [:]

  init(_ image: FlowImage) {
    for step in image.reached.map({ image.flow.steps[$0] }) {
      for name in [step.sharedTries, step.sharedMax] + step.choices.map(\.sharedMax) {
        if let name { users[name.value, default: 0] += 1 }
      }
    }
  }

  /// The same of an old flow: what nothing of the new flow stands for leaves the rest counted alone, and that allows no more.
  init(_ old: Flow, matched match: Correspondence) {
    var known: Set<[Int]> = []
    func add(_ name: Spanned<String>?, _ place: [Int]) {
      if let name, known.insert(place).inserted { users[name.value, default: 0] += 1 }
    }
    for pair in match.pairs {
      let step = old.steps[pair.old]
      add(step.sharedTries, [pair.old, -2])
      add(step.sharedMax, [pair.old, -1])
      for index in match.choices(at: pair).keys { add(step.choices[index].sharedMax, [pair.old, index]) }
    }
  }

  func of(_ name: Spanned<String>?) -> String? {
    name.flatMap { users[$0.value, default: 0] > 1 ? $0.value : nil }
  }
}
