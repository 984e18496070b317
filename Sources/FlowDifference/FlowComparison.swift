// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
package import FlowGraph
import SDKContract

/// Two flows held against each other: matched by what the SDK is told and what users are asked, and not by names.
///
/// `Documentation/Differences.md` says what counts as one.
package struct FlowComparison: Sendable {
  package let old: Flow
  package let new: Flow
  package let correspondence: Correspondence
  /// From the worst; of one verdict in the order of the new flow.
  package let differences: [Difference]
  /// The steps of each that runs come to by the contract; nil where not all runs could be followed.
  private let reached: (old: Set<Int>, new: Set<Int>)?
  /// Whether both claim the same of their ends, and count the same together.
  private let claimTheSame: Bool
  private let images: (old: FlowImage, new: FlowImage)
  /// By steps that stand for each other: the inputs that have another name in the new flow, each with that.
  private let inputs: [Correspondence.Pair: [String: String]]

  /// Nil if the flows are for different contracts, or a name of one could not be resolved.
  package init?(_ old: Flow, _ new: Flow) {
    guard old.contract.fingerprint == new.contract.fingerprint, var before = Checker.measures(old),
      var after = Checker.measures(new)
    else { return nil }
    self.old = old
    self.new = new
    reached = before.isComplete && after.isComplete ? (before.reached, after.reached) : nil
    let told = ToldApart([old, new])
    let image = (
      old: FlowImage(old, told, phases: before.isComplete ? before.phasesOfAsking : nil),
      new: FlowImage(new, told, phases: after.isComplete ? after.phasesOfAsking : nil)
    )
    images = FlowImage.comparingEnds(image.old, image.new)
    let ends = EndClasses(old, new)
    let likeness = Likeness([images.old.patterns, images.new.patterns], ends: [ends.old, ends.new])
    let correspondence = Correspondence(images.old, images.new, likeness, ends)
    self.correspondence = correspondence
    var inputs: [Correspondence.Pair: [String: String]] = [:]
    for pair in correspondence.pairs {
      for (name, old) in RenamedInputs(images.old, images.new, pair).names { inputs[pair, default: [:]][old] = name }
    }
    self.inputs = inputs
    let judgement = Judgement(images.old, images.new)
    let steps = StepDifferences(
      images.old, images.new, correspondence, ends, judgement, CopiedLimits(images.old, images.new, correspondence),
      seenByStrangers: (before.seenByStrangers, after.seenByStrangers))
    let claims = ClaimDifferences(
      old, images.new, correspondence, silent: (before.silentThreats, after.silentThreats)
    ).found
    let budgets = BudgetDifferences(images.old, images.new, correspondence, judgement, steps.copies).found
    let calls =
      CallDifferences.found(images.old, images.new, correspondence)
      + AddedWays.found(images.old, images.new, correspondence, judgement)
      + AddedTime.found(images.old, images.new, correspondence)
    claimTheSame = claims.isEmpty && budgets.isEmpty
    // Counting takes longer, and is only done where a list may be that of no run.
    if !claims.isEmpty || !budgets.isEmpty || !steps.found.isEmpty {
      (before, after) = (before.countingBudgets(of: old), after.countingBudgets(of: new))
    }
    let found =
      claims + MeasureDifferences(before, after).found + steps.found + calls + budgets
      + TranslationDifferences(images.old, images.new).found
    let untold = EndDifferences(images.old, images.new, besides: found).found
    differences = (found + untold).worstFirst(by: \.self)
  }

  /// Whether runs may come to both of two steps, as far as is known.
  package func mayReach(_ pair: Correspondence.Pair) -> Bool {
    reached.map { $0.old.contains(pair.old) && $0.new.contains(pair.new) } ?? true
  }

  /// The inputs of two steps that stand for each other and that have another name in the new flow, each with that.
  package func renamedInputs(at pair: Correspondence.Pair) -> [String: String] { inputs[pair] ?? [:] }

  /// The steps of the old flow at which a run can wait for somebody.
  package var resting: [Int] {
    old.steps.indices.filter { old.steps[$0].waitsForSomebody }
  }

  /// Whether a run that waits at a step of the old flow does the same under the new one from there on: the step and all interrupts do, the
  /// flows claim the same, and what is counted ahead is counted at the same step.
  package func mayTakeUp(at step: Int) -> Bool {
    func isSame(_ step: Int) -> Bool {
      guard let twin = correspondence.new(for: step) else { return false }
      return areAlike(Correspondence.Pair(old: step, new: twin)) && countsAlike(from: step, twin)
    }
    return claimTheSame && isSame(step) && old.interrupts.count == new.interrupts.count
      && old.interrupts.allSatisfy { isSame(Int($0.id.index)) }
  }

  /// Whether two steps that stand for each other do the same, by what is written there or since nothing differs anywhere: the same may be
  /// written in other words.
  private func areAlike(_ pair: Correspondence.Pair) -> Bool {
    correspondence.areAlike(pair) || differences.allSatisfy { $0.verdict == .wording }
  }

  /// What the flows do not do alike where runs may come from some steps of the old flow, or in what they claim and count together; texts
  /// are left out, and so is what only follows from the rest.
  package func differences(onTheWayFrom steps: [Int]) -> [Difference] {
    let starts = steps + old.interrupts.map(\.id.place)
    let reached = starts.reduce(into: Set<Int>()) { $0.formUnion(images.old.reach(from: $1)) }
    let told = differences.filter { $0.verdict != .wording && !$0.isSum }
    let near = told.filter { difference in
      if let pair = difference.spot.pair { return reached.contains(pair.old) }
      return if case .start = difference.spot { false } else { true }
    }
    return near.isEmpty ? told : near
  }

  /// Whether each step that counts something, and to which runs may come from two steps, stands for one of the other flow alone: one that
  /// is new, or a copy, would count from nought.
  private func countsAlike(from old: Int, _ new: Int) -> Bool {
    images.old.reach(from: old).allSatisfy { !images.old.counts($0) || correspondence.new(for: $0) != nil }
      && images.new.reach(from: new).allSatisfy { step in
        !images.new.counts(step) || correspondence.isKnown(new: step) && correspondence.original(of: step).step == step
      }
  }

  /// The steps of the old flow for each of which one of the new flow stands, each with that; their choices, too.
  ///
  /// - Parameter areAlike: whether only those count that do the same in the new one.
  package func twins(areAlike: Bool) -> (steps: [Int: Int], choices: [Int: [Int: Int]]) {
    var (steps, choices): ([Int: Int], [Int: [Int: Int]]) = ([:], [:])
    for pair in correspondence.pairs
    where (!areAlike || self.areAlike(pair)) && correspondence.new(for: pair.old) == pair.new {
      steps[pair.old] = pair.new
      choices[pair.old] = correspondence.choices(at: pair)
    }
    return (steps, choices)
  }

  /// The messages of the old flow for each of which one of the new flow stands, each with that: one that says the same, and among these
  /// one of its key; else one of its key.
  package var messageTwins: [Int: Int] {
    let texts = new.messages.indices.map { images.new.text(of: MessageID($0)) }
    let alike = Dictionary(grouping: texts.indices) { texts[$0] }
    var twins: [Int: Int] = [:]
    for index in old.messages.indices {
      func hasKey(_ twin: Int) -> Bool { new.messages[twin].name.value == old.messages[index].name.value }
      let same = alike[images.old.text(of: MessageID(index))] ?? []
      twins[index] = same.first(where: hasKey) ?? same.first ?? texts.indices.first(where: hasKey)
    }
    return twins
  }
}

/// What tells the ends of two flows apart: their names, by which a host knows them.
///
/// Another outcome is told once, of the end itself.
struct EndClasses {
  let old: [Int]
  let new: [Int]

  init(_ old: Flow, _ new: Flow) {
    var numbers: [String: Int] = [:]
    func number(_ end: End) -> Int {
      let number = numbers[end.name.value] ?? numbers.count
      numbers[end.name.value] = number
      return number
    }
    self.old = old.ends.map(number)
    self.new = new.ends.map(number)
  }
}

extension Step {
  /// Whether it is a screen that waits for somebody, outside of interrupts.
  var waitsForSomebody: Bool {
    switch kind {
    case .challenge, .event, .wait: true
    case .call, .gate, .interrupt: false
    }
  }
}
