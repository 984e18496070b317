// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

extension CheckContext {
  /// By step: whether some way leads there on which one of these proofs was shown and not lost again.
  func stepsEntered(withAnyOf proofs: UInt32, _ graph: StepGraph) -> [Bool] {
    var isReached = Array(repeating: false, count: graph.count)
    var open: [Int] = []
    func reach(_ step: Int) {
      guard !isReached[step] else { return }
      isReached[step] = true
      open.append(step)
    }
    for facts in steps {
      moves.forEachMove(at: facts.step.index) { move in
        if move.effect.earns & proofs != 0, let entered = move.entered { reach(entered) }
        // Where it is shown and the run stays, the step is at hand with it.
        if move.effect.earns & proofs != 0, move.entered == nil, case .place(let place) = move.target {
          reach(place.step)
        }
      }
    }
    if !open.isEmpty {
      // Such as a warning, which may open above any step.
      for interrupt in flow.interrupts where !loses(interrupt) { reach(interrupt.index) }
    }
    while let step = open.popLast() {
      moves.forEachMove(at: step) { move in
        if !move.effect.loses, let entered = move.entered { reach(entered) }
      }
    }
    return isReached
  }

  private func loses(_ interrupt: Step) -> Bool {
    interrupt.awaited.map { flow.contract[$0.event].losesProofs } ?? false
  }
}
