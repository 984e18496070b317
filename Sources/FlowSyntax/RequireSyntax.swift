// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// `require:` of a flow or of a success end, what must have been shown there beside the goal; or of a step, what must have
/// been shown before it does anything.
///
/// Why a class: most flows have none, and each end is copied often.
package final class RequireSyntax: Sendable {
  /// How many different kinds of proof; nil for no demand.
  package let kinds: Spanned<Int>?
  /// How many different authenticators; nil for no demand.
  package let authenticators: Spanned<Int>?
  /// Where it is written that one proof must be phishing-resistant; nil for no demand.
  package let phishingResistant: SourceRange?
  /// Each of these must have been shown.
  package let proofs: [Spanned<ProofSyntax>]
  /// The questions that the security modules must have allowed.
  package let gates: [Spanned<String>]
  /// The step since which all this must have been shown, but for the gates; nil for any time.
  package let after: Spanned<String>?
  /// From the first line to the last.
  package let range: SourceRange

  init(
    kinds: Spanned<Int>?, authenticators: Spanned<Int>?, phishingResistant: SourceRange?,
    proofs: [Spanned<ProofSyntax>], gates: [Spanned<String>], after: Spanned<String>?, range: SourceRange
  ) {
    self.kinds = kinds
    self.authenticators = authenticators
    self.phishingResistant = phishingResistant
    self.proofs = proofs
    self.gates = gates
    self.after = after
    self.range = range
  }

  /// The same, with another name for the step that `after` names.
  package func naming(_ name: (String) -> String) -> RequireSyntax {
    guard let after else { return self }
    return RequireSyntax(
      kinds: kinds, authenticators: authenticators, phishingResistant: phishingResistant, proofs: proofs, gates: gates,
      after: Spanned(name(after.value), after.range), range: range)
  }

  /// Whether it is written at the same place and means the same.
  package func isSame(as other: RequireSyntax) -> Bool { range == other.range && after?.value == other.after?.value }
}

/// `possession by passkey`, or one word alone: a kind of proof, or an authenticator.
package struct ProofSyntax: Sendable, Hashable {
  /// The first word.
  package var word: String
  /// What stands behind `by`; nil where nothing does.
  package var authenticator: String?

  /// As an author writes it.
  package var text: String { authenticator.map { "\(word) by \($0)" } ?? word }
}

/// `earns:` of a step: all that counts of what the contract lets its calls show.
package final class EarnsSyntax: Sendable {
  /// What is kept; empty for `none`.
  package let proofs: [Spanned<ProofSyntax>]
  /// Where it is written.
  package let range: SourceRange

  init(proofs: [Spanned<ProofSyntax>], range: SourceRange) {
    self.proofs = proofs
    self.range = range
  }
}
