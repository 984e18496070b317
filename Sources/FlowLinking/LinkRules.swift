// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What can be wrong with the files that a flow is made of.
package enum LinkRules {
  package static let otherContract = DiagnosticCode("MFA190", "part-for-other-contract")
  static let givenTwice = DiagnosticCode("MFA191", "name-in-two-files")
  static let unmetNeed = DiagnosticCode("MFA192", "unmet-need")
  static let circularUse = DiagnosticCode("MFA193", "circular-use")
  static let noSuchPart = DiagnosticCode("MFA194", "part-not-found")
  static let notAPart = DiagnosticCode("MFA195", "not-a-part")
  static let tooManyParts = DiagnosticCode("MFA196", "too-many-parts")
  static let unknownInnerEnd = DiagnosticCode("MFA197", "unknown-inner-end")
  static let unnamedInnerEnd = DiagnosticCode("MFA198", "unnamed-inner-end")
  static let innerInterrupt = DiagnosticCode("MFA199", "interrupt-of-inner-flow")
  package static let failureAsSuccess = DiagnosticCode("MFA230", "inner-failure-as-success")
  package static let notAFlow = DiagnosticCode("MFA231", "not-a-flow")
  static let badBase = DiagnosticCode("MFA260", "broken-base")
  static let otherVersion = DiagnosticCode("MFA261", "base-of-other-version")
  static let badChange = DiagnosticCode("MFA262", "not-a-change")
  static let matchesNothing = DiagnosticCode("MFA263", "change-matches-nothing")
  static let changesNothing = DiagnosticCode("MFA264", "change-changes-nothing")
  static let alreadyThere = DiagnosticCode("MFA265", "addition-is-there-already")
  static let emptyChange = DiagnosticCode("MFA266", "empty-change")
  static let overlappingChanges = DiagnosticCode("MFA267", "overlapping-changes")
  static let tooManyChanges = DiagnosticCode("MFA268", "too-many-changes")
  static let refinesNothing = DiagnosticCode("MFA290", "refines-without-base")
  static let notACatalogue = DiagnosticCode("MFA277", "not-a-catalogue")

  /// Every code of this module.
  package static let all = [
    otherContract, givenTwice, unmetNeed, circularUse, noSuchPart, notAPart, tooManyParts, unknownInnerEnd,
    unnamedInnerEnd, innerInterrupt, failureAsSuccess, notAFlow, badBase, otherVersion, badChange, matchesNothing,
    changesNothing, alreadyThere, emptyChange, overlappingChanges, tooManyChanges, notACatalogue, refinesNothing,
  ]
}
