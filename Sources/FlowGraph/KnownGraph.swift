// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax

/// What the steps of a flow were resolved to last, for an editor: those that have not changed, and name no step that has, are taken as they
/// are.
///
/// Only for two readings between which nothing but steps has changed (``KnownSteps/onlyStepsChanged(since:)``), of a flow without
/// other files and for one contract. A step is known if nothing was found in it.
package final class KnownGraph {
  /// A step, and what else came of it.
  struct Resolved {
    let step: Step
    /// Where it shows messages.
    let uses: [MessageUse]
    /// The lists of questions that it names.
    let gates: [String]
  }

  private var syntax: [StepSyntax] = []
  private var takers: [Taker?] = []
  private var resolved: [Resolved?] = []
  /// Of the reading at hand: the steps that are not the same ones as last time.
  private var changed: Set<StepID> = []

  package init() {}

  /// Forgets all steps.
  package func forget() { (syntax, takers, resolved) = ([], [], []) }

  /// Begins to resolve the steps of a document.
  func begin(_ document: FlowDocument) {
    changed = []
    guard document.steps.count == syntax.count else { return forget() }
    for (index, step) in document.steps.enumerated() where step !== syntax[index] || document.isDamaged(step.range) {
      changed.insert(StepID(index))
    }
    if changed.count > Self.mostChanged { forget() }
  }

  /// So many steps may have changed: to follow more of them costs what is saved.
  private static let mostChanged = 16

  /// Looks at what names stand for now: where one that has come or gone stands for something else, nothing is known.
  func look(at places: NamedPlaces, _ document: FlowDocument) {
    let isClear = changed.allSatisfy { id in
      let index = Int(id.index)
      guard index < syntax.count else { return true }
      let (name, before) = (document.steps[index].name.value, syntax[index].name.value)
      let place = places[name]
      return place?.step == id && place?.end == nil && (name == before || places[before] == nil)
    }
    if !isClear { forget() }
  }

  /// What leads to a step takes; nil if that is not known.
  func taker(_ index: Int) -> Taker? {
    index < takers.count && !changed.contains(StepID(index)) ? takers[index] : nil
  }

  /// What a step was resolved to; nil if that is not known.
  func step(_ index: Int) -> Resolved? {
    guard index < resolved.count, !changed.contains(StepID(index)), let known = resolved[index] else { return nil }
    return changed.isEmpty || !known.step.names(oneOf: changed) ? known : nil
  }

  /// Keeps what was resolved for the next reading.
  func keep(_ document: FlowDocument, _ takers: [Taker?], _ resolved: [Resolved?]) {
    (syntax, self.takers, self.resolved) = (document.steps, takers, resolved)
  }
}

extension Step {
  /// Whether it leads to one of some steps, or wants something shown since then.
  fileprivate func names(oneOf steps: Set<StepID>) -> Bool {
    func leads(_ target: Target) -> Bool { if case .step(let id) = target.move { steps.contains(id) } else { false } }
    if let to, leads(to) { return true }
    if transitions.contains(where: { leads($0.target) }) { return true }
    let isChosen = choices.contains { choice in
      switch choice.action {
      case .go(let target): leads(target)
      case .call(_, let over): over.contains { leads($0.target) }
      }
    }
    return isChosen || requirement?.after.map { steps.contains($0.value) } ?? false
  }
}

extension Resolver {
  /// What leads to each step takes; those of them that are known next time.
  mutating func takersOfSteps() -> [Taker?] {
    guard let known else {
      for syntax in document.steps { takers.append(taker(syntax)) }
      return []
    }
    var kept: [Taker?] = []
    kept.reserveCapacity(document.steps.count)
    for (index, syntax) in document.steps.enumerated() {
      let before = told
      let taker = known.taker(index) ?? taker(syntax)
      takers.append(taker)
      kept.append(told == before ? taker : nil)
    }
    return kept
  }

  /// Adds all steps, and keeps those in which nothing was found; false if one of them could not be resolved.
  mutating func addSteps(to steps: inout [Step], _ takers: [Taker?]) -> Bool {
    var isEach = true
    guard let known else {
      for syntax in document.steps { isEach = add(syntax, to: &steps) && isEach }
      return isEach
    }
    var kept: [KnownGraph.Resolved?] = []
    kept.reserveCapacity(document.steps.count)
    for (index, syntax) in document.steps.enumerated() {
      if let resolved = known.step(index) {
        steps.append(resolved.step)
        messageUses += resolved.uses
        namedGates.formUnion(resolved.gates)
        kept.append(resolved)
        continue
      }
      let (before, uses) = (told, messageUses.count)
      gatesOfStep = []
      let isResolved = add(syntax, to: &steps)
      isEach = isResolved && isEach
      let isClear = isResolved && told == before && takers[index] != nil && steps[index].isWhole
      kept.append(
        isClear ? KnownGraph.Resolved(step: steps[index], uses: Array(messageUses[uses...]), gates: gatesOfStep) : nil)
    }
    known.keep(document, takers, kept)
    return isEach
  }
}
