// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import SDKContract

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
  package var textOfDemand: String { demand.text }

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
  package func isMet(by counted: [Proof], in contract: Contract) -> Bool { demand.isMet(by: counted, in: contract) }
}

extension RequiredLine.Demand {
  /// Whether it asks for proofs, and not for a verdict of the security modules.
  var isOfProofs: Bool {
    if case .gate = self { return false }
    return true
  }

  /// Whether it is met by proofs alone, whenever they were shown.
  ///
  /// - Parameter counted: what was shown and counts.
  func isMet(by counted: [Proof], in contract: Contract) -> Bool {
    switch self {
    case .kinds(let count): counted.kinds >= count
    case .authenticators(let count): counted.authenticators >= count
    case .phishingResistance: counted.contains { contract.isPhishingResistant($0) }
    case .proof(let name): counted.contains { name.names($0) }
    case .gate: false
    }
  }

  /// As an author writes it.
  package var text: String {
    switch self {
    case .kinds(let count): "kinds: \(count)"
    case .authenticators(let count): "authenticators: \(count)"
    case .phishingResistance: "phishing-resistant: true"
    case .proof(let name): "proofs: \(name.text)"
    case .gate(let question): "gates: \(question)"
    }
  }
}
