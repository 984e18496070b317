// SPDX-License-Identifier: Apache-2.0

package import FlowRuntime

/// One thing that passed between a run and its SDK; where a secret was, a text stands that says so.
package struct CassetteEntry: Sendable, Hashable {
  /// What passed.
  package enum What: Sendable, Hashable {
    case call(SDKCall, Reply)
    case event(SDKEvent)
    /// The SDK could not be gone on with, while nobody called it.
    case failure(BackendFailure.Kind)
    case direction(DirectedMark)
  }

  /// What came of a call at once.
  package enum Reply: Sendable, Hashable {
    case answer(SDKAnswer)
    /// The SDK could not be gone on with.
    case failure(BackendFailure.Kind)
  }

  /// What a scenario had the SDK do.
  package enum DirectedMark: Sendable, Hashable {
    case send(SDKEvent)
    case refuse(call: String, code: Int)
    /// With whether there was a reply to hold.
    case hold(hadReplies: Bool)
    case release
  }

  /// Milliseconds since the start of the run.
  package let time: Int64
  package var what: What

  package init(time: Int64, what: What) {
    self.time = time
    self.what = what
  }
}

extension CassetteEntry.DirectedMark {
  /// Whether it is this direction; what was held is not part of one.
  func isSame(as other: CassetteEntry.DirectedMark) -> Bool {
    if case .hold = self, case .hold = other { return true }
    return self == other
  }

  init(_ direction: Direction) {
    switch direction {
    case .send(let event): self = .send(event)
    case .refuse(let call, let code): self = .refuse(call: call, code: code)
    case .hold: self = .hold(hadReplies: false)
    case .release: self = .release
    }
  }
}
