// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// Where the checker is known to say more or less than runs show, and why that stays so.
///
/// The list is short: whatever is not in it is a failure.
struct KnownImprecision: Sendable {
  let property: Property
  /// Whether the checker says nothing where a run shows it; else it warns of what no run shows.
  let isMissed: Bool
  /// Why it stays so.
  let reason: String
  /// Whether a flow is one of those.
  let concerns: @Sendable (Flow) -> Bool

  static let all = [
    KnownImprecision(
      property: .goal, isMissed: false,
      reason: "budgets go both ways: the checker does not count how often one was drawn on",
      concerns: { flow in
        flow.steps.contains { $0.tries != nil || $0.max != nil || $0.choices.contains { $0.max != nil } }
      }),
    KnownImprecision(
      property: .goal, isMissed: false,
      reason: "brute force lets no interrupt come while another event is kept; the checker does, as an SDK may",
      concerns: { flow in
        flow.contract.events.contains { $0.kind == .interrupt && ($0.phase != nil || $0.losesProofs) }
      }),
  ]

  /// Whether a disagreement is one of those.
  static func explains(_ outcome: Trial.Outcome, of property: Property, in flow: Flow) -> Bool {
    all.contains { known in
      guard known.property == property, known.concerns(flow) else { return false }
      switch outcome {
      case .missed: return known.isMissed
      case .falseAlarm: return !known.isMissed
      case .agreed, .known, .notJudged: return false
      }
    }
  }
}
