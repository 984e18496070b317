// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// Of which events a run may have the data at each step: *Entering a step*, Data, in Semantics.md.
struct DataOfSteps {
  /// Of which events the data may be at a step.
  struct Sources {
    /// Those that are known.
    var events: Set<EventID> = []
    /// Whether it may be any event.
    var isOpen = false
    /// Whether a way leads to the step from another one, or a run begins there.
    var isEntered = false
  }

  /// By step, as an index.
  private var sources: [Sources]

  init(_ flow: Flow) {
    sources = flow.steps.map { step in
      Sources(events: step.awaited.map { [$0.event] } ?? [], isEntered: step.id == flow.start || step.isInterrupt)
    }
    /// By step: the `wait:` steps to which it leads, and that keep its data.
    var kept: [[Int]] = Array(repeating: [], count: flow.steps.count)
    for step in flow.steps {
      for (target, trigger) in step.targets {
        guard case .step(let id) = target.move else { continue }
        let next = Int(id.index)
        if id != step.id { sources[next].isEntered = true }
        switch flow.steps[next].kind {
        // A step that is for an event has the data of that alone.
        case .challenge, .event, .interrupt: break
        case .wait: kept[Int(step.id.index)].append(next)
        case .call, .gate: note(trigger, at: next)
        }
      }
    }
    var open = Array(flow.steps.indices)
    while let step = open.popLast() {
      for next in kept[step] {
        let (before, mine) = (sources[next], sources[step])
        sources[next].events.formUnion(mine.events)
        sources[next].isOpen = before.isOpen || mine.isOpen
        if sources[next].events.count > before.events.count || sources[next].isOpen != before.isOpen {
          open.append(next)
        }
      }
    }
  }

  subscript(step: Step) -> Sources { sources[Int(step.id.index)] }

  /// A line leads to a step that has the data of whatever it is entered by.
  private mutating func note(_ trigger: Trigger?, at step: Int) {
    switch trigger {
    case .event(let event, _, _)?: sources[step].events.insert(event)
    case .error?, .otherwise?: sources[step].isOpen = true
    case .accepted?, .rejected?, .timeout?, .exhausted?, .allow?, .deny?, nil: break
    }
  }
}
