// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards

/// Ways that lead elsewhere at two steps that stand for each other.
extension StepDifferences {
  /// - Parameter isNo: whether it belongs to two choices that say no, whichever way they do it.
  mutating func lead(
    _ words: String, _ mine: ComparedTarget?, _ theirs: ComparedTarget?, _ pair: Correspondence.Pair,
    _ sides: (SourceRange, SourceRange),
    at spot: Difference.Spot, isMany: Bool = false, isNo: Bool = false, saying said: StepTexts.Taken
  ) -> Difference {
    let isInterrupt = isInterrupt(pair)
    let triggers: [Trigger] = if case .outcome(_, let triggers) = spot { triggers } else { [] }
    let worst = triggers.map { judgement.verdict(mine, theirs, by: $0, isInterrupt: isInterrupt) }.min()
    let (gate, newGate) = (gatePassedBy(mine, theirs), gateAddedBefore(mine, theirs))
    let own = isNo ? .changed : worst ?? judgement.verdict(mine, theirs, at: pair, isInterrupt: isInterrupt)
    let isLess = asksLess(mine, in: old, theirs, in: new) || gate != nil
    let isMore = asksLess(theirs, in: new, mine, in: old) || newGate != nil
    let verdict = isLess ? .weaker : own == .changed && isMore ? .stronger : own
    let (before, after) = (mine.map { old.words($0) }, theirs.map { new.words($0) })
    // What no line takes here may still be taken elsewhere, as interrupts are.
    let none =
      if triggers.allSatisfy({ $0 == .timeout }), !triggers.isEmpty {
        // It comes of a time, which may be missing instead of the line.
        (now: "has no time limit or no line", before: "had no time limit or no line")
      } else if triggers.allSatisfy({ $0 == .timeout || $0 == .exhausted }), !triggers.isEmpty {
        // It comes of a limit, which is missing: the line may be there still.
        (now: "cannot come", before: "could not come")
      } else if case .outcome = spot {
        (now: isMany ? "have no line" : "has no line", before: "had no line")
      } else {
        (now: "leads nowhere by itself", before: "led nowhere by itself")
      }
    let what =
      switch (before, after) {
      case (let before?, let after?): "\(isMany ? "lead" : "leads") \(after.instead(of: before))"
      case (let before?, nil): "\(none.now) any more; before, \(isMany ? "they" : "it") led \(before)"
      case (nil, let after?): "\(isMany ? "lead" : "leads") \(after) now, and \(none.before) before"
      case (nil, nil): "\(isMany ? "differ" : "differs")"
      }
    let past = (past(mine, theirs).map { "; \($0)" } ?? "") + (gate ?? newGate ?? "")
    var difference = Difference(
      verdict, "\(words) \(what)\(past)", old: said.old(before, sides.0), new: said.new(after, sides.1),
      at: spot, needsRun: true, saying: said.words(new.quoted(pair.new)))
    if mine == .stay, case .step(let copy)? = theirs, copy != pair.new, match.matches(pair.old, copy) {
      difference.leadsToCopy = verdict == .changed
    }
    return difference
  }

  /// What goes past a step that only the new flow has, and that now stands before where the old flow went; told once.
  private mutating func past(_ mine: ComparedTarget?, _ theirs: ComparedTarget?) -> String? {
    guard case .step(let step)? = theirs, !match.isKnown(new: step) else { return nil }
    let place: ComparedTarget? =
      switch mine {
      case .step(let mine)?: match.new(for: mine).map { .step($0) }
      case .end(let mine)?: ends.new.firstIndex(of: ends.old[mine]).map { .end($0) }
      default: nil
      }
    guard let place, passed.insert(step).inserted else { return nil }
    return Bypasses(of: new).words(past: step, to: place)
  }

  /// What is said of a `gate:` step of the old flow that nothing stands for, where the new flow goes at once to where the gate let go on;
  /// nil for none, and where the call there asks the same.
  func gatePassedBy(_ mine: ComparedTarget?, _ theirs: ComparedTarget?) -> String? {
    guard case .step(let gate)? = mine, match.new(for: gate) == nil, let theirs,
      leadAlike(old.patterns[gate].lines.way(of: .allow, isNamed: false), theirs)
    else { return nil }
    return old.asked(by: gate, before: theirs, of: new).map { "; \($0) is asked there no more" }
  }

  /// The same of a `gate:` step of the new flow that stands for nothing, where the old flow went at once to where the gate lets go on.
  func gateAddedBefore(_ mine: ComparedTarget?, _ theirs: ComparedTarget?) -> String? {
    guard case .step(let gate)? = theirs, !match.isKnown(new: gate), let mine,
      leadAlike(mine, new.patterns[gate].lines.way(of: .allow, isNamed: false))
    else { return nil }
    return new.asked(by: gate, before: mine, of: old).map { "; \($0) is asked there first now" }
  }

  /// What it means that a call asks other questions first, where `gate:` steps right before it ask some of them, and a no leads to the
  /// same place there; nil where no such step is there.
  func verdictOfGates(_ before: FacetValue?, _ after: FacetValue?, at spot: Difference.Spot) -> SafetyVerdict? {
    guard case .step(let pair) = spot else { return nil }
    let (gates, newGates) = (old.gates(before: pair.old), new.gates(before: pair.new))
    guard !gates.isEmpty || !newGates.isEmpty else { return nil }
    func no(_ image: FlowImage, _ step: Int) -> ComparedTarget? {
      let pattern = image.patterns[step]
      return (pattern.call?.lines ?? pattern.lines).way(of: .deny, isNamed: false)
    }
    let areAlike =
      gates.allSatisfy { leadAlike(no(old, $0), no(new, newGates.first ?? pair.new)) }
      && newGates.allSatisfy { leadAlike(no(old, gates.first ?? pair.old), no(new, $0)) }
    guard areAlike else { return nil }
    let mine = (before?.items ?? []).union(old.asked(by: gates))
    let theirs = (after?.items ?? []).union(new.asked(by: newGates))
    return mine == theirs ? .changed : theirs.isSuperset(of: mine) ? .stronger : .weaker
  }

  /// Whether a flow comes by one way to a success end that requires less than each to which the other flow comes by another, be it past
  /// screens at which no call is made.
  private func asksLess(
    _ mine: ComparedTarget?, in image: FlowImage, _ theirs: ComparedTarget?, in other: FlowImage
  ) -> Bool {
    let before = mine.map(image.successesPastScreens) ?? []
    guard !before.isEmpty, let theirs else { return false }
    let required = before.map { image.flow.required(at: image.flow.ends[$0]) }
    return other.successesPastScreens(theirs).contains { end in
      let asked = other.flow.required(at: other.flow.ends[end])
      return !required.contains { asked.implied.isSuperset(of: $0.words) }
    }
  }

  /// Whether two ways lead to what stands for each other.
  func leadAlike(_ mine: ComparedTarget?, _ theirs: ComparedTarget?) -> Bool {
    switch (mine, theirs) {
    case (.step(let mine)?, .step(let theirs)?): match.matches(mine, theirs)
    case (.end(let mine)?, .end(let theirs)?): ends.old[mine] == ends.new[theirs]
    default: mine == theirs
    }
  }

  /// What two steps require, or when two choices are offered, with the names of the steps behind `after` and `interrupted`, which have no
  /// names while they are compared.
  func namingSteps(
    _ mine: FacetValue?, _ theirs: FacetValue?, at spot: Difference.Spot
  ) -> (FacetValue?, FacetValue?) {
    if case .choice(let pair, let index?, let twin?) = spot {
      func written(_ choice: Choice) -> FacetValue? { choice.when.map { FacetValue($0.description) } }
      return (
        written(old.flow.steps[pair.old].choices[index]), written(new.flow.steps[pair.new].choices[twin])
      )
    }
    guard case .step(let pair) = spot else { return (mine, theirs) }
    func named(_ value: FacetValue?, _ image: FlowImage, _ step: Int) -> FacetValue? {
      guard let value, let after = image.patterns[step].after else { return value }
      return FacetValue(value.text.replacing(" since a step", with: " after \(image.place(after))"))
    }
    return (named(mine, old, pair.old), named(theirs, new, pair.new))
  }
}

extension FlowImage {
  /// The `gate:` steps past which alone runs come to a call; none where they come there in another way, too.
  fileprivate func gates(before step: Int) -> [Int] {
    guard case .call = flow.steps[step].kind, Int(flow.start.index) != step else { return [] }
    let sources = reached.filter { patterns[$0].goals.contains(.step(step)) }
    let areGates = sources.allSatisfy { source in
      flow.steps[source].isGate && patterns[source].lines.triggers(to: .step(step)) == [.allow]
    }
    return areGates ? sources : []
  }

  /// What each of some `gate:` steps asks.
  fileprivate func asked(by gates: [Int]) -> Set<String> {
    let questions = gates.map { patterns[$0].facets[.gate]?.items ?? [] }
    return questions.dropFirst().reduce(questions.first ?? []) { $0.intersection($1) }
  }

  /// The questions that a `gate:` step asks and that are not asked at a place of another flow, in words; nil for none, and for another step.
  fileprivate func asked(by gate: Int, before place: ComparedTarget, of other: FlowImage) -> String? {
    guard flow.steps[gate].isGate else { return nil }
    var asked: Set<String> = []
    if case .step(let step) = place {
      let pattern = other.patterns[step]
      asked = [pattern.call, pattern.answer].compactMap { $0?.gate }.reduce([]) { $0.union($1) }
    }
    let lost = (patterns[gate].facets[.gate]?.items ?? []).subtracting(asked).sorted()
    return lost.isEmpty ? nil : lost.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// Whether what was shown since one step, when a run comes to a place, was shown since another one, too: runs come from that one to the
  /// place past the first alone.
  func isLater(_ step: Int, than other: Int, at place: ComparedTarget) -> Bool {
    var (known, open): (Set<Int>, [Int]) = ([step, other], [other])
    while let next = open.popLast() {
      let goals = patterns[next].goals
      if goals.contains(place) { return false }
      for case .step(let goal) in goals where known.insert(goal).inserted { open.append(goal) }
    }
    return true
  }
}
