// SPDX-License-Identifier: Apache-2.0

extension Guard {
  /// Whether a bound guard holds wherever all of some others do; true only where that is sure.
  ///
  /// Whatever it looks at, the others must have looked at before they hold: what is absent, wiped or of an unknown word makes a guard err.
  package func follows(from others: [Guard]) -> Bool {
    if others.contains(where: { $0.expression == expression }) { return true }
    var looked: Set<GuardPath> = []
    for other in others { other.expression.addPaths(evaluatedFor: true, to: &looked) }
    var isSure = true
    expression.forEachPath { if $0.slot != nil || !looked.contains($0) { isSure = false } }
    return isSure && !Guard.canAllBe([(self, false)] + others.map { ($0, true) })
  }

  /// Which of two lists of guards lets more through, where all of a list must hold.
  package enum Strictness: Sendable {
    case stricter
    case looser
    case equal
  }

  /// How strict a list of bound guards is beside another one; nil where that is not sure.
  package static func strictness(of guards: [Guard], beside others: [Guard]) -> Strictness? {
    switch (
      others.allSatisfy { $0.follows(from: guards) }, guards.allSatisfy { $0.follows(from: others) }
    ) {
    case (true, true): .equal
    case (true, false): .stricter
    case (false, true): .looser
    case (false, false): nil
    }
  }
}

extension GuardExpression {
  /// Adds the paths whose values must have been there for it to come out as a flag says.
  fileprivate func addPaths(evaluatedFor outcome: Bool, to paths: inout Set<GuardPath>) {
    switch self {
    case .flag, .number, .text, .named, .has: break
    case .path(let path): paths.insert(path)
    case .list(let parts, _): for part in parts { part.addPaths(evaluatedFor: true, to: &paths) }
    case .not(let inner, _): inner.addPaths(evaluatedFor: !outcome, to: &paths)
    // A row stops as soon as its outcome is sure.
    case .and(let parts):
      for part in outcome ? parts[...] : parts.prefix(1) { part.addPaths(evaluatedFor: outcome, to: &paths) }
    case .or(let parts):
      for part in outcome ? parts.prefix(1) : parts[...] { part.addPaths(evaluatedFor: outcome, to: &paths) }
    case .size(let inner, _), .matches(let inner, _, _): inner.addPaths(evaluatedFor: true, to: &paths)
    case .compare(_, let left, let right):
      left.addPaths(evaluatedFor: true, to: &paths)
      right.addPaths(evaluatedFor: true, to: &paths)
    // Of a list it may be the first element that decides.
    case .within(let value, _): value.addPaths(evaluatedFor: true, to: &paths)
    case .quantified(let quantified): quantified.list.addPaths(evaluatedFor: true, to: &paths)
    }
  }
}
