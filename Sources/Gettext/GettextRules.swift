// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What can be wrong with a PO file that a translator's tool wrote.
package enum GettextRules {
  /// What no PO file may say, or says twice.
  package static let malformed = DiagnosticCode("MFA971", "malformed-po-file")
  /// An entry for a text that the flow does not have.
  package static let unknownText = DiagnosticCode("MFA972", "po-entry-of-no-text")
  /// A translation of words that have changed since.
  package static let staleText = DiagnosticCode("MFA973", "stale-translation")
  /// A message of which one text is translated, and another one that it needs is not.
  package static let halfTranslated = DiagnosticCode("MFA974", "half-translated", .warning)
  /// A header that does not say which numbers the forms are for, or not as the language has them.
  package static let badPluralForms = DiagnosticCode("MFA975", "bad-plural-forms")

  /// Every code of this module.
  package static let all = [malformed, unknownText, staleText, halfTranslated, badPluralForms]
}
