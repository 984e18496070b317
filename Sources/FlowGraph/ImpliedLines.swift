// SPDX-License-Identifier: Apache-2.0

package import SDKContract

extension [RequiredLine] {
  /// What is met wherever all of these lines are, in words: they themselves, and all that asks for less.
  ///
  /// Whoever shows a possession by a passkey shows a possession, a passkey and one kind of factor. What was shown since a step was shown.
  ///
  /// - Parameter since: how the step is named since which a line wants something shown, for a line that has one.
  package func implied(in contract: Contract, since: (RequiredLine) -> String) -> Set<String> {
    var groups = Dictionary(grouping: filter { $0.after != nil }, by: since)
    groups[""] = self
    var implied: Set<String> = []
    for (since, lines) in groups {
      for demand in lines.map(\.demand).implied(in: contract) { implied.insert(demand.text + since) }
    }
    return implied
  }
}

extension [RequiredLine.Demand] {
  fileprivate func implied(in contract: Contract) -> [RequiredLine.Demand] {
    var (kinds, authenticators) = (0, 0)
    var (isPhishingResistant, least) = (false, 0)
    var names: Set<ProofName> = []
    var implied: [RequiredLine.Demand] = []
    for demand in self {
      switch demand {
      case .kinds(let count): (kinds, least) = (Swift.max(kinds, count), 1)
      case .authenticators(let count): (authenticators, least) = (Swift.max(authenticators, count), 1)
      case .phishingResistance: (isPhishingResistant, least) = (true, 1)
      case .gate: implied.append(demand)
      case .proof(let name):
        least = 1
        names.insert(name)
        // All that the name may stand for.
        let proofs = contract.earnedProofs.filter(name.names)
        let (factors, makers) = (Set(proofs.map(\.factor)), Set(proofs.map(\.authenticator)))
        let factor = factors.count == 1 ? factors.first : name.factor
        let authenticator = makers.count == 1 ? makers.first : name.authenticator
        names.formUnion([
          ProofName(factor: factor, authenticator: nil), ProofName(factor: nil, authenticator: authenticator),
          ProofName(factor: factor, authenticator: authenticator),
        ])
        if !proofs.isEmpty, proofs.allSatisfy(contract.isPhishingResistant) { isPhishingResistant = true }
      }
    }
    names.remove(ProofName(factor: nil, authenticator: nil))
    implied += names.map { .proof($0) } + (isPhishingResistant ? [.phishingResistance] : [])
    for count in 0..<Swift.max(kinds, Set(names.compactMap(\.factor)).count, least) {
      implied.append(.kinds(count + 1))
    }
    for count in 0..<Swift.max(authenticators, Set(names.compactMap(\.authenticator)).count, least) {
      implied.append(.authenticators(count + 1))
    }
    return implied
  }
}
