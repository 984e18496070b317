// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
package import SDKContract

/// What `require:` asks for at a success end, beside the goal, or at a step.
///
/// Why a class: most flows have none, and it is never copied.
public final class Requirement: Sendable {
  /// How many different kinds of proof; nil for no demand.
  public let kinds: Spanned<Int>?
  /// How many different authenticators; nil for no demand.
  public let authenticators: Spanned<Int>?
  /// Where it is written that one proof must be phishing-resistant; nil for no demand.
  public let phishingResistant: SourceRange?
  /// Each of these must have been shown.
  public let proofs: [Spanned<ProofName>]
  /// The questions that the security modules must have allowed for the sign-in that stands.
  public let gates: [Spanned<String>]
  /// The step since whose last entry all this must have been shown, but for the gates; nil for any time.
  public let after: Spanned<StepID>?
  /// Its name; nil for none.
  let afterName: String?
  /// From the first line to the last.
  public let range: SourceRange

  /// Whether it demands that something was shown, and not only that modules have allowed it.
  package var asksForProofs: Bool {
    kinds != nil || authenticators != nil || phishingResistant != nil || !proofs.isEmpty
  }

  init(
    kinds: Spanned<Int>?, authenticators: Spanned<Int>?, phishingResistant: SourceRange?,
    proofs: [Spanned<ProofName>], gates: [Spanned<String>], after: Spanned<StepID>?, afterName: String?,
    range: SourceRange
  ) {
    self.kinds = kinds
    self.authenticators = authenticators
    self.phishingResistant = phishingResistant
    self.proofs = proofs
    self.gates = gates
    self.after = after
    self.afterName = afterName
    self.range = range
  }

  /// Its lines, in the order in which they are told of.
  package var lines: [RequiredLine] {
    var lines: [RequiredLine] = []
    func add(_ demand: RequiredLine.Demand, at range: SourceRange) {
      lines.append(RequiredLine(demand, after: after?.value, afterName, at: range))
    }
    if let kinds { add(.kinds(kinds.value), at: kinds.range) }
    if let authenticators { add(.authenticators(authenticators.value), at: authenticators.range) }
    if let phishingResistant { add(.phishingResistance, at: phishingResistant) }
    for proof in proofs { add(.proof(proof.value), at: proof.range) }
    return lines + gates.map { RequiredLine(.gate($0.value), after: nil, nil, at: $0.range) }
  }

  /// What of it is not met.
  package func unmet(by shown: Shown, in contract: Contract) -> [RequiredLine] {
    lines.filter { !$0.isMet(by: shown, in: contract) }
  }

  /// What of it is not met by these proofs, where no module has allowed anything and nothing is fresh.
  package func unmet(by shown: [Proof], in contract: Contract) -> [RequiredLine] {
    unmet(by: Shown(shown), in: contract)
  }
}

extension Contract {
  package func isPhishingResistant(_ proof: Proof) -> Bool {
    authenticator(named: proof.authenticator)?.isPhishingResistant ?? false
  }
}
