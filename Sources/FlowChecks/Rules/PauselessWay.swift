// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A way by which a `call:` step that sends something is come to again at once: it asks for nothing that is typed, no time passes on it,
/// and none of its buttons has a pause.
struct PauselessWay {
  private let call: CallFacts
  private let step: Step
  /// The first button on the way; nil where the flow goes round by itself.
  private let button: (step: Step, choice: Choice)?

  /// Nil where there is no such way, or the call is made once.
  init?(back call: CallFacts, of facts: StepFacts, _ context: CheckContext, _ graph: StepGraph) {
    guard call.origin == .call, facts.step.max?.value != 1 else { return nil }
    let (steps, contract) = (context.flow.steps, context.flow.contract)
    /// Whether a call that is made again at once by its own step has sent something before.
    func hasSent(_ edge: StepGraph.Edge) -> Bool {
      if edge.deadline != nil { return true }
      var isSuccess = false
      facts.forEachLine { line in
        guard line.range == edge.range, case .event(let event, _, let outcome) = line.trigger else { return }
        isSuccess = !contract.isFailure(outcome, of: event)
      }
      return isSuccess
    }
    func isAtOnce(_ edge: StepGraph.Edge) -> Bool {
      guard edge.isTaken, edge.isUse, !edge.isPause else { return false }
      switch edge.origin {
      case .call: return true
      case .choice(let index):
        let choice = steps[edge.from].choices[index]
        return choice.every?.value ?? 0 < SendWithoutLimit.leastPause && choice.max?.value != 1
      // The reply to a call that was accepted comes without anybody's doing.
      case .itself: return edge.isOfTime || steps[edge.from].isWait
      case .answer: return steps[edge.from].isAnsweredByButton
      case .exhausted: return false
      }
    }
    let start = facts.step.index
    var seen: Set<Int> = []
    var open: [(step: Int, button: StepGraph.Edge?)] = [(start, nil)]
    var back: (StepGraph.Edge?, Bool) = (nil, false)
    while !back.1, let (from, pressed) = open.popLast() {
      // A call that failed and is made again has sent nothing yet.
      for edge in graph.edges(from: from) where isAtOnce(edge) && (from != start || edge.to != start || hasSent(edge)) {
        let button = pressed ?? (edge.origin.isChoice ? edge : nil)
        if edge.to == start { back = (button, true) }
        if seen.insert(edge.to).inserted { open.append((edge.to, button)) }
      }
    }
    guard back.1 else { return nil }
    (self.call, step) = (call, facts.step)
    self.button = back.0.flatMap { edge in
      if case .choice(let index) = edge.origin { (steps[edge.from], steps[edge.from].choices[index]) } else { nil }
    }
  }

  var finding: Diagnostic {
    let name = step.quoted
    guard let button else {
      return SendWithoutLimit.finding(
        "\(name) sends something again and again, with no pause", at: call.use.range,
        help: "add `max: 1` to `\(step.name.value)`, or let a button with `every: 30s` lead there")
    }
    return SendWithoutLimit.finding(
      "\(name) sends something, and is come to again with no pause", at: call.use.range,
      help: "add `every: 30s` to the choice `\(button.choice.name.value)` of `\(button.step.name.value)`",
      notes: [Note("this leads there", at: button.choice.name.range)])
  }
}

extension Origin {
  fileprivate var isChoice: Bool { if case .choice = self { true } else { false } }
}
