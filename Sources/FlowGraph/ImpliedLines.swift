// SPDX-License-Identifier: Apache-2.0

package import SDKContract

extension [RequiredLine] {
  /// What is met wherever all of these lines are, in words: they themselves, and all that asks for less.
  ///
  /// Whoever shows a possession by a passkey shows a possession, a passkey and one kind of factor. What was shown since a step was shown.
  ///
  /// - Parameters:
  ///   - goal: what is reached wherever they are met; nil for nothing.
  ///   - since: how the step is named since which a line wants something shown, for a line that has one.
  package func implied(
    in contract: Contract, with goal: Goal? = nil, since: (RequiredLine) -> String
  ) -> Set<String> {
    var groups = Dictionary(grouping: filter { $0.after != nil }, by: since)
    groups[""] = self
    var implied: Set<String> = []
    for (since, lines) in groups {
      let demands = lines.map(\.demand).implied(in: contract, with: since.isEmpty ? goal : nil)
      for demand in demands { implied.insert(demand.text + since) }
    }
    return implied
  }
}

extension [RequiredLine.Demand] {
  /// They themselves, and each demand that whatever meets all of them meets, too.
  ///
  /// That is looked up rather than reasoned out: what the contract earns is put together in every way that meets them.
  fileprivate func implied(in contract: Contract, with goal: Goal?) -> [RequiredLine.Demand] {
    let known = self + (goal?.demands ?? [])
    let asked = known.filter(\.isOfProofs)
    let earned = contract.earnedProofs
    var search = SetsOfProofs(earned) { proofs in
      asked.allSatisfy { $0.isMet(by: proofs, in: contract) } && goal?.isReached(by: proofs, in: contract) ?? true
    }
    guard !asked.isEmpty, let sets = search.found() else { return known }
    return known + earned.demands.filter { demand in sets.allSatisfy { demand.isMet(by: $0, in: contract) } }
  }
}

extension [Proof] {
  /// Whatever can be asked of a contract that earns these proofs.
  fileprivate var demands: [RequiredLine.Demand] {
    let names = flatMap { proof in
      [
        ProofName(factor: proof.factor, authenticator: nil), ProofName(factor: nil, authenticator: proof.authenticator),
        ProofName(factor: proof.factor, authenticator: proof.authenticator),
      ]
    }
    return (1...Swift.max(1, kinds)).map { .kinds($0) }
      + (1...Swift.max(1, authenticators)).map { .authenticators($0) } + [.phishingResistance]
      + names.unique.map { .proof($0) }
  }
}

/// The sets of proofs that meet something of which more proofs never meet less; of each at least one subset is found that does.
private struct SetsOfProofs {
  private let proofs: [Proof]
  private let meets: ([Proof]) -> Bool
  private var sets: [[Proof]] = []
  /// How many sets may still be tried.
  private var rest = 10_000

  init(_ proofs: [Proof], meeting meets: @escaping ([Proof]) -> Bool) {
    (self.proofs, self.meets) = (proofs, meets)
  }

  /// Nil if there is none, or there are too many to try.
  mutating func found() -> [[Proof]]? {
    extend([], from: 0)
    return sets.isEmpty || rest == 0 ? nil : sets
  }

  private mutating func extend(_ set: [Proof], from first: Int) {
    guard rest > 0 else { return }
    rest -= 1
    if meets(set.counted) { return sets.append(set.counted) }
    for index in proofs.indices[first...] { extend(set + [proofs[index]], from: index + 1) }
  }
}
