// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowScenarios

/// A scenario that was played.
package struct PlayedScenario: Sendable {
  let name: Spanned<String>
  /// What was not as the scenario says, in the order in which it came up; empty if it passed.
  let failures: [Diagnostic]
  /// What was otherwise than in the run that must not come about, if that is what the scenario tells of.
  let departure: Diagnostic?
  /// A line for each thing that happened; empty if the scenario passed, since nobody wants to read it then.
  let trace: [String]
  /// Whether the program that was given as the SDK failed, rather than the flow.
  let isBackendBroken: Bool
  /// Whether it was not played: a program has to be the SDK, and none was given.
  let needsProgram: Bool
  /// Why the program would not be the SDK in its world; nil if it was.
  let declined: String?
  /// Whether its SDK is one that is asked to be it, and not the scenario itself.
  let asksSDK: Bool
  /// The step at which it stopped, and of which a scenario of the base could not know; nil for none.
  let strangeStep: String?
  /// How long it took on this machine.
  let duration: Duration

  var passed: Bool { failures.isEmpty && declined == nil }
  var failed: Bool { !failures.isEmpty && !needsProgram }

  /// A scenario that fails without being played.
  init(_ scenario: Scenario, failingBy findings: [Diagnostic]) {
    name = scenario.name
    failures = findings
    (departure, declined, strangeStep) = (nil, nil, nil)
    trace = []
    (isBackendBroken, needsProgram, asksSDK) = (false, false, false)
    duration = .zero
  }

  init(_ scenario: Scenario, _ result: ScenarioResult, in duration: Duration) {
    self.duration = duration
    name = scenario.name
    declined = result.backendFailure.flatMap { $0.kind == .declined ? $0.description : nil }
    failures = declined == nil ? result.failures : []
    departure = result.departure
    strangeStep = result.strangeStep
    trace = result.passed ? [] : result.lines.map(\.onOneLine)
    isBackendBroken = result.backendFailure != nil && declined == nil
    needsProgram = result.needsProgram
    asksSDK = if case .byHand = scenario.sdk { false } else { !result.needsProgram }
  }
}
