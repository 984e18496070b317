// SPDX-License-Identifier: Apache-2.0

extension Guard {
  /// Whether a bound guard holds wherever all of some others do; true only where that is sure.
  package func follows(from others: [Guard]) -> Bool { expression.follows(from: others.map(\.expression), depth: 0) }

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
  /// - Parameter depth: in how many quantifiers it stands; of each of them, it is about one element.
  fileprivate func follows(from others: [GuardExpression], depth: Int) -> Bool {
    let others = others.flatMap(\.conjuncts)
    return conjuncts.allSatisfy { $0.followsAsOne(from: others, depth: depth) }
  }

  /// The same for what is no chain of `&&`.
  ///
  /// Whatever it looks at, the others must have looked at before they hold: what is absent, wiped or of an unknown word makes a guard err.
  private func followsAsOne(from others: [GuardExpression], depth: Int) -> Bool {
    if others.contains(self) { return true }
    // What `all` says of each element may follow from what another `all` says of each element of the same list.
    if case .quantified(let part) = self, part.quantifier == .all {
      let bodies = others.compactMap { other -> GuardExpression? in
        guard case .quantified(let other) = other, other.quantifier == .all, other.list == part.list else { return nil }
        return other.body
      }
      if !bodies.isEmpty, part.body.follows(from: bodies, depth: depth + 1) { return true }
    }
    var looked: Set<GuardPath> = []
    for other in others { other.addPaths(evaluatedFor: true, to: &looked) }
    var isSure = true
    forEachPath { if $0.slot.map({ $0 >= depth }) ?? false || !looked.contains($0) { isSure = false } }
    func whole(_ part: GuardExpression) -> Guard { Guard(text: "", expression: part) }
    return isSure && !Guard.canAllBe([(whole(self), false)] + others.map { (whole($0), true) })
  }

  /// What must hold, each for itself, so that it holds.
  private var conjuncts: [GuardExpression] {
    if case .and(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
  }

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
