// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// In which mode the event has come that leads to a `call:` step: the step has its data, and what the call leads to may hang on it.
struct EnteringModes: Sendable {
  /// By step, as an index; none where it may be any mode, and where nothing hangs on it.
  private var modes: [Int: Int] = [:]

  init(_ flow: Flow) {
    let contract = flow.contract
    /// By step: the events that its call answers.
    var asked: [StepID: [EventID]] = [:]
    for step in flow.steps where step.id != flow.start {
      guard case .call(let use) = step.kind, contract[use.call].replies.contains(where: { $0.underMode != nil }) else {
        continue
      }
      asked[step.id] = contract[use.call].answers
    }
    guard !asked.isEmpty else { return }
    for step in flow.steps {
      for (target, trigger) in step.targets {
        guard case .step(let id) = target.move, let answered = asked[id] else { continue }
        if case .event(let event, let mode?, _)? = trigger, answered.contains(event),
          modes[Int(id.index)] ?? mode == mode
        {
          modes[Int(id.index)] = mode
        } else {
          // One way that leaves it open is enough.
          asked[id] = nil
          modes[Int(id.index)] = nil
        }
      }
    }
  }

  /// The mode in which the event comes that leads to a step; nil for any.
  func mode(ofStep step: Int) -> Int? { modes[step] }
}
