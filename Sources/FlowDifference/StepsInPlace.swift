// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// The steps of a new flow that take the place of steps of the old one.
extension FlowImage {
  /// Each step that something leads to at the second of two steps that stand for each other, with that of the old flow to which the same leads
  /// at the first: by an outcome or a choice, and be it the old step itself, to which it leads back.
  func stepsInPlace(at pair: Correspondence.Pair, of new: FlowImage) -> [(old: Int, new: Int)] {
    let (mine, theirs) = (patterns[pair.old], new.patterns[pair.new])
    var steps: [(old: Int, new: Int)] = []
    func add(_ before: ComparedTarget?, _ after: ComparedTarget?) {
      guard case .step(let next)? = after else { return }
      switch before {
      case .step(let step)?: steps.append((step, next))
      case .stay?: steps.append((pair.old, next))
      case .end?, .resume?, nil: break
      }
    }
    func add(_ before: OutcomeWays?, _ after: OutcomeWays?) {
      guard let before, let after else { return }
      for ways in before.pairs(with: after, where: { _, _ in true }) { add(ways.old, ways.new) }
    }
    add(mine.to, theirs.to)
    add(mine.lines, theirs.lines)
    add(mine.call?.lines, theirs.call?.lines)
    add(mine.answer?.lines, theirs.answer?.lines)
    let (named, newNamed) = (flow.steps[pair.old].choices, new.flow.steps[pair.new].choices)
    for (index, choice) in mine.choices.enumerated() {
      guard let twin = newNamed.firstIndex(where: { $0.name.value == named[index].name.value }) else { continue }
      add(choice.to, theirs.choices[twin].to)
      add(choice.call?.lines, theirs.choices[twin].call?.lines)
    }
    return steps
  }

  /// The first steps that do what a step of this flow does, from a place of another flow on: that place, or what follows screens that only
  /// stand in between.
  ///
  /// - Parameters:
  ///   - twin: the step of the other flow that stands for this one already.
  ///   - isNew: whether a step of the other flow stands for none of this one.
  func standIns(
    for step: Int, beside twin: Int, from place: Int, of other: FlowImage, where isNew: (Int) -> Bool
  ) -> [Int] {
    var (open, seen, found): ([Int], Set<Int>, [Int]) = ([place], [], [])
    while let next = open.popLast() {
      guard isNew(next), seen.insert(next).inserted else { continue }
      let pattern = other.patterns[next]
      if doesItsTask(of: step, other, next, beside: twin) {
        found.append(next)
      } else if pattern.call == nil, pattern.answer == nil {
        for case .step(let goal)? in [pattern.to] + pattern.choices.map(\.to) { open.append(goal) }
      }
    }
    return found
  }

  /// Whether a step of another flow is for the same as one of this flow, and does some of it: its answer, or one of its choices.
  private func doesItsTask(of step: Int, _ other: FlowImage, _ theirs: Int, beside twin: Int) -> Bool {
    guard isLike(step, other, theirs) else { return false }
    let (mine, pattern) = (patterns[step], other.patterns[theirs])
    if let answer = mine.answer { return pattern.answer?.facets[.call] == answer.facets[.call] }
    let calls = Set(mine.choices.compactMap { $0.call?.facets[.call] })
    if !calls.isEmpty { return pattern.choices.contains { $0.call?.facets[.call].map(calls.contains) ?? false } }
    guard !other.isScreen(theirs, before: twin) else { return false }
    let names = Set(flow.steps[step].choices.map(\.name.value))
    return names.isEmpty || other.flow.steps[theirs].choices.contains { names.contains($0.name.value) }
  }
}
