// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// How the steps of a flow hang together.
///
/// Steps are numbers here: their indices in the flow.
struct StepGraph {
  /// A way from a step to a step.
  struct Edge {
    let from: Int
    let to: Int
    let origin: Origin
    /// Whether the flow or the contract bounds how often it is taken in a run.
    let isBudgeted: Bool
    /// Where the author wrote it.
    let range: SourceRange
  }

  let count: Int
  /// In the order of `from`.
  private(set) var edges: [Edge] = []
  /// Where the edges of each step begin in `edges`, and one more for the end.
  private(set) var offsets: [Int] = [0]
  /// Whether a step leads to an end, or back to what it interrupted, at once.
  private(set) var leaves: [Bool]

  /// - Parameter steps: all steps of the flow, in its order.
  init(_ flow: Flow, _ steps: [StepFacts]) {
    count = steps.count
    leaves = Array(repeating: false, count: count)
    offsets.reserveCapacity(count + 1)
    edges.reserveCapacity(count * 4)
    for facts in steps {
      addMoves(of: facts.step)
      addReplies(of: facts, flow.contract)
      addExhaustion(of: facts)
      offsets.append(edges.count)
    }
  }

  /// The ways out of a step.
  func edges(from step: Int) -> ArraySlice<Edge> { edges[offsets[step]..<offsets[step + 1]] }

  /// What a person does without a call, and where an interrupt goes at once.
  private mutating func addMoves(of step: Step) {
    if let to = step.to { add(to, from: step, .itself, isBudgeted: false, at: to.range) }
    for (index, choice) in step.choices.enumerated() {
      guard case .go(let target) = choice.action else { continue }
      add(target, from: step, .choice(index), isBudgeted: choice.max != nil, at: choice.name.range)
    }
  }

  private mutating func addReplies(of facts: StepFacts, _ contract: Contract) {
    let step = facts.step
    var isTaken = Array(repeating: false, count: step.transitions.count)
    for call in facts.calls {
      for line in call.over {
        addReply(line, from: step, call, isPossible: call.mayTake(line.trigger), contract)
      }
      for (index, line) in step.transitions.enumerated() {
        guard call.mayTake(line.trigger), !call.hides(line) else { continue }
        isTaken[index] = true
        addReply(line, from: step, call, isPossible: true, contract)
      }
    }
    for (index, line) in step.transitions.enumerated() where line.trigger != .exhausted {
      let comesByItself = step.comesByItself(line.trigger)
      guard comesByItself || !isTaken[index] else { continue }
      // What cannot come at all is no way around; it still leads somewhere, as its author believes.
      let isPossible = comesByItself || facts.calls.isEmpty
      switch line.target.move {
      case .stay, .retry: break
      default: add(line.target, from: step, .itself, isBudgeted: !isPossible, at: line.range)
      }
    }
  }

  private mutating func addReply(
    _ line: Transition, from step: Step, _ call: CallFacts, isPossible: Bool, _ contract: Contract
  ) {
    switch (line.trigger, line.target.move) {
    // `retry` has a rule of its own. The language bounds what is rejected, and after a timeout the call is still open.
    case (_, .retry), (.rejected, .stay), (.timeout, .stay): break
    case (_, .stay):
      guard isPossible, call.origin != .call else { return }
      let isBudgeted = call.isBudgeted || line.trigger.isBounded(by: contract)
      append(Edge(from: step.index, to: step.index, origin: call.origin, isBudgeted: isBudgeted, range: line.range))
    default:
      let isBudgeted = call.isBudgeted || !isPossible || line.trigger.isBounded(by: contract)
      add(line.target, from: step, call.origin, isBudgeted: isBudgeted, at: line.range)
    }
  }

  /// Where a step goes once its tries are spent, or nothing is offered: no budget is left to bound that way.
  private mutating func addExhaustion(of facts: StepFacts) {
    let step = facts.step
    guard step.canRunOut, let line = step.transitions.first(where: { $0.trigger == .exhausted }) ?? facts.otherwise
    else { return }
    add(line.target, from: step, .exhausted, isBudgeted: false, at: line.range)
  }

  private mutating func add(
    _ target: Target, from step: Step, _ origin: Origin, isBudgeted: Bool, at range: SourceRange
  ) {
    switch target.move {
    case .step(let id):
      append(
        Edge(from: step.index, to: Int(id.index), origin: origin, isBudgeted: isBudgeted, range: range))
    case .end, .resume: leaves[step.index] = true
    case .stay, .retry: break
    }
  }

  private mutating func append(_ edge: Edge) { edges.append(edge) }
}

extension Step {
  /// Its index in the flow.
  var index: Int { Int(id.index) }

  /// Whether something may come here that no call of this step asked for.
  fileprivate func comesByItself(_ trigger: Trigger) -> Bool {
    switch (trigger, kind) {
    case (.timeout, _): within != nil
    // The word of the modules is bounded by nothing.
    case (.deny, _): isGate || calls.contains { !$0.use.gate.isEmpty }
    case (_, .wait), (_, .event), (_, .interrupt), (_, .gate): true
    case (_, .challenge), (_, .call): false
    }
  }
}

extension Trigger {
  /// Whether the contract says that the SDK itself bounds how often it comes, such as by the attempts that are left.
  func isBounded(by contract: Contract) -> Bool {
    guard case .event(let event, _, outcome: .code(let number)) = self else { return false }
    return contract.codes.contains { code in
      code.number == number && code.isCounted && code.arrivals.contains { $0.event == event }
    }
  }
}

extension StatusCode {
  /// Whether the SDK itself bounds how often it comes.
  var isCounted: Bool { boundedBy != nil || attempts != nil }
}
