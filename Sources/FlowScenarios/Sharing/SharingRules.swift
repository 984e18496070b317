// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What can be wrong with what scenarios have in common.
package enum SharingRules {
  /// The name of a world, a beginning or a value of a case that there is not.
  package static let unknown = DiagnosticCode("MFA990", "unknown-shared-part")
  /// A world, a beginning or a value of a case that nothing asks for.
  package static let unused = DiagnosticCode("MFA991", "unused-shared-part")
  /// A world or a beginning that builds on itself.
  package static let endless = DiagnosticCode("MFA992", "shared-part-of-itself")
  /// Cases that are none, or do not give the same values.
  static let unevenCases = DiagnosticCode("MFA993", "uneven-cases")
  /// More than a file may come to when all is written out.
  static let tooMuch = DiagnosticCode("MFA994", "too-much-written-out")
  /// An expectation that is still to be written.
  package static let leftOpen = DiagnosticCode("MFA995", "expectation-left-open")
  /// Scenarios that are taken over from those of a flow which is no base of this one.
  package static let notOfABase = DiagnosticCode("MFA996", "scenarios-of-no-base")

  /// Every code of this part.
  package static let all = [unknown, unused, endless, unevenCases, tooMuch, leftOpen, notOfABase]
}
