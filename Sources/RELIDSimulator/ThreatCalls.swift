// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// Threats that the SDK has found, and what the user decides about them.
extension Conversation {
  /// The event about threats that are found now; nil if the user has accepted all of them.
  mutating func find(_ finding: ThreatFinding) -> SDKEvent? {
    guard !finding.isTerminating else {
      device.stage = .dead
      return .onTerminateWithThreats(finding.threats.map(\.value))
    }
    let found = finding.threats.filter { !device.threats.accepted.contains($0.id) }
    guard !found.isEmpty else { return nil }
    device.threats.ask(about: found.map(\.id))
    return .onUserConsentThreats(found.map(\.value))
  }

  /// A decision against any of the threats shuts the SDK down, which it says with the same threats.
  mutating func takeActionOnThreats(_ arguments: Record) -> CallOutcome {
    guard device.threats.isUndecided else { return misplaced() }
    guard !device.threats.isLeaving else { return .refused(.busy) }
    guard let values = arguments.list("threats"), !values.isEmpty else { return .refused(.missingValue) }
    let decisions = values.compactMap(ThreatDecision.init)
    guard decisions.count == values.count else { return .refused(.missingValue) }
    let ids = decisions.map(\.id)
    guard device.threats.asked(about: ids) else { return .refused(.notEchoed) }
    guard decisions.allSatisfy(\.proceeds) else {
      device.threats.isLeaving = true
      return .reply(Delivery(.onTerminateWithThreats(values), opens: .dead))
    }
    device.threats.close(ids)
    for decision in decisions where decision.isRemembered { device.threats.accept(decision.id) }
    return .accepted
  }
}

/// What the user decides about one threat.
private struct ThreatDecision {
  let id: Int
  let proceeds: Bool
  /// Whether it holds for as long as the SDK runs.
  let isRemembered: Bool

  /// Nil if the id or the decision is missing.
  init?(_ value: Value) {
    guard let id = value.threatID, case .record(let threat) = value,
      let proceeds = threat.flag("shouldProceedWithThreats")
    else { return nil }
    self.id = id
    self.proceeds = proceeds
    isRemembered = threat.flag("rememberActionForSession") ?? false
  }
}

extension Value {
  /// The id of a threat; nil if this is none.
  var threatID: Int? {
    if case .record(let threat) = self { threat.number("threatId") } else { nil }
  }
}
