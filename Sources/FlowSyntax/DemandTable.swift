// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What must hold at success ends of flows inside that are passed on one way: the highest of their goals, and all that
/// they require.
public struct DemandSyntax: Sendable {
  /// A place in ``TargetSyntax/claims``, less 1; at least 1.
  public var goal: UInt16
  /// In the order in which they are passed.
  public var requirements: [RequireSyntax] = []

  /// This, and the other as well.
  func and(_ other: DemandSyntax) -> DemandSyntax {
    var both = self
    both.goal = max(goal, other.goal)
    for requirement in other.requirements where !both.requirements.contains(where: { $0.isSame(as: requirement) }) {
      both.requirements.append(requirement)
    }
    return both
  }
}

/// The demands of a document that are more than a goal, each once: ``TargetSyntax/claim`` counts on from the goals.
public struct DemandTable: Sendable {
  /// In the order in which they were met.
  public private(set) var demands: [DemandSyntax] = []
  private var known: [Key: UInt16] = [:]

  private struct Key: Hashable {
    let goal: UInt16
    let ranges: [SourceRange]
    /// The same words in two places of a flow mean the steps of either.
    let steps: [String?]
  }

  /// The number from which on a claim is one of `demands`.
  public static let first = UInt16(TargetSyntax.claims.count + 1)

  /// What a claim stands for; nil for 0, where nothing is claimed.
  func demand(of claim: UInt16) -> DemandSyntax? {
    guard claim > 0 else { return nil }
    return claim < Self.first ? DemandSyntax(goal: claim) : demands[Int(claim - Self.first)]
  }

  /// The claim that stands for a demand; nil where there is no room for one more.
  mutating func claim(of demand: DemandSyntax) -> UInt16? {
    guard !demand.requirements.isEmpty else { return demand.goal }
    let key = Key(
      goal: demand.goal, ranges: demand.requirements.map(\.range), steps: demand.requirements.map { $0.after?.value })
    if let claim = known[key] { return claim }
    let claim = Int(Self.first) + demands.count
    guard claim <= UInt16.max else { return nil }
    known[key] = UInt16(claim)
    demands.append(demand)
    return UInt16(claim)
  }
}
