// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage

/// What can be wrong with the words of a flow file, before anything is looked up.
package enum SyntaxRules {
  static let stepKind = DiagnosticCode("MFA140", "step-without-one-kind")
  package static let badOutcomeKey = DiagnosticCode("MFA141", "not-an-outcome")
  package static let badTarget = DiagnosticCode("MFA142", "not-a-target")
  static let misplacedKey = DiagnosticCode("MFA143", "key-not-for-this-step")
  static let badGuard = DiagnosticCode("MFA144", "broken-guard")
  static let badLanguage = DiagnosticCode("MFA145", "unknown-language")
  static let reservedName = DiagnosticCode("MFA146", "reserved-name")
  static let badMessage = DiagnosticCode("MFA147", "broken-message")
  static let badReference = DiagnosticCode("MFA148", "broken-reference")
  static let badWord = DiagnosticCode("MFA149", "not-one-of-the-words")
  static let emptyGate = DiagnosticCode("MFA232", "empty-gate")
  static let askedTwice = DiagnosticCode("MFA233", "question-asked-twice")
  static let shownTwice = DiagnosticCode("MFA234", "requirement-in-two-maps")
  static let bracesShown = DiagnosticCode("MFA235", "braces-shown", .warning)
  static let badLanguageTag = DiagnosticCode("MFA274", "bad-language-tag")
  static let proofTwice = DiagnosticCode("MFA326", "proof-named-twice", isNeverAllowed: true)
  static let requiresNothing = DiagnosticCode("MFA328", "requires-nothing", isNeverAllowed: true)

  /// Every code of this module.
  package static let all = [
    stepKind, badOutcomeKey, badTarget, misplacedKey, badGuard, badLanguage, reservedName, badMessage, badReference,
    badWord, emptyGate, askedTwice, shownTwice, bracesShown, badLanguageTag, proofTwice, requiresNothing,
  ]

  /// Words of the language that no step, end, choice or input may bear.
  static let reserved: [StaticString] = ReservedWords.ofFlows

  /// Whether an author may give a name to a step, an end, a choice or an input.
  package static func mayBeGiven(_ name: String) -> Bool { name.isFreeName }
}
