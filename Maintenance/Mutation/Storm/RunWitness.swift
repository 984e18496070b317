// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowRuntime
import SDKContract

/// Looks at a run from outside, and tells what it did that the checker says no run of the flow does.
///
/// It counts the uses of budgets by itself, from what happened, and knows nothing of the machine's own counting.
struct RunWitness {
  /// Something that a budget may bound: the answer of a step, the call of a `call:` step, or a choice.
  private struct Use: Hashable {
    let step: UInt16
    /// Negative for what is no choice.
    let choice: Int16
  }

  private let flow: Flow
  private var audit: RunAudit
  /// What the call is for that the SDK has not taken or refused.
  private var underWay: Use?
  private var uses: [Use: Int] = [:]
  private var lastTimes: [Use: Int64] = [:]
  private(set) var broken: [String] = []
  private(set) var end: RunEnd?
  private let isLawful: Bool
  /// Whether the run begins at a gate, so that nothing is shown before that allows it.
  private let beginsAtGate: Bool
  /// Whether the last gate allowed it.
  private var isAllowed = false

  /// - Parameter isLawful: whether the SDK keeps to its contract. Else nobody proves that the user is left something to do,
  ///   that each event is handled, or that no run comes to a success end without proofs, where it fails.
  init(_ program: Program, isLawful: Bool) {
    self.isLawful = isLawful
    beginsAtGate = if case .gate = program.flow[program.flow.start].kind { true } else { false }
    flow = program.flow
    audit = RunAudit(program)
  }

  mutating func note(_ reaction: Reaction, _ machine: FlowMachine, _ prospects: Prospects) {
    for violation in audit.note(reaction).broken { broken.append("\(violation.rule.rawValue): \(violation.words)") }
    for mark in reaction.marks { note(mark) }
    if case .end(let id, _)? = end, !reaction.wasOver, flow[id].outcome == .success { checkSuccess(machine) }
    if isLawful, machine.hasBegun, !machine.isOver, machine.deadlineBelow == nil, prospects.next(for: machine).isEmpty {
      broken.append("stuck: nothing can be answered at `\(machine.stepName)`, and nothing is waited for")
    }
  }

  private mutating func note(_ mark: TraceMark) {
    switch mark.what {
    case .entered(let step):
      if case .call = flow.steps[Int(step)].kind { underWay = Use(step: step, choice: -1) }
    case .answered(_, let step, let choice):
      let use = Use(step: step, choice: choice)
      underWay = use
      if case .go? = choice >= 0 ? flow.steps[Int(step)].choices[Int(choice)].action : nil { count(use, mark.time) }
    case .accepted:
      if let use = underWay { count(use, mark.time) }
      underWay = nil
    case .rejected: underWay = nil
    case .allowed: isAllowed = true
    case .denied: isAllowed = false
    case .earned where beginsAtGate && !isAllowed: broken.append("gate: something was shown that no gate had allowed")
    case .ended(let end):
      self.end = end
      switch end {
      case .unhandled where isLawful: broken.append("unhandled: the run came to where nobody said how it goes on")
      case .goalNotReached where isLawful:
        broken.append("goal-not-reached: a success end was led to without its proofs")
      case .end, .goalNotReached, .unhandled: break
      }
    default: break
    }
  }

  /// Whatever was proved before: no success without the proofs of the goal.
  private mutating func checkSuccess(_ machine: FlowMachine) {
    let kinds = Set(machine.proofs.map(\.factor)).count
    let needed = ["aal1": 1, "aal2": 2, "aal3": 2][flow.goal?.value ?? ""] ?? 0
    if kinds < needed { broken.append("success: \(kinds) kinds of proof at a success end, \(needed) are claimed") }
  }

  private mutating func count(_ use: Use, _ time: Int64) {
    uses[use, default: 0] += 1
    let step = flow.steps[Int(use.step)]
    let choice = use.choice < 0 ? nil : step.choices[Int(use.choice)]
    let isCall = if case .call = step.kind { true } else { false }
    let limit = choice.map { $0.max?.value } ?? (isCall ? step.max?.value : step.tries?.value)
    let name = step.name.value + (choice.map { " \($0.name.value)" } ?? "")
    if let limit, let count = uses[use], count > limit { broken.append("budget: `\(name)`, \(count) of \(limit)") }
    if let every = choice?.every?.value, let last = lastTimes[use], time - last < Int64(every) {
      broken.append("cooldown: `\(name)` again after \(time - last) ms of \(every)")
    }
    lastTimes[use] = time
  }
}
