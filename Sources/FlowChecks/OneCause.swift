// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Findings of all runs that merely follow from another finding: of one cause one is told.
///
/// Why: a denial that leads to success is found where it is written, at the end that it leads to, and in the flow's `require`. The one
/// that is kept is where the cure is to be written.
enum OneCause {
  /// - Parameters:
  ///   - proofs: what was found in all runs.
  ///   - known: what was found in what is written.
  static func kept(of proofs: [Diagnostic], besides known: [Diagnostic]) -> [Diagnostic] {
    let errors = known.filter { $0.severity == .error }
    // Several lines that lead to one wrong success are one error, which names the others.
    let told = Set(
      errors.map(\.range) + errors.filter { $0.code == OpenElse.code }.flatMap { $0.notes.compactMap(\.range) })
    let unreachable = Set(errors.filter { $0.code == UnreachableStep.code }.map(\.range))
    let found = proofs.filter { !told.contains($0.range) }
    let claims = found.filter(GoalNotProved.isOfGates)
    let passings = found.filter { $0.code == GatePassedBy.code }
    return found.filter { finding in
      if finding.code == GatePassedBy.code {
        // Nobody comes to the gate, which is told.
        return !finding.notes.contains { $0.range.map(unreachable.contains) ?? false }
          && !claims.contains { $0.range == finding.range }
      }
      return !GoalNotProved.isOfGates(finding)
        || !passings.contains { $0.range != finding.range && isOnTheWay($0, of: finding) }
    }
  }

  /// Whether a gate is passed on the way to a claim: then that is why the claim is not met.
  private static func isOnTheWay(_ passing: Diagnostic, of claim: Diagnostic) -> Bool {
    claim.way.contains { $0.range == passing.range }
      || !passing.way.isEmpty && passing.way.count < claim.way.count && claim.way.starts(with: passing.way)
  }
}
