// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime

/// How one of many runs came out, as a key to count by.
enum SoakOutcome: Sendable, Hashable {
  /// At an end of the flow, by its place.
  case end(Int)
  case goalNotReached
  case unhandled
  /// At a step, by its place, where nobody answers.
  case waiting(Int)
  case backendGone
  case backendBrokeContract

  init(_ failure: BackendFailure) {
    self = failure.kind == .gone ? .backendGone : .backendBrokeContract
  }

  init(_ end: RunEnd) {
    switch end {
    case .end(let id, _): self = .end(Int(id.index))
    case .goalNotReached: self = .goalNotReached
    case .unhandled: self = .unhandled
    }
  }

  init(_ ending: RunResult.Ending, of flow: Flow) {
    switch ending {
    case .ended(let name, _, _):
      self =
        flow.ends.firstIndex { $0.name.value == name }.map { .end($0) }
        ?? (name == RunEnd.unhandled.name(in: flow) ? .unhandled : .goalNotReached)
    case .waiting(let step): self = .waiting(flow.steps.firstIndex { $0.name.value == step } ?? 0)
    case .failed(let failure): self.init(failure)
    }
  }

  /// The name of the end or of the step; nil where the SDK failed.
  func name(in flow: Flow) -> String? {
    switch self {
    case .end(let place): flow.ends[place].name.value
    case .goalNotReached: RunEnd.goalNotReached(nil).name(in: flow)
    case .unhandled: RunEnd.unhandled.name(in: flow)
    case .waiting(let place): flow.steps[place].name.value
    case .backendGone, .backendBrokeContract: nil
    }
  }

  /// In one word, as the result of a run has it.
  func ending(in flow: Flow) -> String {
    switch self {
    case .end(let place): flow.ends[place].outcome.rawValue
    case .goalNotReached, .unhandled: EndOutcome.failure.rawValue
    case .waiting: RunReport.waiting
    case .backendGone: RunReport.ending(.gone)
    case .backendBrokeContract: RunReport.ending(.brokeContract)
    }
  }

  /// Whether such a run is one that did what it should.
  func isGood(in flow: Flow) -> Bool {
    guard case .end(let place) = self else { return false }
    return flow.ends[place].outcome != .failure
  }
}
