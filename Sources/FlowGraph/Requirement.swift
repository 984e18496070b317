// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import SDKContract

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

/// A line of `require:`.
package struct RequiredLine: Sendable {
  /// What a line asks for.
  package enum Demand: Sendable {
    case kinds(Int)
    case authenticators(Int)
    case phishingResistance
    case proof(ProofName)
    /// The security modules must have allowed this question.
    case gate(String)
  }

  package let demand: Demand
  /// The step since whose last entry it must have been shown; nil for any time, and for a gate.
  package let after: StepID?
  private let afterName: String?
  /// Where it is written.
  package let range: SourceRange

  init(_ demand: Demand, after: StepID?, _ name: String?, at range: SourceRange) {
    self.demand = demand
    self.after = after
    afterName = name
    self.range = range
  }

  /// As the author writes it, such as `kinds: 2`.
  package var text: String { textOfDemand + (afterName.map { " after \($0)" } ?? "") }

  /// The same without the step since which it must have been shown.
  package var textOfDemand: String {
    switch demand {
    case .kinds(let count): "kinds: \(count)"
    case .authenticators(let count): "authenticators: \(count)"
    case .phishingResistance: "phishing-resistant: true"
    case .proof(let name): "proofs: \(name.text)"
    case .gate(let question): "gates: \(question)"
    }
  }

  /// What it takes, for a message.
  package var needs: String {
    let words =
      switch demand {
      case .kinds(1): "a kind of factor"
      case .kinds(let count): "\(count) kinds of factor"
      case .authenticators(1): "an authenticator"
      case .authenticators(let count): "\(count) different authenticators"
      case .phishingResistance: "a phishing-resistant proof"
      case .proof(let name): "the proof `\(name.text)`"
      case .gate(let question): "the security modules' approval of `\(question)`"
      }
    return words + (afterName.map { ", shown after `\($0)`" } ?? "")
  }

  /// Whether it is met; showing more never meets less, and the checker relies on that.
  package func isMet(by shown: Shown, in contract: Contract) -> Bool {
    if case .gate(let question) = demand { return shown.allowed.contains(question) }
    let proofs = after.map { shown.fresh[$0] ?? [] } ?? shown.proofs
    return isMet(by: proofs.counted, in: contract)
  }

  /// Whether it is met by proofs alone, whenever they were shown.
  ///
  /// - Parameter counted: what was shown and counts.
  package func isMet(by counted: [Proof], in contract: Contract) -> Bool {
    switch demand {
    case .kinds(let count): counted.kinds >= count
    case .authenticators(let count): counted.authenticators >= count
    case .phishingResistance: counted.contains { contract.isPhishingResistant($0) }
    case .proof(let name): counted.contains { name.names($0) }
    case .gate: false
    }
  }
}

/// A kind of proof, an authenticator, or both.
public struct ProofName: Sendable, Hashable {
  /// Nil for any.
  public let factor: Factor?
  /// Nil for any.
  public let authenticator: String?

  /// Whether it stands for a proof.
  public func names(_ proof: Proof) -> Bool {
    (factor == nil || factor == proof.factor) && (authenticator == nil || authenticator == proof.authenticator)
  }

  /// As an author writes it.
  public var text: String { [factor?.rawValue, authenticator].compactMap(\.self).joined(separator: " by ") }
}

/// All that counts of what a step's calls show, where its author says less than the contract.
public final class EarnLimit: Sendable {
  /// What is kept; empty for nothing.
  public let proofs: [ProofName]
  /// Where it is written.
  public let range: SourceRange

  init(_ proofs: [ProofName], at range: SourceRange) {
    self.proofs = proofs
    self.range = range
  }

  /// Whether a proof counts that a call of the step shows.
  package func keeps(_ proof: Proof) -> Bool { proofs.contains { $0.names(proof) } }
}

extension Contract {
  package func isPhishingResistant(_ proof: Proof) -> Bool {
    authenticator(named: proof.authenticator)?.isPhishingResistant ?? false
  }
}
