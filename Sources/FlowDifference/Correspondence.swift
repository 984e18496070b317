// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph

/// Which step of one flow stands for which of another, and which choice for which: by what they do first, by where they stand,
/// and by their names last.
package struct Correspondence: Sendable {
  /// By step of the old flow: the step of the new one that stands for it.
  private var toNew: [Int: Int] = [:]
  private var toOld: [Int: Int] = [:]
  /// By pair of steps: the choices of the old one, each with that of the new one.
  private var choices: [Pair: [Int: Int]] = [:]
  /// Whether two steps that correspond do the same from there on.
  private var areAlike: Set<Pair> = []

  package struct Pair: Sendable, Hashable {
    package let old: Int
    package let new: Int

    package init(old: Int, new: Int) {
      self.old = old
      self.new = new
    }

    var reversed: Pair { Pair(old: new, new: old) }
  }

  /// The step of the new flow that stands for one of the old flow; nil if there is none.
  package func new(for old: Int) -> Int? { toNew[old] }

  /// Whether a step of the new flow stands for one of the old flow.
  func isKnown(new: Int) -> Bool { toOld[new] != nil || toNew.values.contains(new) }

  /// Whether another step of the new flow stands for the old one, too, and more than this one, which is a copy.
  package func isCopy(_ pair: Pair) -> Bool { toNew[pair.old] != pair.new }

  /// The step of the new flow of which one is a copy, since both stand for one step of the old flow, and its choices by those of the copy;
  /// the step itself where it is none.
  package func original(of copy: Int) -> (step: Int, choices: [Int: Int]) {
    guard let old = toOld[copy], let step = toNew[old] else { return (copy, [:]) }
    let twins = choices(at: Pair(old: old, new: step))
    var pairs: [Int: Int] = [:]
    for (choice, other) in choices(at: Pair(old: old, new: copy)) { pairs[other] = twins[choice] }
    return (step, pairs)
  }

  /// The same, with the flows in each other's place.
  var reversed: Correspondence {
    var reversed = self
    (reversed.toNew, reversed.toOld) = (toOld, toNew)
    reversed.areAlike = Set(areAlike.map(\.reversed))
    reversed.choices = [:]
    for (pair, twins) in choices {
      reversed.choices[pair.reversed] = Dictionary(twins.map { ($1, $0) }) { first, _ in first }
    }
    return reversed
  }

  /// Whether two steps stand for each other.
  package func matches(_ old: Int, _ new: Int) -> Bool { toNew[old] == new || toOld[new] == old }

  /// The choices of two steps that stand for each other, by those of the old one.
  package func choices(at pair: Pair) -> [Int: Int] { choices[pair] ?? [:] }

  /// Every pair of steps that stand for each other, in the order of the new flow.
  package var pairs: [Pair] {
    let pairs = Set(toNew.map { Pair(old: $0, new: $1) }).union(toOld.map { Pair(old: $1, new: $0) })
    return pairs.sorted { ($0.new, $0.old) < ($1.new, $1.old) }
  }

  /// Whether a step of the old flow does the same as the one that stands for it, from there on, but for texts.
  package func areAlike(_ pair: Pair) -> Bool { areAlike.contains(pair) }

  init(_ old: FlowImage, _ new: FlowImage, _ likeness: Likeness, _ ends: EndClasses) {
    let onTheWay = StepsOnTheWay(old, new, likeness, ends)
    matchAlike(old, new, likeness, onTheWay)
    match(old.flow.start.place, new.flow.start.place, old, new)
    for step in old.flow.interrupts {
      let twin = new.flow.interrupts.first { $0.awaited?.event == step.awaited?.event }
      if let twin { match(step.id.place, twin.id.place, old, new) }
    }
    followLines(old, new)
    matchNames(old, new) { old.isLike($0, new, $1) }
    followLines(old, new)
    // Of one name and for one event, though for another mode or code of it.
    matchNames(old, new) { old.isOfOneEvent($0, new, $1) }
    followLines(old, new)
    followCopies(old, new)
    followStandIns(old, new)
    var crossed: Set<Int> = []
    for pair in pairs {
      choices[pair] = onTheWay.choices[pair] ?? old.choices(at: pair, with: new, likeness, ends)
      guard likeness.classes[0][pair.old] == likeness.classes[1][pair.new] else { continue }
      areAlike.insert(pair)
      let mine = old.classed(pair.old, likeness.classes[0], ends.old)
      let theirs = new.classed(pair.new, likeness.classes[1], ends.new)
      if choices(at: pair).contains(where: { mine[$0] != theirs[$1] }) { crossed.insert(pair.old) }
    }
    // Choices have exchanged their names there: whoever comes there is not led on as before.
    if !crossed.isEmpty { areAlike = areAlike.filter { crossed.isDisjoint(with: old.reach(from: $0.old)) } }
  }

  /// Matches steps that do the same from there on.
  ///
  /// If there are several: first those that the same transitions lead to, then those with the same name, then by order.
  private mutating func matchAlike(
    _ old: FlowImage, _ new: FlowImage, _ likeness: Likeness, _ onTheWay: StepsOnTheWay
  ) {
    (toNew, toOld) = (onTheWay.toNew, onTheWay.toOld)
    let theirs = Dictionary(grouping: new.reached) { likeness.classes[1][$0] }
    let mine = Dictionary(grouping: old.reached) { likeness.classes[0][$0] }
    for (kind, mine) in mine {
      for step in mine where toNew[step] == nil {
        let twin = theirs[kind]?.first { toOld[$0] == nil && new.name(of: $0) == old.name(of: step) }
        if let twin { pair(step, twin) }
      }
    }
    for pair in onTheWay.others where toNew[pair.old] == nil && toOld[pair.new] == nil { self.pair(pair.old, pair.new) }
    for (kind, mine) in mine {
      guard let theirs = theirs[kind], let first = mine.first, let firstNew = theirs.first else { continue }
      var rest = theirs.filter { toOld[$0] == nil }
      for step in mine where toNew[step] == nil {
        if !rest.isEmpty {
          pair(step, rest.removeFirst())
        } else if !old.counts(step) {
          toNew[step] = firstNew
        }
      }
      for step in rest where !new.counts(step) { toOld[step] = first }
    }
  }

  private mutating func pair(_ old: Int, _ new: Int) {
    toNew[old] = new
    toOld[new] = old
  }

  private mutating func match(_ old: Int, _ new: Int, _ mine: FlowImage, _ theirs: FlowImage) {
    match(old, new) { mine.isLike($0, theirs, $1) }
  }

  private mutating func match(_ old: Int, _ new: Int, where areFit: (Int, Int) -> Bool) {
    guard toNew[old] == nil, toOld[new] == nil, areFit(old, new) else { return }
    pair(old, new)
  }

  /// What the same outcome leads to from steps that stand for each other does so, too.
  private mutating func followLines(_ old: FlowImage, _ new: FlowImage) {
    var open = pairs
    while let pair = open.popLast() {
      let shared = old.patterns[pair.old].stepsShared(with: new.patterns[pair.new])
      for (mine, theirs) in shared + old.stepsChosen(at: pair.old, with: new, pair.new) {
        guard toNew[mine] == nil, toOld[theirs] == nil, old.isLike(mine, new, theirs) else { continue }
        // A name that the other flow knows, too, says more than the way.
        let isNamed = new.step(named: old.name(of: mine)) != nil || old.step(named: new.name(of: theirs)) != nil
        guard !isNamed || old.name(of: mine) == new.name(of: theirs) else { continue }
        self.pair(mine, theirs)
        open.append(Pair(old: mine, new: theirs))
      }
    }
  }

  /// Where an outcome leads to a new step in place of one that stays, the new one stands for that as well.
  private mutating func followCopies(_ old: FlowImage, _ new: FlowImage) {
    var open = pairs
    while let pair = open.popLast() {
      for (mine, theirs) in old.patterns[pair.old].stepsShared(with: new.patterns[pair.new]) {
        guard let twin = toNew[mine], twin != theirs, toOld[theirs] == nil,
          old.step(named: new.name(of: theirs)) == nil,
          old.isLike(mine, new, theirs), !new.isScreen(theirs, before: twin)
        else { continue }
        toOld[theirs] = mine
        open.append(Pair(old: mine, new: theirs))
      }
    }
  }

  /// What does a step's task where something led to that step, or back to it, stands for that as well, whatever it lacks.
  private mutating func followStandIns(_ old: FlowImage, _ new: FlowImage) {
    var open = pairs
    func take(_ mine: Int, _ theirs: Int) {
      guard let twin = toNew[mine], twin != theirs else { return }
      let places = old.standIns(for: mine, beside: twin, from: theirs, of: new) { step in
        // A name that the other flow knows says more than the way, unless something else stands for what has it.
        let named = old.step(named: new.name(of: step))
        return !isKnown(new: step) && named.map { toNew[$0] != nil } ?? true
      }
      for place in places {
        toOld[place] = mine
        open.append(Pair(old: mine, new: place))
      }
    }
    take(old.flow.start.place, new.flow.start.place)
    while let pair = open.popLast() {
      for (mine, theirs) in old.stepsInPlace(at: pair, of: new) { take(mine, theirs) }
    }
  }

  private mutating func matchNames(_ old: FlowImage, _ new: FlowImage, where areFit: (Int, Int) -> Bool) {
    for step in old.reached where toNew[step] == nil {
      guard let twin = new.step(named: old.name(of: step)) else { continue }
      match(step, twin, where: areFit)
    }
  }
}

extension StepID {
  /// Its place among the steps of its flow.
  package var place: Int { Int(index) }
}
