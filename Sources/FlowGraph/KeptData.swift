// SPDX-License-Identifier: Apache-2.0

package import SDKContract

/// Of which events the data may be that a `wait:` step has kept, by all the ways that lead to it.
///
/// See *Entering a step*, Data, in Semantics.md: such a step keeps whatever data are there, whatever led to it.
package struct KeptData {
  /// By step, the events; nil where there may be none, or another one.
  private var events: [Set<EventID>?]

  package init(_ flow: Flow) { self.init(flow.steps, start: flow.start) }

  /// - Parameters:
  ///   - steps: all steps and interrupts, as far as they could be resolved.
  ///   - start: where the run begins, without data.
  init(_ steps: [Step], start: StepID?) {
    events = Array(repeating: [], count: steps.count)
    var isForEvent = Array(repeating: false, count: steps.count)
    for step in steps {
      guard let own = step.awaited else { continue }
      events[Int(step.id.index)] = [own.event]
      isForEvent[Int(step.id.index)] = true
    }
    if let start, !isForEvent[Int(start.index)] { events[Int(start.index)] = nil }
    let ways = steps.flatMap(StepToStep.all).filter { !isForEvent[Int($0.to.index)] }
    let waits = Set(steps.filter(\.waits).map(\.id))
    var grows = true
    while grows {
      grows = false
      for way in ways {
        let brought = waits.contains(way.to) ? events[Int(way.from.index)] : way.event.map { [$0] }
        guard let known = events[Int(way.to.index)] else { continue }
        let joined = brought.map { known.union($0) }
        guard joined != known else { continue }
        events[Int(way.to.index)] = joined
        grows = true
      }
    }
  }

  /// The events whose data a step may have; nil where there may be none, or those of another one.
  package func events(at step: StepID) -> Set<EventID>? { events[Int(step.index)] }

  /// What fills the messages of a `wait:` step; nil where no way leads there, which is told on its own.
  func source(at step: StepID) -> MessageUse.Source? {
    guard let events = events[Int(step.index)] else { return .nothing }
    return events.isEmpty ? nil : .anyOf(events.sorted { $0.index < $1.index })
  }

  /// A line or a choice that leads from step to step.
  private struct StepToStep {
    let from: StepID
    let to: StepID
    /// The event that leads there; nil for none, or one that is not known.
    let event: EventID?

    static func all(of step: Step) -> [StepToStep] {
      step.targets.compactMap { target, trigger in
        guard case .step(let to) = target.move else { return nil }
        let event: EventID? = if case .event(let event, _, _)? = trigger { event } else { nil }
        return StepToStep(from: step.id, to: to, event: event)
      }
    }
  }
}

extension Step {
  fileprivate var waits: Bool { if case .wait = kind { true } else { false } }
}
