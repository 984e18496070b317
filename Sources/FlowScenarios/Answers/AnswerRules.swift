// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What can be wrong with the answers that a run is given.
package enum AnswerRules {
  /// An item that is not one step with what it is answered.
  static let notAnAnswer = DiagnosticCode("MFA920", "not-an-answer")
  /// An answer for a step that the flow does not have.
  static let unknownStep = DiagnosticCode("MFA921", "answer-for-unknown-step")
  /// A choice that the step does not have.
  package static let unknownChoice = DiagnosticCode("MFA922", "answer-of-unknown-choice")
  /// A value that the step does not ask for.
  static let unknownInput = DiagnosticCode("MFA923", "answer-of-unknown-input")
  /// An answer for a step that asks nothing.
  static let asksNothing = DiagnosticCode("MFA924", "answer-for-silent-step")
  /// A setting that is not `name=value`.
  static let notASetting = DiagnosticCode("MFA925", "not-a-setting")
  /// A setting that names a choice and an input alike.
  static let ambiguousSetting = DiagnosticCode("MFA926", "ambiguous-setting")
  /// A value that cannot be of the type that is asked for.
  package static let wrongType = DiagnosticCode("MFA927", "answer-of-wrong-type")

  /// Every code of this file, in the order of their numbers.
  package static let all: [DiagnosticCode] = [
    notAnAnswer, unknownStep, unknownChoice, unknownInput, asksNothing, notASetting, ambiguousSetting, wrongType,
  ]
}
