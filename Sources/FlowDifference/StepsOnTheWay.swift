// SPDX-License-Identifier: Apache-2.0

import FlowGraph

/// The steps to which two flows come in the same runs, and at which they do the same from there on.
///
/// It goes through both flows at once, from their starts and interrupts, by the outcomes and choices that both have: what they are called,
/// and in which order they stand, makes no difference.
struct StepsOnTheWay {
  typealias Pair = Correspondence.Pair

  /// Steps that show the same texts, or that have no other equal: from a step of one flow to that of the other.
  private(set) var toNew: [Int: Int] = [:]
  private(set) var toOld: [Int: Int] = [:]
  /// Those that show other texts.
  private(set) var others: [Pair] = []
  /// Which choices stand for each other, wherever it came.
  private(set) var choices: [Pair: [Int: Int]] = [:]

  init(_ old: FlowImage, _ new: FlowImage, _ likeness: Likeness, _ ends: EndClasses) {
    let (classes, newClasses) = (likeness.classes[0], likeness.classes[1])
    let (mine, theirs) = (old.reached.counts(by: classes), new.reached.counts(by: newClasses))
    // Steps that differ are each followed once.
    var followed: (old: Set<Int>, new: Set<Int>) = ([], [])
    /// The classes in which a step would match several steps that already have another match.
    var crossed: Set<Int> = []
    var found: [Pair] = []
    var seen: Set<Pair> = []
    var open = [Pair(old: old.flow.start.place, new: new.flow.start.place)]
    for step in old.flow.interrupts {
      let twin = new.flow.interrupts.first { $0.awaited?.event == step.awaited?.event }
      if let twin { open.append(Pair(old: step.id.place, new: twin.id.place)) }
    }
    var index = 0
    while index < open.count {
      let pair = open[index]
      index += 1
      guard seen.insert(pair).inserted else { continue }
      let kind = classes[pair.old]
      let areAlike = kind == newClasses[pair.new]
      let isOnly = areAlike && mine[kind] == 1 && theirs[kind] == 1
      if isOnly || areAlike && old.texts(at: pair.old) == new.texts(at: pair.new) {
        let (known, knownNew) = (toNew[pair.old], toOld[pair.new])
        // A step with a limit of its own cannot stand for copies with a limit each.
        let isOne =
          (known.map { old.mayStand(pair.old, for: $0, pair.new, of: new) } ?? true)
          && (knownNew.map { new.mayStand(pair.new, for: $0, pair.old, of: old) } ?? true)
        if known != nil && knownNew != nil || !isOne {
          crossed.insert(kind)
          continue
        }
        if known == nil { toNew[pair.old] = pair.new }
        if knownNew == nil { toOld[pair.new] = pair.old }
        found.append(pair)
      } else {
        guard old.isLike(pair.old, new, pair.new), followed.old.insert(pair.old).inserted,
          followed.new.insert(pair.new).inserted
        else { continue }
        if areAlike { others.append(pair) }
      }
      let matched = old.choices(at: pair, with: new, likeness, ends)
      choices[pair] = matched
      open += old.patterns[pair.old].steps(with: new.patterns[pair.new], choices: matched)
        .map { Pair(old: $0.old, new: $0.new) }
    }
    toNew = toNew.filter { !crossed.contains(classes[$0.key]) }
    toOld = toOld.filter { !crossed.contains(newClasses[$0.key]) }
    preferNames(found, old, new)
  }

  /// Of several that stand for one, that of its name comes first.
  private mutating func preferNames(_ pairs: [Pair], _ old: FlowImage, _ new: FlowImage) {
    for pair in pairs where old.name(of: pair.old) == new.name(of: pair.new) {
      // Only where the two trade places: the step that was matched before still has this one for a match.
      if let twin = toNew[pair.old], twin != pair.new, toOld[twin] == pair.old, toOld[pair.new] == pair.old {
        toNew[pair.old] = pair.new
      } else if let twin = toOld[pair.new], twin != pair.old, toNew[twin] == pair.new, toNew[pair.old] == pair.new {
        toOld[pair.new] = pair.old
      }
    }
  }
}

extension [Int] {
  /// How many steps there are of each class.
  fileprivate func counts(by classes: [Int]) -> [Int: Int] {
    reduce(into: [:]) { counts, step in counts[classes[step], default: 0] += 1 }
  }
}

extension StepPattern {
  /// The steps to which the same leads from both.
  ///
  /// - Parameter choices: those that stand for each other.
  fileprivate func steps(with other: StepPattern, choices matched: [Int: Int]) -> [(old: Int, new: Int)] {
    var steps = ownSteps(with: other)
    func add(_ mine: ComparedTarget?, _ theirs: ComparedTarget?) {
      if case .step(let mine)? = mine, case .step(let theirs)? = theirs { steps.append((mine, theirs)) }
    }
    add(after, other.after)
    for (index, twin) in matched.sorted(by: { $0.key < $1.key }) {
      let (mine, theirs) = (choices[index], other.choices[twin])
      add(mine.to, theirs.to)
      for (named, other) in zip(mine.named, theirs.named) { add(named, other) }
      if let call = mine.call, let other = theirs.call { steps += call.lines.steps(with: other.lines) }
    }
    return steps
  }
}
