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
  /// Whether somebody was signed in; a success needs that, too.
  public let isSignedIn: Bool
  /// What the user had shown.
  public let proofs: [Proof]
  /// What was set up, which counts for no goal.
  public let enrolled: [Proof]

  /// One sentence without a full stop, such as `the goal aal2 needs two kinds of factor; shown: inherence by device`.
  public var words: String {
    var parts: [String] = []
    if !isSignedIn { parts.append("a success needs somebody who is signed in, and nobody is") }
    if let name { parts.append("the goal \(name) needs \(Goal(name).needs)") }
    if !required.isEmpty { parts.append("not met of what is required: " + required.joined(separator: ", ")) }
    if name != nil || !required.isEmpty {
      parts.append("shown: " + (proofs.isEmpty ? "nothing" : Self.listed(proofs)))
      if !enrolled.isEmpty { parts.append("set up in this run, which does not count: " + Self.listed(enrolled)) }
    }
    return parts.joined(separator: "; ")
  }

  private static func listed(_ proofs: [Proof]) -> String {
    proofs.map { "\($0.factor.rawValue) by \($0.authenticator)" }.joined(separator: ", ")
  }
}

/// What there was at a success end that was not reached, as bits in the program's order.
package struct Shortfall: Sendable {
  /// What the end of a flow inside claims, as in ``Hop/claim``; 0 for an end of the flow itself.
  package let claim: UInt16
  /// The end of the flow itself; nil for one of a flow inside.
  package let end: EndID?
  package let proofs: UInt32
  package let enrolled: UInt32
  package let isSignedIn: Bool
}

extension FlowMachine {
  /// Why the run's success end was not reached; nil if the run did not end so.
  public var unreachedGoal: UnreachedGoal? { shortfall.map { program.unreachedGoal($0) } }

  /// Keeps what there is, before the end takes it.
  mutating func fallShort(at end: EndID?, of claim: UInt16, _ effects: inout Effects) {
    let signedIn = program.flow.contract.signedInPhase
    let found = Shortfall(
      claim: claim, end: end, proofs: proofBits, enrolled: enrolledBits,
      isSignedIn: signedIn.map { $0.index == phase } ?? true)
    shortfall = found
    effects.mark(now, .fellShort(found))
  }
}

extension Program {
  func unreachedGoal(_ shortfall: Shortfall) -> UnreachedGoal {
    let shown = proofs(in: shortfall.proofs)
    let demand = shortfall.end.map { demands[Int($0.index)] } ?? flow.demand(claimed: max(shortfall.claim, 1))
    return UnreachedGoal(
      name: demand.unreachedGoal(by: shown, in: flow.contract)?.name,
      required: demand.unmet(by: shown, in: flow.contract).map(\.text), isSignedIn: shortfall.isSignedIn, proofs: shown,
      enrolled: proofs(in: shortfall.enrolled))
  }
}
