// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowGraph
import FlowMeaning
package import SDKContract

/// What is claimed of a flow's success ends, whether it is proved, and what it takes to come there: for people who approve the flow.
package struct ProofReport: Sendable {
  /// A success end, where somebody has got through, or a step that requires something.
  package struct ClaimedPlace: Sendable {
    package let name: Spanned<String>
    /// What must have been shown there, each in words; empty for nothing.
    package let claims: [String]
    /// Whether no way comes there without what is claimed, or, of an end, with nobody signed in.
    package let isProved: Bool
    /// The weakest sets of proofs with which runs come there: its price list.
    ///
    /// An empty set is somebody who has shown nothing.
    package let prices: [[Proof]]
    /// What a run may have set up on its way there, so that it counts for nothing before the next run.
    package let setUp: [Proof]
    /// The lines of the flow that lead there.
    package let ways: [SourceRange]
  }

  /// A proof that counts because the contract says that a call earns it.
  package struct Ground: Sendable {
    package let proof: Proof
    /// What the contract says of the authenticator; nil for nothing.
    package let authenticator: Authenticator?
    /// The calls of the flow that earn it, with the steps that make them.
    package let calls: [(call: String, step: String)]
  }

  package let flow: String
  package let version: String
  package let contract: Contract
  /// The path of the contract, as the flow names it; nil where it names none.
  package var contractFile: String?
  /// The success ends in the order of the flow.
  package let ends: [ClaimedPlace]
  /// The steps that require something, in the order of the flow.
  package let steps: [ClaimedPlace]
  /// The ends without success and failure that steps of the flow lead to while somebody may be signed in: nothing is claimed of them.
  package let leftSignedIn: [Spanned<String>]
  /// What the price lists rest on, in the order of the flow.
  package let grounds: [Ground]
  /// How often each secret can be guessed.
  package let guesses: [SecretGuesses]
  /// How often each call that has something sent can be made.
  package let sends: [SendCount]
  /// Whether the flow was small enough for all its runs to be followed: else nothing is proved.
  package let isComplete: Bool
  /// What is proved at each step.
  package let byStep: ProofsByStep

  /// The ends and the steps of which something is claimed.
  package var claimed: [ClaimedPlace] { (ends + steps).filter { !$0.claims.isEmpty } }
}

extension ProofReport {
  /// - Parameter flow: a flow that is whole; whatever is wrong with it is told elsewhere.
  init(_ context: CheckContext, _ states: ProofStates) {
    let flow = context.flow
    guesses = GuessCount.secrets(in: context)
    sends = GuessCount.sends(in: context)
    self.flow = flow.name
    version = flow.version
    contract = flow.contract
    isComplete = !states.isCut
    byStep = ProofsByStep(states)
    let ends = flow.ends.indices.filter { flow.ends[$0].outcome == .success }
      .map { ClaimedPlace(.end(EndID($0)), flow.ends[$0].name, flow.demand(at: EndID($0)), states) }
    self.ends = ends
    steps = flow.steps.compactMap { step in
      step.requirement.map {
        ClaimedPlace(.step(step.index), step.name, Demand(goal: nil, requirements: [$0]), states)
      }
    }
    leftSignedIn = flow.ends.indices.filter(states.leftSignedIn.contains).map { flow.ends[$0].name }
    var proofs: [Proof] = []
    for proof in (ends + steps).flatMap({ $0.prices.flatMap(\.self) }) where !proofs.contains(proof) {
      proofs.append(proof)
    }
    grounds = proofs.map { Ground($0, flow) }
  }
}

extension ProofReport.ClaimedPlace {
  fileprivate init(
    _ target: ProofStates.Claim.Target, _ name: Spanned<String>, _ demand: Demand, _ states: ProofStates
  ) {
    let relation = states.relation
    let claims = states.claims.filter { $0.target == target }
    var weakest: [UInt32] = []
    for shown in Set(claims.map(\.assurance.proofs)).sorted(by: { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) })
    where !weakest.contains(where: { $0 & shown == $0 }) {
      weakest.append(shown)
    }
    var ways: [SourceRange] = []
    for claim in claims where !ways.contains(claim.range) { ways.append(claim.range) }
    self.name = name
    self.claims =
      (demand.goal.map { ["`\($0.name)` (\($0.needs))"] } ?? [])
      + demand.unmet(by: [], in: relation.flow.contract).map { "`\($0.text)` (\($0.needs))" }
    isProved =
      !demand.isEmpty && !states.isCut
      && ([states] + states.others).allSatisfy { states in
        states.claims.allSatisfy { $0.target != target || states.relation.meets(demand, $0.assurance) }
      }
    prices = weakest.map { relation.proofs(in: $0) }
    setUp = relation.proofs(in: claims.reduce(0) { $0 | $1.assurance.setUp })
    self.ways = ways
  }
}

extension ProofReport.Ground {
  fileprivate init(_ proof: Proof, _ flow: Flow) {
    var calls: [(call: String, step: String)] = []
    for step in flow.steps where step.earns?.keeps(proof) ?? true {
      for use in step.calls.map(\.use) where flow.contract[use.call].earns(proof, underMode: step.awaited?.mode) {
        let call = (call: flow.contract[use.call].name, step: step.name.value)
        // Several choices of a step may make it.
        if !calls.contains(where: { $0 == call }) { calls.append(call) }
      }
    }
    self.proof = proof
    authenticator = flow.contract.authenticator(named: proof.authenticator)
    self.calls = calls
  }
}

extension CallSpec {
  /// - Parameter mode: that of the answered event; nil for any.
  fileprivate func earns(_ proof: Proof, underMode mode: Int?) -> Bool {
    (mode.map { replies(underMode: $0) } ?? replies).contains { $0.earns.contains(proof) }
  }
}
