// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What can be wrong with a saved run that is to be taken up.
package enum RunFileRules {
  package static let notASavedRun = DiagnosticCode("MFA932", "not-a-saved-run")
  package static let otherFlow = DiagnosticCode("MFA933", "run-of-other-flow")
  package static let otherContract = DiagnosticCode("MFA934", "run-of-other-contract")
  package static let changedFlow = DiagnosticCode("MFA935", "run-of-changed-flow")
  package static let damagedRun = DiagnosticCode("MFA936", "damaged-saved-run")
  package static let otherWorld = DiagnosticCode("MFA937", "run-in-other-world")

  /// Every code of this kind.
  package static let all = [notASavedRun, otherFlow, otherContract, changedFlow, damagedRun, otherWorld]
}
