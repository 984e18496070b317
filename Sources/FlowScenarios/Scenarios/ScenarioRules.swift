// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What can be wrong with a scenario file, and with what it says of a flow.
package enum ScenarioRules {
  /// An item of `do:` that is not one thing that happens.
  static let notAnItem = DiagnosticCode("MFA940", "not-a-scenario-item")
  /// Two scenarios of one name.
  static let duplicateScenario = DiagnosticCode("MFA941", "duplicate-scenario")
  /// The run came out otherwise than the scenario says.
  static let unexpected = DiagnosticCode("MFA942", "scenario-failed")
  /// The run was over, or waited for something else, before an item could happen.
  static let unused = DiagnosticCode("MFA943", "scenario-not-played-out")
  /// An expectation that says nothing.
  static let emptyExpectation = DiagnosticCode("MFA944", "empty-expectation")
  /// An expectation that no run can meet.
  static let contradiction = DiagnosticCode("MFA945", "contradicting-expectation")
  /// A word that is none of those a key allows.
  static let unknownWord = DiagnosticCode("MFA946", "unknown-scenario-word")
  /// The name of a step, a choice, an end or a call that the flow or its SDK does not have.
  static let unknownName = DiagnosticCode("MFA947", "name-unknown-to-flow")
  /// What only an SDK with a mind of its own has, where events are written by hand.
  static let needsSimulation = DiagnosticCode("MFA948", "needs-simulated-sdk")
  /// A scenario on the simulated SDK, of a flow for another one.
  static let notSimulated = DiagnosticCode("MFA949", "sdk-not-simulated")
  /// A `during:` that is not of an answer, is empty, or holds what cannot happen there.
  static let misplacedDuring = DiagnosticCode("MFA950", "misplaced-during")

  /// A device that is missing, surplus, or told of in the wrong place.
  static let misplacedDevice = DiagnosticCode("MFA951", "misplaced-device")
  /// A security module that says something else than a module can.
  static let notAVerdict = DiagnosticCode("MFA952", "not-a-verdict")

  /// An event that the contract does not know.
  static let unknownEvent = DiagnosticCode("MFA953", "event-unknown-to-sdk")
  /// A field of an event that the contract does not know.
  static let unknownField = DiagnosticCode("MFA954", "field-unknown-to-sdk")
  /// A field of an event of another type than the contract's.
  static let wrongFieldType = DiagnosticCode("MFA955", "field-of-other-type")
  /// `unknown: true` beside what the contract knows.
  static let knownEvent = DiagnosticCode("MFA956", "known-after-all")
  /// A `reject` or a `hold` that changed nothing.
  static let neverUsed = DiagnosticCode("MFA957", "never-used")
  /// Replies that are released and not held, or held and held already.
  static let repliesNotHeld = DiagnosticCode("MFA958", "replies-not-held")
  /// A `during:` with nothing under way: the answer came to no call that the SDK took.
  static let nothingUnderWay = DiagnosticCode("MFA959", "nothing-under-way")
  /// Security modules of a flow that asks none.
  static let modulesNotAsked = DiagnosticCode("MFA939", "modules-never-asked")

  /// The program that was given as the SDK went away, or did what no SDK may.
  static let backendFailed = DiagnosticCode("MFA980", "backend-failed")
  /// A scenario that a program has to play, and none was given.
  static let needsProgram = DiagnosticCode("MFA981", "needs-program")

  /// Every code of this part.
  package static let all = [
    notAnItem, duplicateScenario, unexpected, unused, emptyExpectation, contradiction, unknownWord, unknownName,
    needsSimulation, notSimulated, misplacedDuring, misplacedDevice, notAVerdict,
    unknownEvent, unknownField, wrongFieldType, knownEvent, neverUsed,
    repliesNotHeld, nothingUnderWay, modulesNotAsked, backendFailed, needsProgram,
  ]
}
