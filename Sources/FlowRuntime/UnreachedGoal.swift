// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
public import SDKContract

/// Why a run that came to a success end did not succeed: what the end needs, and what there was, before it was lost.
public struct UnreachedGoal: Sendable, Hashable {
  /// The goal that the proofs do not reach: that of the flow, or of a flow inside; nil if they do, or if there is none.
  public let name: String?
  /// What of `require:` is not met, as authors write it, such as `kinds: 2`; empty for nothing.
  public let required: [String]
  /// The questions that the security modules had to allow for the sign-in, and have not; empty for none.
  public let gates: [String]
  /// The step that requires it; nil for an end.
  public let step: String?
  /// Whether somebody was signed in; a success needs that, too.
  public let isSignedIn: Bool
  /// What the user had shown.
  public let proofs: [Proof]
  /// What was set up, which counts for no goal.
  public let enrolled: [Proof]

  /// One sentence without a full stop, such as `the goal aal2 needs two kinds of factor; shown: inherence by device`.
  public var words: String {
    var parts: [String] = []
    if !isSignedIn { parts.append("a success needs a signed-in user, and there is none") }
    if let name { parts.append("the goal \(name) needs \(Goal(name).needs)") }
    if !required.isEmpty {
      let what = step.map { "not met of what `\($0)` requires: " } ?? "not met of what is required: "
      parts.append(what + required.joined(separator: ", "))
    }
    if !gates.isEmpty {
      let asked = gates.map { "`\($0)`" }.joined(separator: " and ")
      parts.append("the security modules have not allowed \(asked) for this sign-in")
    }
    if name != nil || required.count > gates.count {
      parts.append("shown: " + (proofs.isEmpty ? "nothing" : Self.listed(proofs)))
      if !enrolled.isEmpty { parts.append("set up in this run, which does not count: " + Self.listed(enrolled)) }
    }
    return parts.joined(separator: "; ")
  }

  private static func listed(_ proofs: [Proof]) -> String {
    proofs.map(\.words).joined(separator: ", ")
  }
}

/// What there was where something was missing, as bits in the program's order.
package struct Shortfall: Sendable {
  /// Where it was missing.
  package enum Claimant: Sendable {
    /// An end of the flow itself.
    case end(EndID)
    /// An end of a flow inside; what it claims, as in ``Hop/claim``.
    case claim(ClaimID)
    /// A step that requires it.
    case step(UInt16)
  }

  package let place: Claimant
  package let proofs: UInt32
  package let enrolled: UInt32
  /// The questions that the security modules have allowed.
  package let gates: UInt8
  /// As in ``FlowMachine/freshBits``.
  package let fresh: [UInt64]
  package let isSignedIn: Bool
}

extension FlowMachine {
  /// Why the run's success end was not reached; nil if the run did not end so.
  public var unreachedGoal: UnreachedGoal? { shortfall.map { program.unreachedGoal($0) } }

  /// Keeps what there is, before the end takes it.
  mutating func fallShort(at place: Shortfall.Claimant, _ effects: inout Effects) {
    let signedIn = program.flow.contract.signedInPhase
    let isStep = if case .step = place { true } else { false }
    let found = Shortfall(
      place: place, proofs: proofBits, enrolled: enrolledBits | setUpBits, gates: pendingGates | heldGates,
      fresh: freshBits, isSignedIn: isStep || signedIn.map { $0.index == phase } ?? true)
    shortfall = found
    effects.mark(now, .fellShort(found))
  }
}

extension Program {
  func unreachedGoal(_ shortfall: Shortfall) -> UnreachedGoal {
    let shown = shown(shortfall.proofs, gates: shortfall.gates, fresh: shortfall.fresh)
    let demand: Demand
    var step: String?
    switch shortfall.place {
    case .end(let id): demand = demands[Int(id.index)]
    case .claim(let claim): demand = flow.demand(claimed: claim)
    case .step(let index): (demand, step) = (self.demand(ofStep: index), name(ofStep: index))
    }
    let unmet = demand.unmet(by: shown, in: flow.contract)
    return UnreachedGoal(
      name: demand.unreachedGoal(by: shown.proofs, in: flow.contract)?.name, required: unmet.map(\.text),
      gates: unmet.compactMap { if case .gate(let question) = $0.demand { question } else { nil } }.unique, step: step,
      isSignedIn: shortfall.isSignedIn, proofs: shown.proofs, enrolled: proofs(in: shortfall.enrolled))
  }
}
