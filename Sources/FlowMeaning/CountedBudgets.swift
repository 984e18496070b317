// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
import SDKContract

/// The small budgets of a flow, so that a run can be told how much of each is left.
///
/// Where nobody counts, a budget goes both ways: it may be spent at any time, or never. That is quick, and enough for most flows.
package struct CountedBudgets: Sendable {
  private struct Budget {
    /// The part of the step that draws on it.
    let origin: Origin
    let count: UInt64
    /// Where it is counted.
    let shift: UInt64
  }

  /// By step; empty where nothing is counted.
  private var budgets: [[Budget]] = []
  /// By name, where what is shared is counted.
  private var shared: [String: UInt64] = [:]
  private var counted: UInt64 = 0
  /// In how many ways they can be spent: more than runs come to, and no more than a million million.
  package private(set) var combinations = 1
  /// The bits of those that begin again with each session.
  private(set) var ofSession: UInt64 = 0

  /// A budget of so many is not counted.
  package static let fromHereUncounted = 16

  /// Nothing is counted.
  init() {}

  /// As many are counted as fit into a word, by four bits each; those that count for each user are none of them.
  init(_ steps: [StepFacts]) {
    budgets = Array(repeating: [], count: steps.count)
    for (index, facts) in steps.enumerated() {
      let step = facts.step
      add(.answer, at: index, step)
      add(.call, at: index, step)
      for choice in step.choices.indices { add(.choice(choice), at: index, step) }
    }
    if counted == 0 { budgets = [] }
  }

  package var isEmpty: Bool { budgets.isEmpty }

  private mutating func add(_ origin: Origin, at index: Int, _ step: Step) {
    let scoped = step.scopedLimit(of: origin)
    // Of two limits of one part that of the run is counted.
    let ofRun = scoped == nil || origin != .answer ? step.budget(of: origin)?.value : nil
    let isOfSession = ofRun == nil && scoped?.scope == .session
    guard let count = ofRun ?? (isOfSession ? scoped?.count.value : nil), count < Self.fromHereUncounted else {
      return
    }
    let name = step.sharedBudget(of: origin)
    let known = name.flatMap { shared[$0] }
    guard known != nil || counted < 16 else { return }
    budgets[index].append(Budget(origin: origin, count: UInt64(count), shift: known ?? counted * 4))
    guard known == nil else { return }
    if isOfSession { ofSession |= 15 << (counted * 4) }
    if let name { shared[name] = counted * 4 }
    counted += 1
    combinations = min(combinations * (count + 1), 1_000_000_000_000)
  }

  /// The bits that say how much a step has left: nothing else that a run has spent makes a difference there.
  package func bits(of step: Int) -> UInt64 {
    isEmpty ? 0 : budgets[step].reduce(0) { $0 | 15 << $1.shift }
  }

  /// One use of a part of a step, to be added to what is spent.
  func use(of origin: Origin, at step: Int) -> UInt64 { budget(of: origin, at: step).map { 1 << $0.shift } ?? 0 }

  /// Whether a part of a step has nothing left; nil if that is not counted.
  func isSpent(_ origin: Origin, at step: Int, _ spent: UInt64) -> Bool? {
    budget(of: origin, at: step).map { spent >> $0.shift & 15 >= $0.count }
  }

  private func budget(of origin: Origin, at step: Int) -> Budget? {
    isEmpty ? nil : budgets[step].first { $0.origin == origin }
  }
}

extension Relation {
  /// Whether a run that has come to this may go that way, as far as phases and budgets tell.
  package func allows(_ move: Move, at place: Place, _ assurance: Assurance) -> Bool {
    guard move.phases & 1 << UInt64(assurance.phase) != 0 else { return false }
    if assurance.owed != 0, move.makesCall, isOwed(move, at: place.step, assurance) { return false }
    return budgets.isEmpty || hasLeft(move, at: place, assurance)
  }

  private func isOwed(_ move: Move, at step: Int, _ assurance: Assurance) -> Bool {
    sites(of: step).contains { site in
      let call = sites[site].call
      return call.origin == move.origin && owable.bars(call.use.call, assurance.owed)
    }
  }

  private func hasLeft(_ move: Move, at place: Place, _ assurance: Assurance) -> Bool {
    let step = steps[place.step].step
    switch move.cause {
    case .event, .time: return place.site != nil || !isLeftAtOnce(place, assurance)
    case .person, .modules, .flow: break
    }
    if budgets.isSpent(.answer, at: place.step, assurance.spent) ?? false { return move.origin == .exhausted }
    guard move.origin == .exhausted else {
      return !(budgets.isSpent(move.origin, at: place.step, assurance.spent) ?? false)
    }
    if case .call = step.kind { return budgets.isSpent(.call, at: place.step, assurance.spent) ?? true }
    if step.tries != nil, budgets.isSpent(.answer, at: place.step, assurance.spent) == nil { return true }
    return step.mayBeLeft && !surelyOffers(step, assurance)
  }

  /// Whether the budget of a part of a step may have something left for a run that has come to this.
  package func mayUse(_ origin: Origin, at step: Int, _ assurance: Assurance) -> Bool {
    budgets.isEmpty || !(budgets.isSpent(origin, at: step, assurance.spent) ?? false)
  }

  /// Whether a step goes on by itself, since nothing is left to ask: nothing can come there.
  package func isLeftAtOnce(_ place: Place, _ assurance: Assurance) -> Bool {
    guard place.isAsking else { return false }
    if !budgets.isEmpty, budgets.isSpent(.answer, at: place.step, assurance.spent) ?? false { return true }
    let step = steps[place.step].step
    guard step.mayBeLeft else { return false }
    // What is for an event that has not come waits for that; an interrupt has opened by its own.
    if !step.isInterrupt, let own = step.awaited.flatMap({ flow.contract[$0.event].phase }),
      own.index != assurance.phase
    {
      return false
    }
    return step.answer.map { !isLegal($0, assurance) } ?? true
      && step.choices.indices.allSatisfy { choice in
        if !mayUse(.choice(choice), at: place.step, assurance) { return true }
        guard case .call(let use, _) = step.choices[choice].action else { return false }
        return !isLegal(use, assurance)
      }
  }

  private func isLegal(_ use: CallUse, _ assurance: Assurance) -> Bool {
    phases(of: use.call) & 1 << UInt64(assurance.phase) != 0
  }

  /// Whether some choice of a step is offered, whatever its data are.
  private func surelyOffers(_ step: Step, _ assurance: Assurance) -> Bool {
    if offeredPhases(step) & 1 << UInt64(assurance.phase) != 0 { return true }
    let index = Int(step.id.index)
    return step.choices.indices.contains { choice in
      step.choices[choice].isLimitedOnce && budgets.isSpent(.choice(choice), at: index, assurance.spent) == false
        && offeredPhases(step, choice) & 1 << UInt64(assurance.phase) != 0
    }
  }

  /// The phases in which a step surely has something to offer, as a set of bits.
  package func offeredPhases(_ step: Step) -> UInt64 {
    var phases: UInt64 = 0
    if let answer = step.answer, step.pickCount == 0, flow.contract[answer.call].requiresField == nil {
      phases |= sureOf(answer)
    }
    for choice in step.choices.indices where !step.choices[choice].isLimited { phases |= offeredPhases(step, choice) }
    return phases
  }

  private func offeredPhases(_ step: Step, _ choice: Int) -> UInt64 {
    guard step.choices[choice].when == nil else { return 0 }
    guard case .call(let use, _) = step.choices[choice].action else { return .max }
    // While another interrupt bars calls it may not be.
    guard !step.isInterrupt || bars(step) || !hasBarring, flow.contract[use.call].requiresField == nil else { return 0 }
    return sureOf(use)
  }

  /// While the SDK starts its phase is one of several.
  private func sureOf(_ use: CallUse) -> UInt64 { phases(of: use.call) & ~(1 << UInt64(Assurance.starting)) }

  /// Whether a step is for an event that bars calls until it is answered.
  func bars(_ step: Step) -> Bool { step.awaited.map { flow.contract[$0.event].barsCalls } ?? false }

  private var hasBarring: Bool {
    flow.contract.events.indices.contains { flow.contract.events[$0].barsCalls && entries[$0] != nil }
  }
}

extension Choice {
  /// Whether it has one limit, which tells of itself whether it is spent.
  fileprivate var isLimitedOnce: Bool { (max == nil) != (scopedMax == nil) }
}

extension Step {
  /// Whether it is left as soon as it has nothing to offer: it can neither wait nor is it over in time.
  package var mayBeLeft: Bool {
    guard within == nil, to == nil, answer != nil || !choices.isEmpty else { return false }
    switch kind {
    case .wait, .call, .gate: return false
    case .challenge, .event, .interrupt: break
    }
    return pickCount > 0
      || !transitions.contains { line in
        guard case .event(let event, _, _) = line.trigger else { return false }
        return event != awaited?.event
      }
  }
}
