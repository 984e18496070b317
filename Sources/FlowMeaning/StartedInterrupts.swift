// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import SDKContract

/// Where interrupts may come that the contract lets come only after certain calls: its key `after`.
///
/// Whether a run has made such a call is told by the step that it is at: it may have, wherever a way leads from a step that makes it.
package struct StartedInterrupts: Sendable {
  /// By event: the steps at which a run may have made one of the calls; nil where the contract asks for none, and where an interrupt
  /// makes one, so that it may be made anywhere.
  private let steps: [[Bool]?]
  /// By step: the interrupts that cannot come.
  private let missing: [[EventID]]

  init(_ facts: [StepFacts], _ contract: Contract) {
    let callers = { (calls: [CallID]) in
      facts.indices.filter { step in facts[step].calls.contains { calls.contains($0.use.call) } }
    }
    let steps: [[Bool]?] = contract.events.map { event in
      guard event.kind == .interrupt, !event.after.isEmpty else { return nil }
      let makers = callers(event.after)
      guard !makers.contains(where: { facts[$0].step.isInterrupt }) else { return nil }
      // Without such a call it comes nowhere, and no interrupt leads on from it.
      return makers.isEmpty ? Array(repeating: false, count: facts.count) : Self.reached(from: makers, facts)
    }
    let limited = steps.indices.filter { steps[$0] != nil }
    self.steps = steps
    missing = facts.indices.map { step in
      limited.filter { !(steps[$0]?[step] ?? true) }.map { EventID(index: UInt16(truncatingIfNeeded: $0)) }
    }
  }

  /// Whether an event may come while a step of the flow is at work, or lies below all that is open; true for what is no interrupt.
  package func mayCome(_ event: EventID, at step: Int) -> Bool { steps[Int(event.index)]?[step] ?? true }

  /// Whether an event may come at any step.
  package func mayCome(_ event: EventID) -> Bool { steps[Int(event.index)].map { $0.contains(true) } ?? true }

  /// The interrupts that cannot come while a step is at work.
  package func missing(at step: Int) -> [EventID] { missing[step] }

  /// The steps to which something leads from some of them, or from an interrupt: those may open above each.
  private static func reached(from makers: [Int], _ facts: [StepFacts]) -> [Bool] {
    var isReached = Array(repeating: false, count: facts.count)
    var waiting = makers + facts.indices.filter { facts[$0].step.isInterrupt }
    for step in waiting { isReached[step] = true }
    while let step = waiting.popLast() {
      facts[step].forEachTarget { target in
        guard case .step(let id) = target.move, !isReached[Int(id.index)] else { return }
        isReached[Int(id.index)] = true
        waiting.append(Int(id.index))
      }
    }
    return isReached
  }
}
