// SPDX-License-Identifier: Apache-2.0

extension Guard {
  /// Whether a bound guard holds wherever all of some others do; true only where that is sure.
  package func follows(from others: [Guard]) -> Bool {
    expression.settled.follows(from: others.map(\.expression.settled), depth: 0, knowing: [])
  }

  /// The names that have one value wherever a bound guard holds, two by two: of `password == again`, these.
  package var equalNames: [Set<String>] {
    expression.affirmed.conjuncts.compactMap { part in
      guard case .compare(.equal, .path(let one), .path(let other)) = part, one.members.isEmpty, other.members.isEmpty
      else { return nil }
      return [one.root, other.root]
    }
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

  /// Whether two lists of bound guards let the same through, one after the other, where one of either list may stand for several in a
  /// row of the other: `a && b` is the same as `a` and then `b`.
  package static func areAlikeInTurn(_ guards: [Guard], _ others: [Guard]) -> Bool {
    /// How many may stand for one.
    let most = 8
    var failed: Set<[Int]> = []
    func areAlike(from place: Int, _ other: Int) -> Bool {
      guard place < guards.count, other < others.count else { return place == guards.count && other == others.count }
      guard !failed.contains([place, other]) else { return false }
      for (count, otherCount) in (1...most).map({ (1, $0) }) + (2...most).map({ ($0, 1) })
      where place + count <= guards.count && other + otherCount <= others.count {
        let (mine, theirs) = (guards[place..<place + count], others[other..<other + otherCount])
        if strictness(of: Array(theirs), beside: Array(mine)) == .equal,
          areAlike(from: place + count, other + otherCount)
        {
          return true
        }
      }
      failed.insert([place, other])
      return false
    }
    return areAlike(from: 0, 0)
  }
}

extension GuardExpression {
  /// - Parameters:
  ///   - depth: in how many quantifiers it stands; of each of them, it is about one element.
  ///   - found: the paths that are known to have a value.
  fileprivate func follows(from others: [GuardExpression], depth: Int, knowing found: Set<GuardPath>) -> Bool {
    var others = others.flatMap(\.affirmed.conjuncts)
    if others.contains(where: \.isFalse) { return true }
    // A list with such an element is not empty.
    others += others.compactMap { other in
      guard case .quantified(let other) = other, other.quantifier == .exists else { return nil }
      return .compare(.greater, .size(other.list, other.span), .number(0, other.span))
    }
    return affirmed.conjuncts.allSatisfy { $0.followsAsOne(from: others, depth: depth, knowing: found) }
  }

  /// The same for what is no chain of `&&`.
  ///
  /// Whatever it looks at, the others must have looked at before they hold: what is absent, wiped or of an unknown word makes a guard err.
  private func followsAsOne(from others: [GuardExpression], depth: Int, knowing found: Set<GuardPath>) -> Bool {
    if others.contains(self) { return true }
    switch self {
    case .quantified(let part) where part.follows(from: others, depth: depth): return true
    // Terms are examined in the order in which they are written.
    case .or(let parts):
      if let first = parts.first,
        first.affirmed.conjuncts.allSatisfy({ $0.followsAsOne(from: others, depth: depth, knowing: found) })
      {
        return true
      }
    default: break
    }
    let looked = others.paths(evaluatedFor: true).union(found)
    var isOfElements = false
    var unknown: GuardPath?
    forEachPath { path in
      if path.slot.map({ $0 >= depth }) ?? false {
        isOfElements = true
      } else if !looked.contains(path), path.value == nil {
        unknown = unknown ?? path
      }
    }
    if isOfElements { return false }
    guard let unknown else { return !isPossiblyFalse(beside: others) }
    return depth == 0 && found.count < 4 && follows(from: others, whateverIsAt: unknown, knowing: found)
  }

  /// The same where a path that nothing has looked at may be absent, err, or have a value: it must hold in each case.
  private func follows(
    from others: [GuardExpression], whateverIsAt path: GuardPath, knowing found: Set<GuardPath>
  ) -> Bool {
    PathState.allCases.allSatisfy { state in
      guard let mine = self.where(path, is: state, atMost: false)?.expression else { return false }
      let known = others.compactMap { $0.where(path, is: state, atMost: true)?.expression }
      return mine.follows(from: known, depth: 0, knowing: found.union([path]))
    }
  }

  fileprivate func isPossiblyFalse(beside others: [GuardExpression]) -> Bool {
    func whole(_ part: GuardExpression) -> Guard { Guard(text: "", expression: part) }
    return Guard.canAllBe([(whole(self), false)] + others.map { (whole($0), true) })
  }

  /// What must hold, each for itself, so that it holds.
  fileprivate var conjuncts: [GuardExpression] {
    if case .and(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
  }

  /// The same with no `!` before a row or a quantifier: `!exists(x)` becomes `all(!x)`.
  fileprivate var affirmed: GuardExpression {
    switch self {
    case .and(let parts): .and(parts.map(\.affirmed))
    case .or(let parts): .or(parts.map(\.affirmed))
    case .quantified(let part): .quantified(part.saying(part.quantifier, part.body.affirmed))
    case .not(let inner, let span): inner.denied(span)
    case .compare(.notEqual, let left, let right): .not(.compare(.equal, left, right), span)
    default: self
    }
  }

  /// What it says when it is false, and does not err.
  private func denied(_ span: GuardSpan) -> GuardExpression {
    switch self {
    case .and(let parts): .or(parts.map { $0.denied(span) })
    case .or(let parts): .and(parts.map { $0.denied(span) })
    case .quantified(let part):
      .quantified(part.saying(part.quantifier == .all ? .exists : .all, part.body.denied(span)))
    case .not(let inner, _): inner.affirmed
    case .compare(.notEqual, let left, let right): .compare(.equal, left, right)
    case .compare(.less, let left, let right): .compare(.greaterOrEqual, left, right)
    case .compare(.lessOrEqual, let left, let right): .compare(.greater, left, right)
    case .compare(.greater, let left, let right): .compare(.lessOrEqual, left, right)
    case .compare(.greaterOrEqual, let left, let right): .compare(.less, left, right)
    default: .not(self, span)
    }
  }

  /// The paths whose values must have been there for it to come out as true, and for it to come out as false.
  fileprivate var looked: (ifTrue: Set<GuardPath>, ifFalse: Set<GuardPath>) {
    func whatever(_ paths: Set<GuardPath>) -> (Set<GuardPath>, Set<GuardPath>) { (paths, paths) }
    switch self {
    case .flag, .number, .text, .named, .has: return ([], [])
    case .path(let path): return whatever([path])
    case .list(let parts, _): return whatever(parts.paths(evaluatedFor: true))
    case .not(let inner, _):
      let inner = inner.looked
      return (inner.ifFalse, inner.ifTrue)
    // A row stops as soon as its outcome is sure: before that, the first part may have come out either way.
    case .and(let parts): return (parts.paths(evaluatedFor: true), parts.first?.lookedAnyway ?? [])
    case .or(let parts): return (parts.first?.lookedAnyway ?? [], parts.paths(evaluatedFor: false))
    case .size(let inner, _), .matches(let inner, _, _): return whatever(inner.lookedAnyway)
    case .compare(_, let left, let right): return whatever(left.lookedAnyway.union(right.lookedAnyway))
    // Of a list it may be the first element that decides.
    case .within(let value, _): return whatever(value.lookedAnyway)
    case .quantified(let quantified): return whatever(quantified.list.lookedAnyway)
    }
  }

  /// The paths whose values must have been there for it to come out as anything.
  private var lookedAnyway: Set<GuardPath> {
    let looked = looked
    return looked.ifTrue.intersection(looked.ifFalse)
  }
}

extension GuardQuantified {
  /// The same list with something else said of its elements.
  fileprivate func saying(_ quantifier: Quantifier, _ body: GuardExpression) -> GuardQuantified {
    GuardQuantified(
      quantifier: quantifier, list: list, variable: variable, variableSpan: variableSpan, body: body, span: span)
  }

  /// Whether it holds wherever all of some others do; true only where that is sure.
  fileprivate func follows(from others: [GuardExpression], depth: Int) -> Bool {
    let known = others.compactMap { other -> GuardQuantified? in
      if case .quantified(let other) = other, other.list == list { other } else { nil }
    }
    let each = known.filter { $0.quantifier == .all }.map(\.body)
    if !each.isEmpty, body.follows(from: each, depth: depth + 1, knowing: []),
      quantifier == .all
        || !GuardExpression.compare(.greater, .size(list, span), .number(0, span)).isPossiblyFalse(beside: others)
    {
      return true
    }
    guard quantifier == .exists else { return false }
    // The condition must not fail on an element that is examined before the matching one.
    var looked: Set<GuardPath> = []
    body.forEachPath { looked.insert($0) }
    return known.contains { other in
      other.quantifier == .exists && body.follows(from: each + [other.body], depth: depth + 1, knowing: [])
        && looked.isSubset(of: [other.body].paths(evaluatedFor: false).union(each.paths(evaluatedFor: true)))
    }
  }
}

extension [GuardExpression] {
  /// The paths whose values must have been there for all of them to come out as a flag says.
  fileprivate func paths(evaluatedFor outcome: Bool) -> Set<GuardPath> {
    reduce(into: []) { $0.formUnion(outcome ? $1.looked.ifTrue : $1.looked.ifFalse) }
  }
}
