// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

extension Relation {
  /// Where a run can begin or be interrupted: an interrupt that each step takes by a line of its own never opens.
  func roots(_ graph: StepGraph) -> [Int] {
    var roots = [Int(flow.start.index)]
    var closed = flow.interrupts.map(\.index)
    while true {
      let isReached = graph.reached(from: roots)
      let opening = closed.filter { interrupt in
        steps.contains { facts in
          isReached[facts.step.index]
            && (opens(interrupt, above: facts.step) || opens(interrupt, behind: facts.step, graph))
        }
      }
      if opening.isEmpty { return roots }
      roots += opening
      closed.removeAll(where: opening.contains)
    }
  }

  private func opens(_ interrupt: Int, above step: Step) -> Bool {
    guard !step.isInterrupt, !step.isGate else { return false }
    guard let event = steps[interrupt].step.awaited?.event else { return true }
    return !step.transitions.contains { $0.trigger == .event(event, mode: nil, outcome: .success) }
  }

  /// Whether another interrupt leads to a step: what was kept for the step that is left opens by its entry then.
  private func opens(_ interrupt: Int, behind other: Step, _ graph: StepGraph) -> Bool {
    guard other.isInterrupt, other.index != interrupt, let event = steps[interrupt].step.awaited?.event,
      let above = other.awaited?.event, flow.contract[above].rank >= flow.contract[event].rank
    else { return false }
    return graph.edges(from: other.index).contains { $0.to < flow.plainCount }
  }
}
