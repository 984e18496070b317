// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowSyntax

/// What must hold where success ends of flows inside are passed on one way: the highest of their goals, and all that they
/// require.
package struct ClaimSyntax: Sendable {
  /// The goal, such as `aal2`; nil where the ends claim no more than that somebody is signed in.
  package var goal: String?
  /// In the order in which they are passed.
  package var requirements: [RequireSyntax] = []

  /// This, and the other as well.
  func and(_ other: ClaimSyntax) -> ClaimSyntax {
    var both = self
    // `aal1`, `aal2` and `aal3` stand in the order of their letters.
    both.goal = [goal, other.goal].compactMap(\.self).max()
    for requirement in other.requirements where !both.requirements.contains(where: { $0.isSame(as: requirement) }) {
      both.requirements.append(requirement)
    }
    return both
  }
}

/// The claims of a flow, each once.
struct ClaimTable: Sendable {
  /// In the order in which they were met.
  private(set) var claims: [ClaimSyntax] = []
  private var known: [Key: UInt16] = [:]

  private struct Key: Hashable {
    let goal: String?
    let ranges: [SourceRange]
    /// The same words in two places of a flow mean the steps of either.
    let steps: [String?]
  }

  /// What a claim stands for; nil for none.
  subscript(id: UInt16?) -> ClaimSyntax? { id.map { claims[Int($0)] } }

  /// The place of a claim; nil where there is no room for one more.
  mutating func id(of claim: ClaimSyntax) -> UInt16? {
    let key = Key(
      goal: claim.goal, ranges: claim.requirements.map(\.range), steps: claim.requirements.map { $0.after?.value })
    if let id = known[key] { return id }
    // One number less: none is a number, too, where they are packed.
    guard let id = UInt16(exactly: claims.count), id < .max else { return nil }
    known[key] = id
    claims.append(claim)
    return id
  }
}
