// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// What the calls of some steps may be replied to with.
struct KnownReplies {
  private struct Reply: Hashable {
    let event: EventID
    let outcome: ReplyOutcome
  }

  private let replies: Set<Reply>

  init(_ steps: some Sequence<StepFacts>) {
    replies = Set(steps.flatMap { $0.calls.flatMap(\.arrivals) }.map { Reply(event: $0.event, outcome: $0.outcome) })
  }

  /// Whether some call may be replied to as a line names it, in whatever mode.
  func mayBe(_ trigger: Trigger) -> Bool {
    guard case .event(let event, _, let outcome) = trigger else { return false }
    return replies.contains(Reply(event: event, outcome: outcome))
  }
}
