// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// Findings of all runs that merely follow from another finding: of one cause one is told.
///
/// Why: a denial that leads to success is found where it is written, at the end that it leads to, and in the flow's `require`. The one
/// that is kept is where the cure is to be written.
enum OneCause {
  /// - Parameters:
  ///   - proofs: what was found in all runs.
  ///   - known: what was found in what is written.
  ///   - relation: of the flow.
  static func kept(of proofs: [Diagnostic], besides known: [Diagnostic], in relation: Relation) -> [Diagnostic] {
    let errors = known.filter { $0.severity == .error }
    // Several lines that lead to one wrong success are one error, which names the others.
    let told = Set(
      errors.map(\.range) + errors.filter { $0.code == OpenElse.code }.flatMap { $0.notes.compactMap(\.range) })
    let unreachable = Set(errors.filter { $0.code == UnreachableStep.code }.map(\.range))
    let unattended = Set(
      errors.filter { $0.code == UnattendedExtension.code }.flatMap { [$0.range] + $0.notes.compactMap(\.range) })
    let found = proofs.filter { finding in
      // A line that must lead elsewhere makes no call out of its phase then.
      !told.contains(finding.range)
        && !(finding.code == CallOutOfPhase.code
          && finding.way.last.map { unattended.contains($0.range) } ?? false)
    }
    let claims = found.filter(GoalNotProved.isOfGates)
    let passings = found.filter { $0.code == GatePassedBy.code }
    return found.filter { finding in
      if finding.code == GatePassedBy.code {
        // Nobody comes to the gate, which is told.
        return !finding.notes.contains { $0.range.map(unreachable.contains) ?? false }
          && !claims.contains { $0.range == finding.range }
      }
      return !GoalNotProved.isOfGates(finding)
        || !passings.contains { $0.range != finding.range && isOnTheWay($0, of: finding, relation) }
    }
  }

  /// Whether a gate is passed on the way to a claim: then that is why the claim is not met.
  private static func isOnTheWay(_ passing: Diagnostic, of claim: Diagnostic, _ relation: Relation) -> Bool {
    if claim.way.contains(where: { $0.range == passing.range }) { return true }
    guard !passing.way.isEmpty, claim.way.starts(with: passing.way) else { return false }
    let next = claim.way.dropFirst(passing.way.count).first?.range
    // Another call of the step, or none, may have led on from there.
    return relation.sites.indices.contains { site in
      relation.sites[site].call.use.range == passing.range
        && relation.moves(at: relation.place(afterTaking: site)).contains { $0.range == next }
    }
  }
}
